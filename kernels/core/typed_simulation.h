#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/buffer.h"
#include "kernels/core/error.h"
#include "kernels/core/field_spec.h"
#include "kernels/core/workload.h"

namespace livewarp {

/// `Simulation` for any workload W (see typed_workload.h for what W provides): two copies of the
/// state, of which a step reads one and writes the other.
template <class W>
class TypedSimulation final : public Simulation {
 public:
  using Problem = typename W::Problem;

  TypedSimulation(const Rows<W>& rows, const Choice& choice, Executor executor,
                  const HostState& state)
      : rows_(&rows), executor_(executor),
        memory_(executor == Executor::cuda ? choice.memory : MemoryMode::host),
        problem_(Problem::from(choice.problem)), view_values_(choice.view),
        precision_(precision_of(choice.launch)) {
    take(loaded(state, precision_));
    steps_ = state.steps;
    time_ = state.time;
    primed_ = state.primed || !W::priming(problem_);
    select(choice.variant, choice.launch);
  }

  void select(const std::string& variant, const Values& launch) override {
    const auto found = std::find_if(rows_->variants.begin(), rows_->variants.end(),
                                    [&](const auto& row) { return row.name == variant; });
    if (found == rows_->variants.end())
      throw Error("variant " + variant + " has no code for executor " +
                  std::string(name_of(executor_)));
    // What may fail, for lack of memory, comes first and changes nothing.
    const Precision precision = precision_of(launch);
    std::optional<Fields> fields;
    if (precision != precision_) fields = loaded(snapshot(), precision);
    Scratch scratch = scratch_for(*found, problem_, launch);
    row_ = &*found;
    launch_ = launch;
    precision_ = precision;
    if (fields) take(std::move(*fields));
    take(std::move(scratch));
  }

  bool adjust(const Values& problem, const Values& view) override {
    const Problem wanted = Problem::from(problem);
    const bool fits = W::same_state(problem_, wanted) && same_sizes(wanted, false);
    Scratch scratch = fits ? scratch_for(*row_, wanted, launch_) : Scratch{};
    restyle(view);
    if (!fits) return false;
    problem_ = wanted;
    take(std::move(scratch));
    return true;
  }

  void restyle(const Values& view) override { view_values_ = view; }
  void step(Exec& exec) override { run(problem_, exec); }

  void commit() override {
    for (std::size_t i = 0; i < present_.size(); ++i)
      if (!fields_[i].constant()) std::swap(present_[i], next_[i]);
    if (!primed_ && priming_) {
      primed_ = true;
      priming_ = false;
      return;
    }
    scratch_kept_ = true;
    const int steps = row_->time_steps ? row_->time_steps(Launch(launch_)) : 1;
    steps_ += steps;
    time_ += steps * W::time_step(problem_);
  }

  bool primed() const override { return primed_; }
  void prime(Exec& exec) override {
    if (primed_) throw Error("this state is primed already");
    priming_ = true;
    run(*W::priming(problem_), exec);
  }

  void paint(const Stroke& stroke, Exec& exec) override {
    if (!rows_->paint) return;
    marked_ = true;
    scratch_kept_ = false;
    const bool round_trip = present_.front().round_trip();
    if (round_trip)
      for (Buffer& buffer : present_) exec.copy_in(buffer);
    rows_->paint(bound(problem_), problem_, Launch(launch_), view_values_, stroke, exec);
    if (round_trip)
      for (Buffer& buffer : present_) exec.copy_out(buffer);
  }

  void look(const Viewport& viewport) override { viewport_ = viewport; }
  PictureSpec picture() const override {
    if constexpr (requires { W::picture(problem_, viewport_); })
      return W::picture(problem_, viewport_);
    else
      return W::picture(problem_);
  }
  void publish(const PicturePlace& place, Exec& exec) override {
    exec.stage(Stage::publish);
    rows_->publish(bound(problem_), problem_, Launch(launch_),
                   {picture(), place.memory, place.surface, &view_values_}, exec);
  }
  View view() const override {
    if constexpr (requires { W::view(problem_, view_values_, Launch(launch_)); })
      return W::view(problem_, view_values_, Launch(launch_));
    else
      return W::view(problem_, view_values_);
  }

  bool take_stock(Exec& exec) override {
    if constexpr (requires { W::stock_bytes(problem_); }) {
      if (!rows_->take_stock) return false;
      const bool host = memory_ == MemoryMode::host;
      const std::size_t bytes = W::stock_bytes(problem_);
      if (stock_.bytes() != bytes)
        stock_ = Buffer(bytes, host ? MemoryMode::host : MemoryMode::mapped);
      rows_->take_stock(bound(problem_), problem_, stock_.data(), exec);
      return true;
    } else {
      return false;
    }
  }
  std::vector<Readout> stock() const override {
    if constexpr (requires { W::readouts(problem_, stock_.data()); })
      return W::readouts(problem_, stock_.shadow() ? stock_.shadow() : stock_.data());
    else
      return {};
  }

  HostState snapshot() const override {
    HostState state{{}, precision_, steps_, time_, primed_};
    for (const Buffer& buffer : present_) {
      state.fields.emplace_back(buffer.bytes());
      buffer.read(state.fields.back().data(), buffer.bytes());
    }
    return state;
  }
  std::optional<HostState> snapshot_for(const Values& problem) const override {
    const Problem wanted = Problem::from(problem);
    if (!W::same_state(problem_, wanted) || !same_sizes(wanted, true)) return {};
    HostState state = snapshot();
    state.steps = 0;
    state.time = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].role == FieldRole::result)
        state.fields[i].assign(W::fields(wanted)[i].bytes, std::byte{});
    return state;
  }
  std::int64_t steps() const override { return steps_; }
  double time() const override { return time_; }
  void poison_next() override {
    for (Buffer& buffer : next_) buffer.fill(0xFF);
    scratch_.fill(0xFF);
    for (TextureArray& array : arrays_) array.fill(0xFF);
    scratch_kept_ = false;
  }
  std::size_t state_bytes() const override {
    std::size_t bytes = scratch_.bytes();
    for (const TextureArray& array : arrays_) bytes += array.shape().bytes();
    for (const Buffer& buffer : present_) bytes += buffer.bytes();
    for (const Buffer& buffer : next_) bytes += buffer.bytes();
    return bytes;
  }

 private:
  /// Whether every field has the size that it has now; results may be left out.
  bool same_sizes(const Problem& problem, bool but_results) const {
    const std::vector<FieldSpec> fields = W::fields(problem);
    return std::ranges::equal(fields, fields_, [&](const FieldSpec& a, const FieldSpec& b) {
      return a.bytes == b.bytes || (but_results && a.role == FieldRole::result);
    });
  }

  /// The buffers of a state, in some precision. Constant fields have no second copy.
  struct Fields {
    std::vector<FieldSpec> specs;
    std::vector<Buffer> present, next;
    bool marked = false;
  };
  Fields loaded(const HostState& state, Precision precision) const {
    Fields fields{.specs = W::fields(problem_)};
    if (state.fields.size() != fields.specs.size()) throw Error("state does not fit this workload");
    for (std::size_t i = 0; i < fields.specs.size(); ++i) {
      const FieldSpec& spec = fields.specs[i];
      if (state.fields[i].size() != spec.stored(state.precision))
        throw Error("state does not fit this problem: field " + spec.name);
      const bool as_is = spec.role != FieldRole::state || state.precision == precision;
      const std::vector<std::byte> bytes =
          as_is ? std::vector<std::byte>() : converted(state.fields[i], state.precision, precision);
      const std::vector<std::byte>& source = as_is ? state.fields[i] : bytes;
      fields.present.emplace_back(source.size(), memory_);
      fields.present.back().write(source.data(), source.size());
      fields.next.push_back(spec.constant() ? Buffer() : Buffer(source.size(), memory_));
      if (spec.role == FieldRole::marks)
        fields.marked |= std::ranges::any_of(source, [](std::byte b) { return b != std::byte{}; });
    }
    return fields;
  }
  void take(Fields fields) {
    fields_ = std::move(fields.specs);
    present_ = std::move(fields.present);
    next_ = std::move(fields.next);
    marked_ = fields.marked;
  }

  /// What a row needs beside the state, where that is not there already.
  struct Scratch {
    std::optional<Buffer> memory;
    std::optional<std::vector<TextureArray>> arrays;
  };
  Scratch scratch_for(const Variant<W>& row, const Problem& problem, const Values& launch) const {
    const std::size_t bytes = row.bytes_needed(problem, Launch(launch));
    const TextureArray::Shapes shapes = row.arrays_needed(problem, Launch(launch));
    const MemoryMode mode = memory_ == MemoryMode::host ? MemoryMode::host : MemoryMode::device;
    Scratch scratch;
    if (bytes != scratch_.bytes()) scratch.memory = bytes ? Buffer(bytes, mode) : Buffer();
    if (!std::ranges::equal(shapes, arrays_, {}, {}, &TextureArray::shape))
      for (scratch.arrays.emplace(); const auto& shape : shapes)
        scratch.arrays->emplace_back(shape, mode);
    return scratch;
  }
  void take(Scratch scratch) {
    scratch_kept_ = false;
    if (scratch.memory) scratch_ = std::move(*scratch.memory);
    if (scratch.arrays) arrays_ = std::move(*scratch.arrays);
  }

  /// What the row's functions read: of a constant field both pointers are the same.
  auto bound(const Problem& problem) const {
    std::vector<void*> in, out;
    for (std::size_t i = 0; i < present_.size(); ++i) {
      in.push_back(present_[i].data());
      out.push_back(fields_[i].constant() ? present_[i].data() : next_[i].data());
    }
    typename W::Step step = [&] {
      if constexpr (requires { W::bind(problem, in, out, nullptr, Launch(launch_), true); })
        return W::bind(problem, in, out, scratch_.data(), Launch(launch_), marked_);
      else
        return W::bind(problem, in, out, scratch_.data());
    }();
    if constexpr (requires { step.arrays = arrays_; }) step.arrays = arrays_;
    return step;
  }

  bool is_read(FieldRole role) const {
    return role == FieldRole::marks ? marked_ : role != FieldRole::result;
  }

  void run(const Problem& problem, Exec& exec) {
    const bool round_trip = present_.front().round_trip();
    if (round_trip) {
      exec.stage(Stage::upload);
      for (std::size_t i = 0; i < present_.size(); ++i)
        if (is_read(fields_[i].role)) exec.copy_in(present_[i]);
    }
    exec.stage(Stage::kernel);
    typename W::Step step = bound(problem);
    if constexpr (requires { step.scratch_kept = true; }) step.scratch_kept = scratch_kept_;
    if constexpr (requires { step.index = steps_; }) step.index = steps_;
    row_->step(step, Launch(launch_), exec);
    if (round_trip) {
      exec.stage(Stage::download);
      for (std::size_t i = 0; i < next_.size(); ++i)
        if (!fields_[i].constant()) exec.copy_out(next_[i]);
    }
  }

  const Rows<W>* rows_;
  Executor executor_;
  MemoryMode memory_;
  Problem problem_;
  Values view_values_;
  Precision precision_;
  Viewport viewport_;
  std::vector<FieldSpec> fields_;
  bool marked_ = false;  ///< a field of marks holds something
  /// The scratch holds what the last step left there, and constant fields are what they were.
  bool scratch_kept_ = false;
  const Variant<W>* row_ = nullptr;
  Values launch_;
  std::vector<Buffer> present_, next_;
  Buffer scratch_;
  Buffer stock_;  ///< few numbers, written by kernels where the host reads them
  std::vector<TextureArray> arrays_;
  std::int64_t steps_ = 0;
  double time_ = 0;
  bool primed_ = false, priming_ = false;
};

}  // namespace livewarp
