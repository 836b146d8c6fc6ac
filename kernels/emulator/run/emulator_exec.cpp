#include "kernels/emulator/run/emulator_exec.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/host_range.h"
#include "kernels/core/memory/host_texture.h"
#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/kernel_library.h"

namespace livewarp {

namespace {

/// `reserved`: of the shared bytes those that are the kernel's to have, not to use.
void check_limits(const KernelRef& kernel, const Dim3& grid, const Dim3& block,
                  std::size_t shared_bytes, std::size_t reserved) {
  using L = LaunchLimits;
  const auto refuse = [&](const std::string& what) {
    throw Error(fmt::format("kernel {} cannot be launched: {}", kernel.name, what));
  };
  if (!kernel.call) refuse("it has no host copy");
  if (grid.count() == 0) refuse(fmt::format("the grid {} is empty", to_text(grid)));
  if (block.count() == 0) refuse(fmt::format("the block {} is empty", to_text(block)));
  if (grid.x > L::grid_x || grid.y > L::grid_y || grid.z > L::grid_z) {
    refuse(fmt::format("the grid {} is above the limit of {}", to_text(grid),
                       to_text({L::grid_x, L::grid_y, L::grid_z})));
  }
  if (block.x > L::block_x || block.y > L::block_y || block.z > L::block_z ||
      block.count() > L::block_threads) {
    refuse(fmt::format("the block {} has {} threads, the limits are {} and {}", to_text(block),
                       block.count(), to_text({L::block_x, L::block_y, L::block_z}),
                       L::block_threads));
  }
  if (shared_bytes + reserved > L::shared_bytes) {
    refuse(fmt::format(
        "{} bytes of shared memory{} are above the limit of {}", shared_bytes + reserved,
        reserved > 0 ? fmt::format(" ({} of them reserved)", reserved) : "", L::shared_bytes));
  }
}

void copy_rows(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
               const TextureArray::Shape& shape) {
  for (std::size_t y = 0; y < std::size_t(shape.height); ++y)
    std::memcpy(static_cast<std::byte*>(target) + y * target_pitch,
                static_cast<const std::byte*>(source) + y * source_pitch, shape.row_bytes());
}

/// What the program has of `__constant__` data: each array once, which executors use by turns.
struct ConstantMemory {
  std::mutex in_use;
  const void* whose = nullptr;  ///< the executor whose data lie there; it may be gone

  static ConstantMemory& of_program() {
    static ConstantMemory memory;
    return memory;
  }
};

class EmulatorExec final : public KernelExec {
 public:
  EmulatorExec(const EmulatorOptions& options, std::stop_token stop)
      : seed_(options.seed), stop_(std::move(stop)), observer_(options.observer),
        library_(options.library), threads_(threads_of(options)), arena_(threads_) {}

  Executor executor() const override { return Executor::emulator; }
  bool traces() const override { return observer_ != nullptr; }
  void use_memory(const std::vector<NamedMemory>& memory) override {
    if (observer_) observer_->use_memory(memory);
  }
  void fill_bytes(void* memory, int byte, std::size_t bytes) override {
    std::memset(memory, byte, bytes);
  }
  std::uint64_t texture(const TextureSpec& spec) override {
    const auto found = textures_.try_emplace(spec, spec).first;
    return reinterpret_cast<std::uintptr_t>(&found->second);
  }
  std::uint64_t surface(const TextureArray& array, int level) override {
    const auto found =
        surfaces_.try_emplace({array.number(), level}, HostSurface(array, level)).first;
    return reinterpret_cast<std::uintptr_t>(&found->second);
  }
  void copy_to_array(const TextureArray& array, const void* source, std::size_t pitch) override {
    copy_rows(array.handle(), array.shape().row_bytes(), source, pitch, array.shape());
  }
  void copy_from_array(void* target, std::size_t pitch, const TextureArray& array) override {
    copy_rows(target, pitch, array.handle(), array.shape().row_bytes(), array.shape());
  }
  void copy_to_host(void* host, const void* memory, std::size_t bytes) override {
    std::memcpy(host, memory, bytes);
  }
  void copy_from_host(void* memory, const void* host, std::size_t bytes) override {
    std::memcpy(memory, host, bytes);
  }
  /// Not once an observer has left blocks out: the work may read what those would have written.
  void on_host(std::function<void()> work) override {
    if (!left_out_) work();
  }
  void for_range(std::int64_t n, std::int64_t grain, int threads,
                 const std::function<void(Range)>& body) override {
    in_arena(threads, [&](int granted) { run_host_range(n, grain, granted, body, stop_); });
  }

 protected:
  void launch_raw(const KernelRef& asked, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                  const void* const* args, const std::size_t*, std::size_t count) override {
    const KernelRef kernel = library_ ? library_->in_place_of(asked) : asked;
    // What is reserved is kept out of reach: a kernel that touches it is wrong here.
    check_limits(kernel, grid, block, shared_bytes, reserved_shared());
    // Every thread copies the parameters from here; nobody writes to them.
    std::vector<void*> slots(count);
    std::transform(args, args + count, slots.begin(),
                   [](const void* a) { return const_cast<void*>(a); });
    ++launches_;
    const bool alone = threads_ == 1 || kernel.in_order || grid.count() == 1;
    emulator::LaunchProgress progress(alone);
    const emulator::LaunchPlan plan{
        kernel,
        slots.data(),
        grid,
        block,
        shared_bytes,
        launches_,
        emulator::Random(seed_ + launches_ * 0x9e3779b97f4a7c15u).next(),
        stop_,
        observer_.get(),
        &progress};
    std::unique_lock<std::mutex> turn;
    if (!constants_.empty()) turn = take_constant_memory();
    if (observer_) observer_->begin_launch(plan);
    run(plan);
    if (observer_) observer_->end_launch();
  }

  void upload_symbol(const void* symbol, const void* source, std::size_t bytes) override {
    std::vector<std::byte>& own = constants_[symbol];
    own.resize(std::max(own.size(), bytes));
    std::memcpy(own.data(), source, bytes);
    constants_changed_ = true;
  }
  void copy_symbol(const void* symbol, const void* memory, std::size_t bytes) override {
    upload_symbol(symbol, memory, bytes);
  }

 private:
  static int threads_of(const EmulatorOptions& options) {
    if (options.observer) return 1;
    return options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
  }
  template <class F>
  void in_arena(int threads, F&& f) {
    const int granted = std::min(threads, threads_);
    if (granted <= 1) {
      f(1);
    } else {
      arena_.execute([&] { f(granted); });
    }
  }

  /// Puts this executor's data where kernels look for them; nobody else's launch may begin
  /// meanwhile.
  std::unique_lock<std::mutex> take_constant_memory() {
    ConstantMemory& memory = ConstantMemory::of_program();
    std::unique_lock lock(memory.in_use);
    if (std::exchange(memory.whose, this) != this || constants_changed_)
      for (const auto& [symbol, own] : constants_)
        std::memcpy(const_cast<void*>(symbol), own.data(), own.size());
    constants_changed_ = false;
    return lock;
  }

  void run_block(emulator::BlockRunner& runner, const emulator::LaunchPlan& plan,
                 std::uint64_t block) {
    try {
      if (!plan.observer || plan.observer->runs_block(block))
        runner.run(block);
      else
        left_out_ = true;
    } catch (...) {
      plan.progress->fail();
      throw;
    }
    plan.progress->end_block();
  }

  void run(const emulator::LaunchPlan& plan) {
    const auto blocks = static_cast<std::int64_t>(plan.grid.count());
    // Blocks have no order: every other launch goes backwards, so that a kernel cannot rely on one.
    const bool backwards = !observer_ && !plan.kernel.in_order && plan.seed & 1u;
    const std::int64_t grain = std::clamp<std::int64_t>(blocks / (threads_ * 16), 1, 64);
    in_arena(plan.progress->alone() ? 1 : threads_, [&](int granted) {
      run_host_range(
          blocks, grain, granted,
          [&](Range range) {
            emulator::BlockRunner& runner = runners_.local();
            runner.begin(plan);
            for (std::int64_t i = range.first; i < range.last; ++i) {
              if (stop_.stop_requested()) throw Cancelled();
              run_block(runner, plan, static_cast<std::uint64_t>(backwards ? blocks - 1 - i : i));
            }
          },
          stop_);
    });
  }

  // Kernels hold their addresses, which a map keeps.
  std::map<TextureSpec, HostTexture> textures_;
  std::map<std::pair<std::uint64_t, int>, HostSurface> surfaces_;  ///< of levels
  std::map<const void*, std::vector<std::byte>> constants_;        ///< what was uploaded, by array
  bool constants_changed_ = false;                                 ///< since the last launch
  std::uint64_t seed_ = 0, launches_ = 0;
  bool left_out_ = false;  ///< some block, by an observer; such launches have one thread
  std::stop_token stop_;
  std::shared_ptr<emulator::KernelObserver> observer_;
  std::shared_ptr<const emulator::KernelLibrary> library_;
  int threads_ = 1;
  tbb::task_arena arena_;
  tbb::enumerable_thread_specific<emulator::BlockRunner>
      runners_;  // fibres never change their thread
};

}  // namespace

std::unique_ptr<KernelExec> make_emulator_exec(const EmulatorOptions& options,
                                               std::stop_token stop) {
#if defined(__SANITIZE_THREAD__)
  throw Error("this build has no emulator: ThreadSanitizer does not follow its fibres");
#endif
  return std::make_unique<EmulatorExec>(options, std::move(stop));
}

}  // namespace livewarp
