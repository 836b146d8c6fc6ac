#include <chrono>
#include <cstring>
#include <deque>
#include <optional>
#include <thread>
#include <utility>

#include "kernels/core/exec/cuda/cuda_issuer.h"
#include "kernels/core/exec/cuda/cuda_textures.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/host_range.h"
#include "kernels/core/exec/occupancy.h"
#include "kernels/core/exec/take_part.h"
#include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

namespace command = cuda_command;

bool is_launch(const CudaCommand& some) {
  return std::holds_alternative<command::KernelLaunch>(some) ||
         std::holds_alternative<command::LaunchGraph>(some) ||
         std::holds_alternative<command::LibraryCall>(some);
}

/// Between a round trip's host copy and the device, from the first of `buffers` up to the end of
/// the last: they lie side by side.
command::Copy copy(std::span<Buffer* const> buffers, bool to_device) {
  const Buffer &first = *buffers.front(), &last = *buffers.back();
  const auto* const begin = static_cast<const std::byte*>(first.data());
  const auto* const end = static_cast<const std::byte*>(last.data()) + last.bytes();
  void *const device = first.data(), *const host = first.shadow();
  return {to_device ? device : host, to_device ? host : device, std::size_t(end - begin), to_device,
          first.mode() == MemoryMode::pageable};
}

/// How many buffers from the first on lie side by side.
std::size_t run_length(std::span<Buffer* const> buffers) {
  std::size_t length = 1;
  while (length < buffers.size() && buffers[length - 1]->followed_by(*buffers[length])) ++length;
  return length;
}

/// Whether the host would stand still until the device has done all that it was given.
bool blocks(const CudaCommand& some) {
  const auto* const copy = std::get_if<command::Copy>(&some);
  return copy && copy->blocks;
}

class RuntimeExec final : public CudaExec {
  /// Adds the kernel that an asynchronous error most likely comes from.
  template <class F>
  auto naming_kernel(F&& use) {
    try {
      return use();
    } catch (const Error& error) {
      if (issuer_.last_kernel().empty()) throw;
      throw Error(std::string(error.what()) + ", last kernel launched: " + issuer_.last_kernel(),
                  error.advice());
    }
  }

 public:
  explicit RuntimeExec(std::stop_token stop, TakePart take_part = {},
                       Priority priority = Priority::usual)
      : stop_(std::move(stop)), take_part_(std::move(take_part)),
        issuer_(priority == Priority::high) {}
  ~RuntimeExec() override { cudaStreamSynchronize(issuer_.stream()); }

  Executor executor() const override { return Executor::cuda; }
  void* stream() const override { return issuer_.stream(); }

  void stage(Stage stage) override { give(command::SetStage{stage}); }
  void hold() override { give(command::Hold{}); }
  void release() override { give(command::Release{}); }
  void begin_step() override { give(command::BeginStep{}); }
  void end_step() override { give(command::EndStep{}); }
  void copy_in(Buffer& buffer) override {
    Buffer* const one = &buffer;
    copy_all_in({&one, 1});
  }
  void copy_out(Buffer& buffer) override {
    Buffer* const one = &buffer;
    copy_all_out({&one, 1});
  }
  void copy_all_in(std::span<Buffer* const> buffers) override {
    for (std::size_t length = 0; !buffers.empty(); buffers = buffers.subspan(length)) {
      length = run_length(buffers);
      const std::span run = buffers.first(length);
      if (run.front()->round_trip())
        give(copy(run, true));
      else
        for (Buffer* const buffer : run) make_ready(*buffer);
    }
  }
  void copy_all_out(std::span<Buffer* const> buffers) override {
    for (std::size_t length = 0; !buffers.empty(); buffers = buffers.subspan(length)) {
      length = run_length(buffers);
      const std::span run = buffers.first(length);
      if (run.front()->round_trip())
        give(copy(run, false));
      else
        for (Buffer* const buffer : run) bring_back(*buffer);
    }
  }
  void bring_back(const Buffer& buffer) {
    if (!is_managed(buffer.mode()) || buffer.bytes() == 0) return;
    if (buffer.mode() == MemoryMode::prefetch)
      give(command::Prefetch{buffer.data(), buffer.bytes(), false});
    give(command::HostRead{buffer.data(), buffer.bytes()});
  }
  void make_ready(Buffer& buffer) override {
    if (buffer.mode() == MemoryMode::prefetch && buffer.bytes() > 0)
      give(command::Prefetch{buffer.data(), buffer.bytes(), true});
  }
  void fill_bytes(void* memory, int byte, std::size_t bytes) override {
    give(command::Fill{memory, byte, bytes});
  }
  std::uint64_t texture(const TextureSpec& spec) override { return textures_.texture(spec); }
  std::uint64_t surface(const TextureArray& array, int level) override {
    return textures_.surface(array, level);
  }
  void copy_to_array(const TextureArray& array, const void* source, std::size_t pitch) override {
    const TextureArray::Shape& shape = array.shape();
    give(command::CopyToArray{array.handle(), source, pitch, shape.row_bytes(),
                              std::size_t(shape.height)});
  }
  void copy_to_host(void* host, const void* memory, std::size_t bytes) override {
    give(command::Copy{host, memory, bytes, false});
  }
  void copy_from_host(void* memory, const void* host, std::size_t bytes) override {
    give(command::Copy{memory, host, bytes, true});
  }
  void on_host(std::function<void()> work) override { give(command::HostWork{std::move(work)}); }
  void call_library(const char* name, std::function<void(void*)> call) override {
    if (graph_) throw Error(std::string(name) + ": a graph is made of launches alone");
    give(command::LibraryCall{name, std::move(call), beside_});
  }
  void copy_from_array(void* target, std::size_t pitch, const TextureArray& array) override {
    const TextureArray::Shape& shape = array.shape();
    give(command::CopyFromArray{target, array.handle(), pitch, shape.row_bytes(),
                                std::size_t(shape.height)});
  }
  void for_range(std::int64_t n, std::int64_t grain, int threads,
                 const std::function<void(Range)>& body) override {
    synchronize();  // the host loop may read what kernels wrote
    run_host_range(n, grain, threads, body, {});
  }

  void begin_graph() override { graph_.emplace(); }
  void end_graph() override {
    command::LaunchGraph graph = std::move(graph_.value());
    graph_.reset();
    give(std::move(graph));
  }
  void begin_beside() override {
    if (slice_count_ > 1) return;  // a step in parts is timed and waited for by one stream alone
    give(command::Fork{});
    beside_ = true;
  }
  void end_beside() override { beside_ = false; }
  void join() override { give(command::Join{}); }
  std::int64_t resident_blocks(const KernelRef& kernel, Dim3 block,
                               std::size_t shared_bytes) const override {
    return std::int64_t{cuda_multiprocessors()} *
           driver_occupancy_blocks(kernel, int(block.count()), shared_bytes + reserved_shared());
  }

  void set_queued(bool queued) override {
    queued_ = queued;
    if (queued)
      issuer_.timeline().share_gpu(true);  // commands wait where a window draws between them
    issuer_.timeline().end_publish();      // what is given later is no part of the picture
  }
  void set_slice_count(int count) override { slice_count_ = count; }
  void set_paced(bool paced) override { paced_ = paced; }
  int pump(int max_launches) override;
  std::size_t waiting() const override { return waiting_.size(); }
  void drop_waiting() override {
    waiting_.clear();
    issuer_.gate().open();
    try {
      issuer_.join();
    } catch (const Error&) {
      // A device that cannot even do that says so at the next command.
    }
    issuer_.timeline().drop_step();
  }
  int in_flight() override;
  void set_mark() override { mark_.record(issuer_.stream()); }
  bool passed_mark() override {
    return naming_kernel([&] { return mark_.done(); });
  }

  std::vector<StepTime> collect() override {
    return naming_kernel([&] { return issuer_.timeline().collect(); });
  }
  std::vector<double> collect_publish() override {
    return naming_kernel([&] { return issuer_.timeline().collect_publish(); });
  }
  void synchronize() override;
  void call_steps(const std::string& name) override { issuer_.timeline().call_steps(name); }
  void keep_spans(bool keep) override { issuer_.timeline().keep_spans(keep); }
  std::vector<StageSpan> take_spans() override { return issuer_.timeline().take_spans(); }

 protected:
  int slice_count() const override { return slice_count_; }
  void launch_raw(const KernelRef& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                  const void* const* args, const std::size_t* sizes, std::size_t count) override {
    offer({kernel, grid, block, shared_bytes, {}, {}, false}, args, sizes, count);
  }
  void launch_cooperative_raw(const KernelRef& kernel, Dim3 grid, Dim3 block,
                              std::size_t shared_bytes, const void* const* args,
                              const std::size_t* sizes, std::size_t count) override {
    offer({kernel, grid, block, shared_bytes, {}, {}, true}, args, sizes, count);
  }
  void upload_symbol(const void* symbol, const void* source, std::size_t bytes) override {
    const auto* first = static_cast<const std::byte*>(source);
    give(command::Upload{symbol, {first, first + bytes}});
  }
  void copy_symbol(const void* symbol, const void* memory, std::size_t bytes) override {
    give(command::CopyToSymbol{symbol, memory, bytes});
  }

 private:
  /// Launches issued since the last seal, and the event after them.
  struct Seal {
    CudaEvent event;
    int launches;
  };

  /// Keeps a command, or issues it at once.
  template <class C>
  void give(C&& command) {
    if (queued_) {
      waiting_.emplace_back(std::forward<C>(command));
      return;
    }
    // A picture may be published while the rest of a step waits: what comes now goes first.
    if (!waiting_.empty()) interrupted_ = true;
    const CudaCommand next(std::forward<C>(command));
    if (paced_ && is_launch(next)) wait_for_turn();
    issue(next);
  }
  void offer(const command::KernelLaunch& launched, const void* const* args,
             const std::size_t* sizes, std::size_t count);
  void launch(command::KernelLaunch launched, const void* const* args, const std::size_t* sizes,
              std::size_t count);
  void issue(const CudaCommand& next);
  void wait_for_turn();
  void seal();

  std::stop_token stop_;
  TakePart take_part_;
  CudaIssuer issuer_;
  CudaTextures textures_;
  std::optional<command::LaunchGraph> graph_;  ///< while launches are gathered into one
  std::deque<CudaCommand> waiting_;
  std::deque<Seal> seals_;
  CudaEvent mark_;
  int unsealed_launches_ = 0, slice_count_ = 1;
  bool queued_ = false, paced_ = false;
  bool beside_ = false;       ///< launches go to the second stream
  bool interrupted_ = false;  ///< immediate commands were issued before older ones that wait
};

void RuntimeExec::issue(const CudaCommand& next) {
  issuer_.issue(next);
  if (is_launch(next)) ++unsealed_launches_;
}

int RuntimeExec::pump(int max_launches) {
  if (interrupted_) issuer_.timeline().end_publish();
  interrupted_ = false;
  int launches = 0;
  while (!waiting_.empty()) {
    const bool launch = is_launch(waiting_.front());
    if (launch && launches == max_launches) break;
    // Only a long step is cut: its copy waits here rather than the frame for it.
    if (slice_count_ > 1 && blocks(waiting_.front()) && in_flight() > 0) break;
    const CudaCommand next = std::move(waiting_.front());
    waiting_.pop_front();
    try {
      issue(next);
    } catch (...) {
      drop_waiting();  // what follows builds on what failed
      throw;
    }
    launches += launch;
  }
  issuer_.timeline().pause();
  seal();
  return launches;
}

void RuntimeExec::seal() {
  if (unsealed_launches_ == 0) return;
  CudaEvent event = issuer_.timeline().pool().take();
  event.record(issuer_.stream());
  seals_.push_back({std::move(event), unsealed_launches_});
  unsealed_launches_ = 0;
}

int RuntimeExec::in_flight() {
  return naming_kernel([&] {
    seal();
    while (!seals_.empty() && seals_.front().event.done()) {
      issuer_.timeline().pool().give(std::move(seals_.front().event));
      seals_.pop_front();
    }
    int launches = 0;
    for (const Seal& seal : seals_) launches += seal.launches;
    return launches;
  });
}

void RuntimeExec::wait_for_turn() {
  using namespace std::chrono_literals;
  while (in_flight() > 1 && !stop_.stop_requested()) std::this_thread::sleep_for(100us);
  if (!stop_.stop_requested()) return;
  synchronize();  // what was launched may still use memory that goes now
  throw Cancelled();
}

void RuntimeExec::synchronize() {
  naming_kernel(
      [&] { check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, issuer_.stream()), "on the GPU"); });
}

/// To who takes part, if anybody does.
void RuntimeExec::offer(const command::KernelLaunch& launched, const void* const* args,
                        const std::size_t* sizes, std::size_t count) {
  if (!take_part_) return launch(launched, args, sizes, count);
  const auto make = [&](const KernelRef& kernel) {
    command::KernelLaunch made = launched;
    made.kernel = kernel;
    launch(std::move(made), args, sizes, count);
  };
  take_part_({launched.kernel,
              launched.grid,
              launched.block,
              launched.shared_bytes + reserved_shared(),
              {args, count},
              !graph_ && !beside_ && !launched.cooperative},
             make);
}

void RuntimeExec::launch(command::KernelLaunch launched, const void* const* args,
                         const std::size_t* sizes, std::size_t count) {
  constexpr std::size_t alignment = 16;
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    launched.offsets.push_back(end);
    end += (sizes[i] + alignment - 1) / alignment * alignment;
  }
  launched.beside = beside_;
  if (reserved_shared() > 0)
    require_shared(launched.kernel, launched.shared_bytes, reserved_shared());
  launched.shared_bytes += reserved_shared();
  launched.values.resize(end);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(launched.values.data() + launched.offsets[i], args[i], sizes[i]);
  if (graph_)
    graph_->launches.push_back(std::move(launched));
  else
    give(std::move(launched));
}

}  // namespace

std::unique_ptr<CudaExec> CudaExec::create(std::stop_token stop, Priority priority) {
  return std::make_unique<RuntimeExec>(std::move(stop), TakePart(), priority);
}

std::unique_ptr<CudaExec> make_cuda_exec(TakePart take_part, std::stop_token stop) {
  return std::make_unique<RuntimeExec>(std::move(stop), std::move(take_part));
}

}  // namespace livewarp
