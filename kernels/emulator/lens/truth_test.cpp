// Counts of whole grids beside those that the hardware counted: see truth/README.md.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/core/memory/buffer.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/traced_kernels.h"
#include "livewarp/source_dir.h"

namespace livewarp::emulator {
namespace {

constexpr std::size_t columns = 7;
using Counts = std::array<std::int64_t, columns>;
const std::array<const char*, columns> titles{
    "global load requests", "global load sectors",      "global store requests",
    "global store sectors", "shared load instructions", "shared store instructions",
    "shared wavefronts"};

std::map<std::string, Counts> truth() {
  std::ifstream file(LIVEWARP_SOURCE_DIR "/kernels/emulator/truth/kernels.csv");
  std::map<std::string, Counts> all;
  std::string line;
  for (std::getline(file, line); std::getline(file, line);) {
    std::istringstream cells(line);
    std::string name, cell;
    std::getline(cells, name, ',');
    for (std::int64_t& count : all[name]) {
      std::getline(cells, cell, ',');
      count = std::stoll(cell);
    }
  }
  return all;
}

Counts counts_of(const LaunchCounts& launch) {
  Counts counts{};
  for (const AccessCount& one : launch.accesses) {
    const bool store = one.kind == AccessKind::write;
    if (one.space == MemorySpace::global && one.kind != AccessKind::atomic) {
      counts[store ? 2 : 0] += one.requests;
      counts[store ? 3 : 1] += one.sectors;
    }
    if (one.space == MemorySpace::shared) {
      if (one.kind != AccessKind::atomic) counts[store ? 5 : 4] += one.requests;
      counts[6] += one.wavefronts;
    }
  }
  return counts;
}

TEST(LensTruth, CountsWhatTheHardwareCountedOverWholeGrids) {
  if (sanitized) GTEST_SKIP() << "the same code at thousands of blocks: few of them show as much";
  const std::map<std::string, Counts> expected = truth();
  ASSERT_EQ(expected.size(), 29u);
  Buffer a(std::size_t{128} << 20, MemoryMode::host), b(std::size_t{16} << 20, MemoryMode::host);
  a.fill(1);
  b.fill(0);
  const auto recorder = std::make_shared<AccessRecorder>();
  EmulatorOptions options;
  options.observer = recorder;
  const auto exec = make_emulator_exec(options);
  std::vector<std::string> names;
  launch_traced_truth(*exec, a.data(), b.data(),
                      [&](const char* name) { names.emplace_back(name); });
  ASSERT_EQ(names.size(), recorder->launches().size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    ASSERT_TRUE(expected.contains(names[i])) << names[i];
    const Counts found = counts_of(recorder->launches()[i]), wanted = expected.at(names[i]);
    for (std::size_t column = 0; column < columns; ++column)
      EXPECT_EQ(found[column], wanted[column]) << names[i] << ": " << titles[column];
  }
}

}  // namespace
}  // namespace livewarp::emulator
