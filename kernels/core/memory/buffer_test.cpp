#include <gtest/gtest.h>

#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/huge_pages.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/testing/mode_names_test.h"

namespace livewarp {
namespace {

std::vector<unsigned char> pattern(std::size_t bytes) {
  std::vector<unsigned char> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<unsigned char>(i * 37 + 11);
  return data;
}

TEST(Buffer, HostMemoryIsAlignedAndHoldsWhatIsWritten) {
  for (const std::size_t bytes : {1u, 63u, 64u, 65u, 4099u}) {
    Buffer buffer(bytes, MemoryMode::host);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
    EXPECT_EQ(buffer.data(), buffer.shadow());
    EXPECT_FALSE(buffer.round_trip());
    const auto written = pattern(bytes);
    buffer.write(written.data(), bytes);
    std::vector<unsigned char> found(bytes);
    buffer.read(found.data(), bytes);
    EXPECT_EQ(found, written);
  }
}

TEST(Buffer, LargeHostMemoryAsksForHugePages) {
  const Buffer buffer(huge_page_bytes + 4099, MemoryMode::host);
  const auto address = reinterpret_cast<std::uintptr_t>(buffer.data());
  EXPECT_EQ(address % huge_page_bytes, 0u);
  // What the system knows of the range that holds it: "hg" stands for the advice.
  std::ifstream ranges("/proc/self/smaps");
  bool within = false, asked = false;
  for (std::string line; std::getline(ranges, line);) {
    std::uintptr_t from = 0, to = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
      within = from <= address && address < to;
    if (within && line.starts_with("VmFlags:")) asked = (line + " ").find(" hg ") != line.npos;
  }
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage"))
    GTEST_SKIP() << "this system has no transparent huge pages";
  EXPECT_TRUE(asked);
}

TEST(Buffer, FillPoisons) {
  Buffer buffer(12 * sizeof(float), MemoryMode::host);
  buffer.fill(0xFF);
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(std::isnan(static_cast<float*>(buffer.data())[i]));
}

TEST(Buffer, MovesItsMemory) {
  Buffer first(100, MemoryMode::host);
  void* const memory = first.data();
  Buffer second(std::move(first));
  EXPECT_EQ(second.data(), memory);
  // NOLINTNEXTLINE(bugprone-use-after-move): that nothing is left is the point
  EXPECT_EQ(first.data(), nullptr);
  EXPECT_EQ(first.bytes(), 0u);
  Buffer third(5, MemoryMode::host);
  third = std::move(second);
  EXPECT_EQ(third.data(), memory);
  EXPECT_EQ(third.bytes(), 100u);
  Buffer& same = third;
  third = std::move(same);
  EXPECT_EQ(third.data(), memory);
}

TEST(Buffer, SomeLieSideBySide) {
  const std::vector<std::size_t> sizes{100, 512, 0, 5};
  std::vector<Buffer> all = Buffer::side_by_side(sizes, MemoryMode::host);
  ASSERT_EQ(all.size(), 4u);
  const auto* const first = static_cast<const std::byte*>(all[0].data());
  EXPECT_EQ(all[1].data(), first + 512);
  EXPECT_EQ(all[2].data(), nullptr);
  EXPECT_EQ(all[3].data(), first + 1024);
  EXPECT_TRUE(all[0].followed_by(all[1]));
  EXPECT_TRUE(all[1].followed_by(all[3]));
  EXPECT_FALSE(all[0].followed_by(all[3]));
  EXPECT_FALSE(all[1].followed_by(all[0]));
  EXPECT_FALSE(Buffer().followed_by(Buffer()));
  EXPECT_FALSE(all[0].followed_by(Buffer::side_by_side(sizes, MemoryMode::host)[1]));
  for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(all[i].bytes(), sizes[i]);

  // The memory stays as long as one of them does.
  const auto written = pattern(5);
  all[3].write(written.data(), 5);
  all.erase(all.begin(), all.begin() + 3);
  std::vector<unsigned char> found(5);
  all[0].read(found.data(), 5);
  EXPECT_EQ(found, written);
  EXPECT_EQ(Buffer::side_by_side(std::vector<std::size_t>{0, 0}, MemoryMode::host).size(), 2u);
}

TEST(Buffer, RefusesWhatDoesNotFit) {
  Buffer buffer(10, MemoryMode::host);
  const auto data = pattern(11);
  EXPECT_THROW(buffer.write(data.data(), 11), Error);
  std::vector<unsigned char> target(11);
  EXPECT_THROW(buffer.read(target.data(), 11), Error);
  EXPECT_THROW(Buffer(SIZE_MAX - 3, MemoryMode::host), Error);
  EXPECT_THROW(Buffer(std::size_t{1} << 60, MemoryMode::host), Error);
  EXPECT_NO_THROW(Buffer(0, MemoryMode::host).fill(1));
}

TEST(Buffer, GpuModesSayWhyTheyAreImpossible) {
  if (detect_machine().has_gpu()) GTEST_SKIP() << "this machine has a GPU";
  for (const MemoryMode mode : cuda_memory_modes()) {
    EXPECT_THROW(Buffer(64, mode), Error);
    EXPECT_NO_THROW(Buffer(0, mode));
  }
}

class GpuBuffer : public testing::TestWithParam<MemoryMode> {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
    const std::string reason = memory_refusal(GetParam(), machine.gpus.front());
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(GpuBuffer, HoldsWhatIsWritten) {
  constexpr std::size_t bytes = 1'000'003;
  Buffer buffer(bytes, GetParam());
  EXPECT_EQ(buffer.shadow() != nullptr, buffer.round_trip() || GetParam() == MemoryMode::mapped);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
  const auto written = pattern(bytes);
  buffer.write(written.data(), bytes);
  std::vector<unsigned char> found(bytes);
  buffer.read(found.data(), bytes);
  EXPECT_EQ(found, written);
  buffer.fill(0xFF);
  buffer.read(found.data(), bytes);
  EXPECT_EQ(found, std::vector<unsigned char>(bytes, 0xFF));
}

TEST_P(GpuBuffer, SaysWhenMemoryIsShort) {
  EXPECT_THROW(Buffer(std::size_t{1} << 50, GetParam()), Error);
  Buffer after(64, GetParam());  // the failure leaves nothing behind
  EXPECT_NE(after.data(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuBuffer, testing::ValuesIn(cuda_memory_modes()), name_of_mode);

}  // namespace
}  // namespace livewarp
