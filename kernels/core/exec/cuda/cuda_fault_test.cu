// What the owners of CUDA's objects do when a call of theirs fails. What can be seen without a GPU,
// since the call is not made at all, is; for the rest one must have done something before.
#include <atomic>

#include "kernels/core/base/detect.h"
#include "kernels/core/exec/cuda/cuda_event.h"
#include "kernels/core/exec/cuda/cuda_exec_test.cuh"
#include "kernels/core/exec/cuda/cuda_stream.h"
#include "kernels/core/exec/cuda/cuda_versions.h"
#include "kernels/core/exec/occupancy.h"
#include "kernels/core/exec/profiler_capture.h"
#include "kernels/core/memory/device_memory.h"

namespace livewarp {
namespace {

/// What is told of a failure; empty if there is none.
template <class F>
std::string error_of(F&& use) {
  try {
    use();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(CudaFault, AnEventTellsWhy) {
  const Fault fault("cudaEventCreate", 0, cudaErrorMemoryAllocation);
  EXPECT_EQ(error_of([] { CudaEvent event; }),
            "CUDA event: out of memory (cudaErrorMemoryAllocation)");
  EXPECT_EQ(fault.failures(), 1);
}

TEST(CudaFault, ATieOfStreamsTellsWhy) {
  const Fault fault("cudaEventCreateWithFlags", 0, cudaErrorMemoryAllocation);
  EXPECT_EQ(error_of([] { CudaTie tie; }), "CUDA event: out of memory (cudaErrorMemoryAllocation)");
}

TEST(CudaFault, AStreamAndABufferNeedTheirDevice) {
  const Fault fault("cudaSetDevice", 0, cudaErrorDevicesUnavailable, 2);
  const std::string busy = std::string("device 0: ") +
                           cudaGetErrorString(cudaErrorDevicesUnavailable) +
                           " (cudaErrorDevicesUnavailable)";
  EXPECT_EQ(error_of([] { CudaStream stream("a stream"); }), busy);
  EXPECT_EQ(error_of([] { Buffer buffer(64, MemoryMode::device); }), busy);
  EXPECT_EQ(fault.failures(), 2);
}

TEST(CudaFault, WhatTheDriverKnowsOfAKernelMayBeRefused) {
  const Fault attributes("cudaFuncGetAttributes", 0, cudaErrorInvalidDeviceFunction);
  const Fault blocks("cudaOccupancyMaxActiveBlocksPerMultiprocessor", 0,
                     cudaErrorInvalidDeviceFunction);
  const std::string why = "invalid device function (cudaErrorInvalidDeviceFunction)";
  const KernelRef some = kernel("add", add).ref;
  EXPECT_EQ(error_of([&] { kernel_resources(some); }),
            "asking the driver about kernel add: " + why);
  EXPECT_EQ(error_of([&] { driver_occupancy_blocks(some, 128, 0); }),
            "occupancy of kernel add: " + why);
}

TEST(CudaFault, PrefetchAndAdviceAreOfTheDeviceInUse) {
  const Fault device("cudaGetDevice", 0, cudaErrorDevicesUnavailable, 2);
  EXPECT_EQ(error_of([] { prefetch_pages(nullptr, 64, true, nullptr); }).find("the present device"),
            0u);
  EXPECT_EQ(error_of([] {
              advise_pages(nullptr, 64, PageAdvice::read_mostly);
            }).find("the present device"),
            0u);
  EXPECT_NO_THROW(forget_advice(nullptr, 64));
}

TEST(CudaFault, WithoutItsDevicesAMachineHasAReason) {
  const Fault fault("cudaGetDeviceCount", 0, cudaErrorInitializationError);
  const Machine machine = detect_machine();
  EXPECT_FALSE(machine.has_gpu());
  EXPECT_EQ(machine.gpu_reason.find("no CUDA device: "), 0u) << machine.gpu_reason;
  EXPECT_EQ(fault.failures(), 1);
}

/// A failure is told, and nothing of it is left: the runtime has no last error, and the next launch
/// is right.
class GpuExecFault : public GpuExec {
 protected:
  template <class F>
  void expect_told(const char* call, const std::string& what, F&& use) {
    const Fault fault(call);
    EXPECT_EQ(error_of(use), what + ": unknown error (cudaErrorUnknown)") << call;
    EXPECT_EQ(fault.failures(), 1) << call;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    use();  // as if nothing had been
    exec_->synchronize();
  }
};

TEST_F(GpuExecFault, ACaptureThatCannotBeginIsTold) {
  {
    const Fault fault("cudaProfilerStart", 0, cudaErrorNotSupported);
    EXPECT_EQ(error_of([] { const ProfilerCapture capture; }),
              "the profiler's capture cannot begin: " +
                  std::string(cudaGetErrorString(cudaErrorNotSupported)) +
                  " (cudaErrorNotSupported)");
  }
  const Fault fault("cudaProfilerStop");
  EXPECT_EQ(error_of([] { const ProfilerCapture capture; }), "") << "nobody waits for its end";
  EXPECT_EQ(fault.failures(), 1);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(GpuExecFault, ALaunchIsToldWithItsKernel) {
  const Fault fault("cudaLaunchKernel");
  EXPECT_EQ(error_of([&] {
              add_to_all(1);
            }).find("kernel add (grid 8, block 128, 0 bytes of dynamic shared memory): unknown"),
            0u);
  add_to_all(2);
  EXPECT_EQ(result(), all(2));
}

TEST_F(GpuExecFault, AQueuedFailureDropsWhatFollowsAlone) {
  exec_->set_queued(true);
  for (int i = 0; i < 4; ++i) add_to_all(1);
  {
    const Fault fault("cudaLaunchKernel", 1);
    EXPECT_THROW(exec_->pump(100), Error);
  }
  EXPECT_EQ(exec_->waiting(), 0u);
  add_to_all(2);
  EXPECT_EQ(exec_->pump(100), 1);
  EXPECT_EQ(result(), all(3));
}

TEST_F(GpuExecFault, CopiesAndFillsAreTold) {
  std::vector<float> host(n);
  expect_told("cudaMemcpyAsync", "copy from the GPU",
              [&] { exec_->copy_to_host(host.data(), numbers_.data(), numbers_.bytes()); });
  expect_told("cudaMemcpyAsync", "copy to the GPU",
              [&] { exec_->copy_from_host(numbers_.data(), host.data(), numbers_.bytes()); });
  expect_told("cudaMemsetAsync", "filling device memory",
              [&] { exec_->fill_bytes(numbers_.data(), 0, numbers_.bytes()); });
}

TEST_F(GpuExecFault, WorkOfTheHostIsDoneOnceOrNotAtAll) {
  std::atomic<int> done = 0;
  expect_told("cudaLaunchHostFunc", "work on the host", [&] { exec_->on_host([&] { ++done; }); });
  EXPECT_EQ(done, 1);
}

TEST_F(GpuExecFault, AGraphThatCouldNotBeMadeIsMadeTheNextTime) {
  float amount = 0, sum = 0;
  for (const char* call : {"cudaStreamBeginCapture", "cudaGraphInstantiate", "cudaGraphLaunch"}) {
    ++amount;  // another graph
    const auto run = [&] {
      exec_->begin_graph();
      add_to_all(amount);
      exec_->end_graph();
      sum += amount;
    };
    const Fault fault(call);
    EXPECT_NE(error_of(run).find("CUDA graph: unknown error"), std::string::npos) << call;
    EXPECT_EQ(fault.failures(), 1) << call;
    run();
  }
  EXPECT_EQ(sum, 1 + 2 + 3);
  EXPECT_EQ(result(), all(sum));
}

TEST_F(GpuExecFault, ATextureAndASurfaceAreMadeTheNextTime) {
  const TextureArray array({Texel::float1, 8, 4}, MemoryMode::device);
  expect_told("cudaCreateTextureObject", "texture object",
              [&] { EXPECT_NE(exec_->texture(array.texture()), 0u); });
  expect_told("cudaCreateSurfaceObject", "surface object",
              [&] { EXPECT_NE(exec_->surface(array), 0u); });
  const Fault fault("cudaMallocArray", 0, cudaErrorMemoryAllocation);
  const auto make = [] { return TextureArray({Texel::float1, 8, 4}, MemoryMode::device); };
  EXPECT_NE(error_of(make).find("could not be allocated"), std::string::npos);
  EXPECT_NE(make().handle(), nullptr);
}

__constant__ float two_numbers[2];

TEST_F(GpuExecFault, ConstantMemoryIsFilledTheNextTime) {
  const std::vector<float> numbers{1, 2};
  expect_told("cudaMemcpyToSymbolAsync", "filling constant memory",
              [&] { exec_->upload(two_numbers, numbers.data(), 2); });
}

TEST_F(GpuExecFault, TimesOfOtherStepsAreKept) {
  exec_->begin_step();
  add_to_all(1);
  exec_->end_step();
  {
    const Fault fault("cudaEventRecord");
    exec_->begin_step();
    EXPECT_THROW(add_to_all(1), Error);
    exec_->drop_waiting();
  }
  exec_->synchronize();
  EXPECT_EQ(exec_->collect().size(), 1u);
}

TEST_F(GpuExecFault, ThePlaceOfTheDeviceIsUnknownForThatOnce) {
  const std::string pci = cuda_pci_bus_id();
  EXPECT_NE(pci, "");
  const Fault fault("cudaDeviceGetPCIBusId");
  EXPECT_EQ(cuda_pci_bus_id(), "");
  EXPECT_EQ(cuda_pci_bus_id(), pci);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

/// Whatever an allocation had before it failed it gives back.
struct Allocation {
  MemoryMode mode;
  const char *fails, *given_back;
};

TEST_F(GpuExecFault, MemoryThatCouldNotBeHadWhollyIsGivenBack) {
  for (const Allocation& one : {Allocation{MemoryMode::device, "cudaMalloc", nullptr},
                                {MemoryMode::pageable, "cudaMalloc", nullptr},
                                {MemoryMode::pinned, "cudaHostAlloc", nullptr},
                                {MemoryMode::pinned, "cudaMalloc", "cudaFreeHost"},
                                {MemoryMode::mapped, "cudaHostGetDevicePointer", "cudaFreeHost"},
                                {MemoryMode::managed, "cudaMallocManaged", nullptr},
                                {MemoryMode::read_mostly, "cudaMemAdvise", "cudaFree"},
                                {MemoryMode::preferred_gpu, "cudaMemAdvise", "cudaFree"},
                                {MemoryMode::accessed_by, "cudaMemAdvise", "cudaFree"},
                                {MemoryMode::pool, "cudaMallocAsync", nullptr},
                                {MemoryMode::pool, "cudaStreamSynchronize", "cudaFreeAsync"}}) {
    const std::string name = std::string(name_of(one.mode)) + ", " + one.fails;
    GpuInfo gpu = present_gpu_memory();
    if (!memory_refusal(one.mode, gpu).empty()) continue;
    const Fault fault(one.fails, 0, cudaErrorMemoryAllocation);
    const Fault released(one.given_back ? one.given_back : "cudaFree", Fault::never);
    EXPECT_NE(error_of([&] { Buffer buffer(4096, one.mode); }), "") << name;
    EXPECT_EQ(fault.failures(), 1) << name;
    EXPECT_EQ(released.calls(), one.given_back ? 1 : 0) << name;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << name;
    Buffer next(4096, one.mode);
    EXPECT_NO_THROW(next.fill(1)) << name;
  }
}

}  // namespace
}  // namespace livewarp
