// Grids, built-ins, types, names and constants.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/base/error.h"
#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/run/kernel_observer.h"
#include "kernels/emulator/testing/emulator_test_kernels.cuh"

namespace livewarp {
namespace {

TEST(EmulatorGrid, EveryThreadOfAThreeDimensionalGridSeesItsOwnIndices) {
  const auto exec = make_emulator_exec({.seed = 7, .threads = 2});
  const Dim3 grid{5, 3, 2}, block{7, 3, 3};
  std::vector<uint4> out(grid.count() * block.count(), uint4{9, 9, 9, 9});
  exec->launch(LIVEWARP_KERNEL(write_indices), grid, block, 0, out.data());
  for (unsigned b = 0; b < grid.count(); ++b) {
    for (unsigned t = 0; t < block.count(); ++t) {
      const uint4 v = out[b * block.count() + t];
      ASSERT_EQ(v.x, t % 7);
      ASSERT_EQ(v.y, t / 7 % 3);
      ASSERT_EQ(v.z, t / 21);
      ASSERT_EQ(v.w, b);
    }
  }
}

// It would read what the blocks that were left out would have written.
TEST(EmulatorGrid, WorkOfTheHostIsLeftOutAfterBlocksThatAre) {
  struct AllBut final : emulator::KernelObserver {
    std::uint64_t left_out = 0;
    bool runs_block(std::uint64_t block) override { return block != left_out; }
  };
  for (const std::uint64_t left_out : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{4}}) {
    EmulatorOptions options;
    const auto observer = std::make_shared<AllBut>();
    observer->left_out = left_out;
    options.observer = observer;
    const auto exec = make_emulator_exec(options);
    bool before = false, after = false;
    std::vector<uint4> out(4 * 5);
    exec->on_host([&] { before = true; });
    exec->launch(LIVEWARP_KERNEL(write_indices), {4}, {5}, 0, out.data());
    exec->on_host([&] { after = true; });
    EXPECT_TRUE(before);
    EXPECT_EQ(after, left_out == 4) << left_out;  // the grid has no such block
  }
}

// Threads of the system serve several executors by turns, between two blocks of a launch too.
TEST(EmulatorGrid, ALaunchKeepsItsSizesWhenAnotherComesBetweenItsBlocks) {
  struct Launched {
    Dim3 grid, block;
    std::vector<uint4> out = std::vector<uint4>(grid.count() * block.count());
    uint4* first = out.data();
    void* argument = &first;
    emulator::LaunchPlan plan{.kernel = LIVEWARP_KERNEL(write_indices).ref,
                              .args = &argument,
                              .grid = grid,
                              .block = block,
                              .launch = 1};
    emulator::BlockRunner runner;
    void run(unsigned index) {
      runner.begin(plan);
      runner.run(index);
    }
  };
  Launched one{{3, 2}, {5, 3}}, other{{2, 5}, {7, 2}};
  for (unsigned index = 0; index < 6; ++index) one.run(index), other.run(index);
  for (const Launched* each : {&one, &other})
    for (unsigned block = 0; block < 6; ++block)
      for (unsigned thread = 0; thread < each->block.count(); ++thread) {
        const uint4& seen = each->out[block * each->block.count() + thread];
        ASSERT_EQ(seen.w, block);
        ASSERT_EQ(seen.x + each->block.x * seen.y, thread);
      }
}

TEST(EmulatorGrid, OddSizesAreCoveredOnceAndNothingBeyondThem) {
  for (int n : {1, 31, 33, 513, 1000, 4099}) {
    for (unsigned block : {1u, 32u, 96u, 1024u}) {
      const auto exec = make_emulator_exec({.seed = static_cast<std::uint64_t>(n), .threads = 2});
      std::vector<float> a(n), b(n), c(n + 40, -5.0f);
      for (int i = 0; i < n; ++i) a[i] = 0.5f * static_cast<float>(i), b[i] = 3.0f;
      const auto blocks = static_cast<unsigned>(ceil_div(n, block));
      exec->launch(LIVEWARP_KERNEL(add), {blocks}, {block}, 0, a.data(), b.data(), c.data(), n);
      for (int i = 0; i < n; ++i) ASSERT_EQ(c[i], 0.5f * static_cast<float>(i) + 3.0f) << i;
      for (int i = n; i < n + 40; ++i) ASSERT_EQ(c[i], -5.0f) << i;
    }
  }
}

TEST(EmulatorGrid, ConstantMemoryIsWhatWasUploaded) {
  const auto exec = make_emulator_exec();
  std::vector<float4> taps(7);
  for (int k = 0; k < 7; ++k) {
    taps[k] = make_float4(static_cast<float>(k), -1, -1, static_cast<float>(k * k));
  }
  exec->upload(filter_taps, taps.data(), 7);
  std::vector<float> x(45), out(45);
  std::iota(x.begin(), x.end(), 1.0f);
  exec->launch(LIVEWARP_KERNEL(apply_taps), {2}, {32}, 0, x.data(), out.data(), 45);
  for (int i = 0; i < 45; ++i) ASSERT_EQ(out[i], 21.0f * x[i] + 91.0f);  // 0+..+6 and 0+1+4+..+36
}

// A run that is seen and the check of its variant, say: both use one array of the program, with
// other data in it.
TEST(EmulatorGrid, ExecutorsFindTheirOwnConstantMemory) {
  constexpr int n = 500;
  const std::vector<float> x(n, 1.0f);
  const auto upload = [](KernelExec& exec, float factor) {
    const std::vector<float4> taps(7, make_float4(factor, 0, 0, 0));
    exec.upload(filter_taps, taps.data(), 7);
  };
  const auto wrong = [&](KernelExec& exec, float factor) {
    std::vector<float> out(n);
    exec.launch(LIVEWARP_KERNEL(apply_taps), {16}, {32}, 0, x.data(), out.data(), n);
    return n - std::ranges::count(out, 7 * factor);
  };
  const auto one = make_emulator_exec({.threads = 1}), other = make_emulator_exec({.threads = 1});
  upload(*one, 1.0f);
  upload(*other, 2.0f);
  EXPECT_EQ(wrong(*one, 1.0f), 0);
  EXPECT_EQ(wrong(*other, 2.0f), 0);
  upload(*one, 3.0f);
  EXPECT_EQ(wrong(*other, 2.0f), 0);
  EXPECT_EQ(wrong(*one, 3.0f), 0);

  std::ptrdiff_t of_one = 0, of_other = 0;
  std::jthread beside([&] {
    for (int k = 0; k < 100; ++k) of_other += wrong(*other, 2.0f);
  });
  for (int k = 0; k < 100; ++k) of_one += wrong(*one, 3.0f);
  beside.join();
  EXPECT_EQ(of_one + of_other, 0);
}

TEST(EmulatorGrid, VectorTypesHaveTheLayoutOfCuda) {
  static_assert(sizeof(float4) == sizeof(Float4) && alignof(float4) == alignof(Float4));
  static_assert(offsetof(float4, x) == offsetof(Float4, x) && offsetof(float4, y) == 4 &&
                offsetof(float4, z) == 8 && offsetof(float4, w) == offsetof(Float4, w));
  static_assert(sizeof(int4) == 16 && alignof(int4) == 16 && alignof(uint4) == 16);
  static_assert(sizeof(double2) == 16 && alignof(double2) == 16);
  static_assert(sizeof(int3) == 12 && sizeof(uchar3) == 3 && alignof(ushort4) == 8);
  const Float4 host{1, 2, 3, 4};
  float4 kernel;
  std::memcpy(&kernel, &host, sizeof kernel);
  EXPECT_EQ(kernel.x, 1);
  EXPECT_EQ(kernel.w, 4);
  EXPECT_EQ(make_float2(5, 6).y, 6);
}

TEST(EmulatorGrid, AKernelIsNamedAsItsSourceWouldSayIt) {
  EXPECT_STREQ(LIVEWARP_KERNEL(add).ref.name, "add");
  EXPECT_STREQ(LIVEWARP_KERNEL(mirror<true>).ref.name, "mirror<true>");
  const std::string shuffled = LIVEWARP_KERNEL(shuffle<Shuffle::down, float>).ref.name;
  EXPECT_TRUE(shuffled.starts_with("shuffle<Shuffle::down, float") || shuffled.find("float") > 8);
  EXPECT_EQ(shuffled.find("compilation"), std::string::npos);
  EXPECT_EQ(LIVEWARP_KERNEL(add).ref.symbol, nullptr);
  EXPECT_NE(LIVEWARP_KERNEL(add).ref.call, nullptr);
  const auto name_in_dispatch = [](int value) {
    return dispatch<0, 1>(
        value, [](auto v) { return std::string(LIVEWARP_KERNEL(mirror<(v.value > 0)>).ref.name); });
  };
  EXPECT_EQ(name_in_dispatch(0), "mirror<false>");
  EXPECT_EQ(name_in_dispatch(1), "mirror<true>");
}

TEST(EmulatorGrid, ArgumentsAreConvertedToTheParametersTypes) {
  const auto exec = make_emulator_exec();
  std::vector<float> a(3, 1.5f), c(3);
  const std::int64_t n = 3;
  exec->launch(LIVEWARP_KERNEL(add), {1}, {4}, 0, a.data(), a.data(), c.data(), n);
  EXPECT_EQ(c, std::vector<float>(3, 3.0f));
}

TEST(EmulatorGrid, BytesAreFilledAndRangesCovered) {
  const auto exec = make_emulator_exec({.seed = 1, .threads = 2});
  EXPECT_EQ(exec->executor(), Executor::emulator);
  std::vector<unsigned char> bytes(10, 1);
  exec->fill_bytes(bytes.data() + 1, 0xab, 8);
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(bytes[1], 0xab);
  EXPECT_EQ(bytes[8], 0xab);
  EXPECT_EQ(bytes[9], 1);
  for (int threads : {1, 2}) {
    std::vector<int> hits(1003);
    exec->for_range(1003, 10, threads, [&](Range r) {
      EXPECT_LE(r.size(), 10);
      for (std::int64_t i = r.first; i < r.last; ++i) ++hits[i];
    });
    EXPECT_EQ(hits, std::vector<int>(1003, 1));
  }
}

TEST(EmulatorGrid, WorkOfTheHostBetweenKernelsIsDoneAtOnce) {
  const auto exec = make_emulator_exec();
  std::array<int, 3> memory{1, 2, 3}, host{};
  exec->copy_to_host(host.data(), memory.data(), sizeof memory);
  exec->on_host([&] { host[1] = 7; });
  exec->copy_from_host(memory.data(), host.data(), sizeof memory);
  EXPECT_EQ(memory, (std::array{1, 7, 3}));
}

}  // namespace
}  // namespace livewarp
