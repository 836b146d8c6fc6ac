// Whether each memory mode gives the memory that it promises: asked of the CUDA runtime, not of
// Livewarp.
#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include <cuda_runtime_api.h>

#include "kernels/core/exec/cuda/cuda_exec_test.cuh"
#include "kernels/core/memory/device_memory.h"
#include "kernels/core/testing/mode_names_test.h"

namespace livewarp {
namespace {

/// On a card that others use too, managed memory beyond what is free could hang it: tests stay far
/// below.
constexpr std::size_t managed_test_bytes = std::size_t{8} << 20;

/// Runs the body for each mode that the card can do.
class GpuMemory : public testing::TestWithParam<MemoryMode> {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
    const std::string reason = memory_refusal(GetParam(), machine.gpus.front());
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
  static cudaMemoryType type_of(const void* memory) {
    cudaPointerAttributes found{};
    EXPECT_EQ(cudaPointerGetAttributes(&found, memory), cudaSuccess);
    return found.type;
  }
  static std::uint64_t pool_bytes() {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    std::uint64_t used = 0;
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, device), cudaSuccess);
    EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
    return used;
  }
};

TEST_P(GpuMemory, LiesWhereItsModeSays) {
  const std::uint64_t before = pool_bytes();
  {
    const Buffer buffer(managed_test_bytes, GetParam());
    const bool managed = is_managed(GetParam()), mapped = GetParam() == MemoryMode::mapped;
    EXPECT_EQ(type_of(buffer.data()), managed  ? cudaMemoryTypeManaged
                                      : mapped ? cudaMemoryTypeHost
                                               : cudaMemoryTypeDevice);
    const bool pool = GetParam() == MemoryMode::pool;
    EXPECT_EQ(pool_bytes() - before >= managed_test_bytes, pool);
    if (mapped || GetParam() == MemoryMode::pinned)
      EXPECT_EQ(type_of(buffer.shadow()), cudaMemoryTypeHost);
    if (GetParam() == MemoryMode::pageable)
      EXPECT_EQ(type_of(buffer.shadow()), cudaMemoryTypeUnregistered);
    EXPECT_NO_THROW(buffer.check_place());
  }
  EXPECT_EQ(pool_bytes(), before) << "a pool has its memory back";
}

TEST_P(GpuMemory, CheckSeesAnotherMode) {
  const Buffer buffer(4096, GetParam());
  const CudaMemory memory{buffer.data(), buffer.shadow(), buffer.bytes()};
  for (const MemoryMode other :
       {MemoryMode::device, MemoryMode::mapped, MemoryMode::managed, MemoryMode::pool}) {
    const bool same_place = other == GetParam() ||
                            (other == MemoryMode::managed && is_managed(GetParam())) ||
                            (other == MemoryMode::device && is_round_trip(GetParam()));
    if (same_place)
      EXPECT_NO_THROW(check_cuda_place(memory, other)) << name_of(other);
    else
      EXPECT_THROW(check_cuda_place(memory, other), Error) << name_of(other);
  }
}

// Small allocations may share a page, by which the driver keeps advice.
TEST_P(GpuMemory, KeepsItsAdviceWhenANeighbourGoes) {
  constexpr std::size_t small = 512;
  for (const MemoryMode other :
       {MemoryMode::read_mostly, MemoryMode::preferred_gpu, MemoryMode::accessed_by}) {
    if (!memory_refusal(other, detect_machine().gpus.front()).empty()) continue;
    std::optional<Buffer> before(std::in_place, small, other);
    const Buffer own(small, GetParam());
    std::optional<Buffer> after(std::in_place, small, other);
    EXPECT_NO_THROW(own.check_place()) << name_of(other) << " beside it";
    EXPECT_NO_THROW(before->check_place()) << name_of(other);
    EXPECT_NO_THROW(after->check_place()) << name_of(other);
    before.reset();
    after.reset();
    EXPECT_NO_THROW(own.check_place()) << name_of(other) << " was beside it";
  }
}

// Inputs come in, a kernel works on them, outputs come back: whatever the mode makes of that.
TEST_P(GpuMemory, KernelsWorkOnItInEveryStep) {
  constexpr int n = 1'000'003, steps = 20;
  const auto exec = CudaExec::create();
  Buffer buffer(n * sizeof(float), GetParam());
  const std::vector<float> start(n, 1);
  buffer.write(start.data(), n * sizeof(float));
  for (int step = 0; step < steps; ++step) {
    exec->stage(Stage::upload);
    exec->copy_in(buffer);
    exec->stage(Stage::kernel);
    exec->launch(kernel("add", add), Dim3{unsigned(ceil_div(n, 128))}, Dim3{128}, 0, buffer.data(),
                 n, 2.0f);
    exec->stage(Stage::download);
    exec->copy_out(buffer);
  }
  std::vector<float> found(n);
  buffer.read(found.data(), n * sizeof(float));
  EXPECT_EQ(found, std::vector<float>(n, 1 + 2 * steps));
}

// Those side by side go in one piece; one that does not belong to them is not touched.
TEST_P(GpuMemory, KernelsWorkOnManyThatAreCopiedTogether) {
  constexpr int n = 100'003;
  const auto exec = CudaExec::create();
  std::vector<Buffer> buffers =
      Buffer::side_by_side(std::vector<std::size_t>(4, n * sizeof(float)), GetParam());
  const std::vector<Buffer*> moved{&buffers[0], &buffers[1], &buffers[3]};
  for (int i = 0; i < 4; ++i)
    buffers[i].write(std::vector<float>(n, float(i)).data(), n * sizeof(float));
  exec->stage(Stage::upload);
  exec->copy_all_in(moved);
  exec->stage(Stage::kernel);
  for (Buffer& buffer : buffers)
    exec->launch(kernel("add", add), Dim3{unsigned(ceil_div(n, 128))}, Dim3{128}, 0, buffer.data(),
                 n, 2.0f);
  exec->stage(Stage::download);
  exec->copy_all_out(moved);
  exec->synchronize();
  for (int i = 0; i < 4; ++i) {
    std::vector<float> found(n);
    buffers[i].read(found.data(), n * sizeof(float));
    const bool left_behind = buffers[i].round_trip() && i == 2;  // its host copy is as it was
    EXPECT_EQ(found, std::vector<float>(n, float(i) + (left_behind ? 0 : 2))) << i;
  }
}

TEST_P(GpuMemory, PrefetchAsksForPagesBeforeAndAfter) {
  if (GetParam() != MemoryMode::prefetch) GTEST_SKIP() << "another mode";
  const auto exec = CudaExec::create();
  Buffer buffer(managed_test_bytes, GetParam());
  buffer.fill(1);
  const auto asked_to = [&] {
    exec->synchronize();
    int place = cudaInvalidDeviceId;
    EXPECT_EQ(cudaMemRangeGetAttribute(&place, sizeof place,
                                       cudaMemRangeAttributeLastPrefetchLocation, buffer.data(),
                                       buffer.bytes()),
              cudaSuccess);
    return place;
  };
  int device = 0;
  ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
  exec->copy_in(buffer);
  EXPECT_EQ(asked_to(), device);
  exec->copy_out(buffer);
  EXPECT_EQ(asked_to(), cudaCpuDeviceId);
  exec->make_ready(buffer);
  EXPECT_EQ(asked_to(), device);
}

// What the driver is told, asked of the CUDA runtime; without advice it is told nothing.
TEST_P(GpuMemory, AdviceIsWhatTheModeSaysAndNothingElse) {
  if (!is_managed(GetParam())) GTEST_SKIP() << "another kind of memory";
  const Buffer buffer(managed_test_bytes, GetParam());
  int device = 0;
  ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
  const auto asked = [&](cudaMemRangeAttribute attribute) {
    int found = -7;
    EXPECT_EQ(
        cudaMemRangeGetAttribute(&found, sizeof found, attribute, buffer.data(), buffer.bytes()),
        cudaSuccess);
    return found;
  };
  const MemoryMode mode = GetParam();
  EXPECT_EQ(asked(cudaMemRangeAttributeReadMostly), mode == MemoryMode::read_mostly ? 1 : 0);
  EXPECT_EQ(asked(cudaMemRangeAttributePreferredLocation),
            mode == MemoryMode::preferred_gpu ? device
            : mode == MemoryMode::accessed_by ? cudaCpuDeviceId
                                              : cudaInvalidDeviceId);
  EXPECT_EQ(asked(cudaMemRangeAttributeAccessedBy),
            mode == MemoryMode::accessed_by ? device : cudaInvalidDeviceId);
}

// A step whose copies block the host is cut: its frame must not wait for its kernels.
TEST_P(GpuMemory, APageableCopyOfALongStepWaitsItsTurn) {
  if (GetParam() != MemoryMode::pageable) GTEST_SKIP() << "another mode";
  const auto exec = CudaExec::create();
  exec->set_queued(true);
  exec->set_slice_count(2);
  Buffer buffer(1 << 20, GetParam());
  const double cycles_per_ms = detect_machine().gpus.front().clock_khz;
  exec->launch(kernel("spin", spin), Dim3{1}, Dim3{1}, 0,
               static_cast<long long>(50 * cycles_per_ms));
  exec->copy_out(buffer);
  EXPECT_EQ(exec->pump(1), 1);
  EXPECT_EQ(exec->waiting(), 1u) << "the kernel runs, and the copy would wait for it";
  exec->synchronize();
  EXPECT_EQ(exec->pump(1), 0);
  EXPECT_EQ(exec->waiting(), 0u);
}

class GpuHostWork : public GpuExec {};

// Kernel, copy, the host's part, copy, kernel: each sees what the one before it did, though nobody
// waits here.
TEST_F(GpuHostWork, StandsInItsTurnAmongCopiesAndKernels) {
  Buffer pinned(n * sizeof(float), MemoryMode::mapped);
  auto* const host = static_cast<float*>(pinned.shadow());
  spin_ms(20);
  add_to_all(3);
  exec_->copy_to_host(host, numbers_.data(), n * sizeof(float));
  exec_->on_host([host] {
    for (int i = 0; i < n; ++i) host[i] += 4;
  });
  exec_->copy_from_host(numbers_.data(), host, n * sizeof(float));
  double_all();
  exec_->synchronize();
  EXPECT_EQ(result(), all(14));
}

TEST_F(GpuHostWork, ThatWaitsCanBeDropped) {
  exec_->set_queued(true);
  auto called = std::make_shared<std::atomic<int>>(0);
  exec_->on_host([called] { ++*called; });
  EXPECT_EQ(exec_->waiting(), 1u);
  exec_->drop_waiting();
  exec_->synchronize();
  EXPECT_EQ(*called, 0);
  EXPECT_EQ(called.use_count(), 1) << "it is gone with what it held";
}

TEST(GpuManagedMemory, StaysWithinWhatIsFree) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  if (const std::string reason = memory_refusal(MemoryMode::managed, machine.gpus.front());
      !reason.empty())
    GTEST_SKIP() << reason;
  const std::size_t free = cuda_free_bytes();
  try {
    const Buffer more(free + managed_test_bytes, MemoryMode::managed);
    FAIL() << "the driver would grant it";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("could hang it"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuMemory, testing::ValuesIn(cuda_memory_modes()), name_of_mode);

}  // namespace
}  // namespace livewarp
