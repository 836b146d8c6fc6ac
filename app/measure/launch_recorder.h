#pragma once

#include <optional>
#include <vector>

#include "kernels/core/exec/exec.h"
#include "kernels/core/exec/occupancy.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Takes down what a variant would launch, and does nothing else, for the memory that it is given
/// may be a GPU's: grid, block and shared bytes of each kernel are known to its launch code alone.
class LaunchRecorder final : public KernelExec {
 public:
  struct Record {
    KernelRef kernel;
    Dim3 grid, block;
    std::size_t shared_bytes = 0;  ///< dynamic, with what is reserved
  };
  const std::vector<Record>& records() const { return records_; }
  /// That of the step's main kernel, see `Kernel::main`; null where nothing was launched.
  const Record* main() const;
  /// Whether the step fills `__constant__` data.
  bool fills_constants() const { return fills_constants_; }

  Executor executor() const override { return Executor::cuda; }
  void fill_bytes(void*, int, std::size_t) override {}
  void copy_to_host(void*, const void*, std::size_t) override {}
  void copy_from_host(void*, const void*, std::size_t) override {}
  void on_host(std::function<void()>) override {}
  std::uint64_t texture(const TextureSpec&) override { return 0; }
  std::uint64_t surface(const TextureArray&, int) override { return 0; }
  void copy_to_array(const TextureArray&, const void*, std::size_t) override {}
  void copy_from_array(void*, std::size_t, const TextureArray&) override {}
  void for_range(std::int64_t, std::int64_t, int, const std::function<void(Range)>&) override {}

 protected:
  void launch_raw(const KernelRef& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                  const void* const*, const std::size_t*, std::size_t) override {
    records_.push_back({kernel, grid, block, shared_bytes + reserved_shared()});
  }
  void upload_symbol(const void*, const void*, std::size_t) override { fills_constants_ = true; }
  void copy_symbol(const void*, const void*, std::size_t) override { fills_constants_ = true; }

 private:
  std::vector<Record> records_;
  bool fills_constants_ = false;
};

/// The launch of a step that does its main work.
struct MainLaunch {
  KernelRef kernel;
  KernelResources resources;
  Dim3 grid, block;
  std::size_t shared_bytes = 0;  ///< dynamic
};

/// Of the step that `simulation` would make next; nothing where the driver cannot tell. It costs no
/// time on the device. Steps after it find no scratch that was kept, so it belongs where a launch
/// has just been chosen.
std::optional<MainLaunch> main_launch(Simulation& simulation);

/// What the main kernel of a variant's step needs of a multiprocessor.
struct KernelFigures {
  KernelResources resources;
  Occupancy occupancy;
  Dim3 grid, block;
  std::size_t shared_bytes = 0;  ///< dynamic
};

/// How many of its blocks such a GPU holds at a time; nothing of one that nobody knows.
std::optional<Occupancy> occupancy_of(const MainLaunch& launch, const GpuInfo& gpu);

/// KiB that a launch with these values can reserve on such a GPU (see shared_reserve.h) next to
/// what its kernel uses.
std::int64_t most_reserve(const MainLaunch& launch, const Values& values, const GpuInfo& gpu);
/// Throws `Error`, with the numbers, where the launch reserves more.
void require_reserve(const MainLaunch& launch, const Values& values, const GpuInfo& gpu);

/// Of the step that `simulation` would make next; nothing where the driver cannot tell.
std::optional<KernelFigures> kernel_figures(Simulation& simulation, const GpuInfo& gpu);

}  // namespace livewarp
