#include "kernels/core/counters/range_counters.h"

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/core/counters/counter_metrics.h"
#include "kernels/core/counters/counter_refusal.h"

// The order of calls is that of CUPTI's documentation, "Range Profiling API": initialise; on the
// host make an object for the chip, add metrics, and take the configuration image; on the device
// enable, make the counter data image, set the configuration; then start, push, pop, stop for each
// pass, decode, evaluate; and back.
//
// Ranges are the user's, and so is the replay. Auto ranges with kernel replay would save and
// restore all memory that a kernel writes around each pass, run a CUDA graph's nodes one after
// another, and split a step into its launches. A range that holds the whole step takes launches,
// graphs, cooperative launches and libraries alike, with caches as one launch leaves them to the
// next, and needs nothing restored: a step writes into its next state, and any other step of the
// same problem counts the same.

namespace livewarp {

namespace {

using cupti::parameters;

constexpr std::size_t most_passes = 64;  ///< a chip needs 11 at most: what asks for more never ends

/// The profiler of one context, from its beginning to its end; each part is undone by the
/// destructor as far as it was made.
class RangeProfiler {
 public:
  RangeProfiler(const Cupti& cupti, const CounterDevice& device)
      : cupti_(cupti), call_(cupti.functions()), device_(device) {}
  ~RangeProfiler();
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  void prepare();
  void count(const std::function<void()>& work);
  CounterReading evaluate();

 private:
  template <class Function, class Parameters>
  void check(const Function& function, Parameters& parameters) const;
  std::vector<std::uint8_t> availability() const;
  std::string ask_chip() const;
  void make_host();
  void choose_metrics();
  void make_config();
  void enable();
  bool make_pass(const std::function<void()>& work);
  void in_range(const std::function<void()>& work);
  void decode();

  const Cupti& cupti_;
  const Cupti::Functions& call_;
  CounterDevice device_;
  bool initialized_ = false;
  cupti::HostObject host_ = nullptr;
  cupti::RangeObject profiler_ = nullptr;
  // Those whose addresses CUPTI is given live as long as its objects.
  std::string chip_;
  std::vector<std::uint8_t> availability_, config_, data_;
  std::vector<const char*> names_;  ///< of metrics that the chip has
  std::array<bool, counter_metrics.size()> has_{};
  std::size_t passes_ = 0;
};

template <class Function, class Parameters>
void RangeProfiler::check(const Function& function, Parameters& parameters) const {
  const int status = function(parameters);
  if (status == cupti::success) return;
  const CounterRefusal refusal = refusal_of_status(status, function.name, cupti_.name_of(status));
  throw CountersRefused(refusal.why, refusal.advice);
}

/// What goes wrong here changes nothing any more.
RangeProfiler::~RangeProfiler() {
  if (profiler_) {
    auto of = parameters<cupti::OfProfiler>();
    of.profiler = profiler_;
    (void)call_.disable(of);
  }
  if (host_) {
    auto of = parameters<cupti::HostDeinitialize>();
    of.host = host_;
    (void)call_.host_deinitialize(of);
  }
  if (initialized_) {
    auto none = parameters<cupti::Deinitialize>();
    (void)call_.deinitialize(none);
  }
}

void RangeProfiler::prepare() {
  auto none = parameters<cupti::Initialize>();
  check(call_.initialize, none);
  initialized_ = true;
  chip_ = ask_chip();
  // Before a profiler is enabled, with which it may fail; and it is the first to say that the
  // driver refuses: enabling does not.
  availability_ = availability();
  make_host();
  choose_metrics();
  make_config();
  enable();
}

std::string RangeProfiler::ask_chip() const {
  auto asked = parameters<cupti::ChipName>();
  asked.device = std::size_t(device_.index);
  check(call_.chip_name, asked);
  return asked.name ? asked.name : "";
}

/// Which counters this GPU has for us: its size first, then itself.
std::vector<std::uint8_t> RangeProfiler::availability() const {
  auto asked = parameters<cupti::Availability>();
  asked.context = device_.context;
  check(call_.availability, asked);
  std::vector<std::uint8_t> image(asked.bytes);
  asked.image = image.data();
  check(call_.availability, asked);
  return image;
}

void RangeProfiler::make_host() {
  auto made = parameters<cupti::HostInitialize>();
  made.type = cupti::range_profiler;
  made.chip = chip_.c_str();
  made.availability = availability_.data();
  check(call_.host_initialize, made);
  host_ = made.host;
}

/// Each is asked about before it is added: one name that the chip does not know spoils the object.
void RangeProfiler::choose_metrics() {
  for (std::size_t i = 0; i < counter_metrics.size(); ++i) {
    auto asked = parameters<cupti::MetricProperties>();
    asked.host = host_;
    asked.metric = counter_metrics[i].name;
    has_[i] = call_.metric_properties(asked) == cupti::success;
    if (has_[i]) names_.push_back(counter_metrics[i].name);
  }
  if (names_.empty())
    throw CountersRefused("this GPU has none of the hardware counters that are asked for");
  auto added = parameters<cupti::AddMetrics>();
  added.host = host_;
  added.metrics = names_.data();
  added.count = names_.size();
  check(call_.add_metrics, added);
}

void RangeProfiler::make_config() {
  auto size = parameters<cupti::ConfigSize>();
  size.host = host_;
  check(call_.config_size, size);
  config_.resize(size.bytes);
  auto image = parameters<cupti::ConfigImage>();
  image.host = host_;
  image.bytes = config_.size();
  image.image = config_.data();
  check(call_.config_image, image);
  auto count = parameters<cupti::PassCount>();
  count.bytes = config_.size();
  count.image = config_.data();
  check(call_.pass_count, count);
  passes_ = count.passes;
}

/// One range, at one level.
void RangeProfiler::enable() {
  auto enabled = parameters<cupti::Enable>();
  enabled.context = device_.context;
  check(call_.enable, enabled);
  profiler_ = enabled.profiler;

  auto size = parameters<cupti::DataSize>();
  size.profiler = profiler_;
  size.metrics = names_.data();
  size.count = names_.size();
  size.most_ranges = 1;
  size.most_nodes = 1;
  check(call_.data_size, size);
  data_.resize(size.bytes);
  auto empty = parameters<cupti::DataInitialize>();
  empty.profiler = profiler_;
  empty.bytes = data_.size();
  empty.data = data_.data();
  check(call_.data_initialize, empty);

  auto config = parameters<cupti::SetConfig>();
  config.profiler = profiler_;
  config.config_bytes = config_.size();
  config.config = config_.data();
  config.data_bytes = data_.size();
  config.data = data_.data();
  config.range = cupti::user_range;
  config.replay = cupti::user_replay;
  config.most_ranges = 1;
  config.nesting_levels = 1;
  config.first_level = 1;
  config.pass = 0;
  config.target_level = 1;
  check(call_.set_config, config);
}

void RangeProfiler::in_range(const std::function<void()>& work) {
  auto pushed = parameters<cupti::PushRange>();
  pushed.profiler = profiler_;
  pushed.name = "step";
  check(call_.push_range, pushed);
  auto popped = parameters<cupti::OfProfiler>();
  popped.profiler = profiler_;
  try {
    work();
  } catch (...) {
    (void)call_.pop_range(popped);
    throw;
  }
  check(call_.pop_range, popped);
}

/// Whether it was the last one.
bool RangeProfiler::make_pass(const std::function<void()>& work) {
  auto started = parameters<cupti::OfProfiler>();
  started.profiler = profiler_;
  check(call_.start, started);
  auto stopped = parameters<cupti::Stop>();
  stopped.profiler = profiler_;
  try {
    in_range(work);
  } catch (...) {
    (void)call_.stop(stopped);
    throw;
  }
  check(call_.stop, stopped);
  return stopped.all_passes_are_done != 0;
}

void RangeProfiler::count(const std::function<void()>& work) {
  for (std::size_t made = 0; !make_pass(work);)
    if (++made >= most_passes)
      throw CountersRefused("CUPTI asks for ever more passes (" + std::to_string(passes_) +
                            " were planned)");
  decode();
}

/// What the hardware has counted comes into the data image.
void RangeProfiler::decode() {
  auto decoded = parameters<cupti::Decode>();
  decoded.profiler = profiler_;
  check(call_.decode, decoded);
  auto info = parameters<cupti::DataInfo>();
  info.data = data_.data();
  info.bytes = data_.size();
  check(call_.data_info, info);
  if (decoded.dropped > 0 || info.ranges != 1)
    throw CountersRefused("CUPTI lost what it counted (" + std::to_string(info.ranges) +
                          " ranges, " + std::to_string(decoded.dropped) + " dropped)");
}

CounterReading RangeProfiler::evaluate() {
  std::vector<double> found(names_.size());
  auto asked = parameters<cupti::Evaluate>();
  asked.host = host_;
  asked.data = data_.data();
  asked.data_bytes = data_.size();
  asked.range = 0;
  asked.metrics = names_.data();
  asked.count = names_.size();
  asked.values = found.data();
  check(call_.evaluate, asked);
  std::array<std::optional<double>, counter_metrics.size()> values;
  std::size_t next = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (has_[i]) values[i] = found[next++];
  return reading_of(values);
}

}  // namespace

CounterReading count_range(const Cupti& cupti, const CounterDevice& device,
                           const std::function<void()>& work) {
  if (!cupti.reason().empty()) throw CountersRefused(cupti.reason(), cupti.advice());
  if (!device.context) throw CountersRefused("hardware counters need a CUDA device");
  RangeProfiler profiler(cupti, device);
  profiler.prepare();
  profiler.count(work);
  return profiler.evaluate();
}

}  // namespace livewarp
