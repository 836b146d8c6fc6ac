// The lens over every variant of the registry.
#include "kernels/emulator/lens/lens.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "kernels/kernel_sources.h"
#include "kernels/registry.h"

namespace livewarp::emulator {
namespace {

TEST(Lens, SeesEveryVariantThatTheHostExecutes) {
  const Registry registry;
  int seen = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (variant->backend != Backend::cuda) continue;
      Choice choice = default_choice(*workload, variant->name, variant->backend);
      choice.problem = lens_problem(*workload, choice);
      const Lens lens = look(*workload, choice);
      const std::string name = workload->info().name + " " + variant->name;
      if (!lens.refusal.empty()) continue;
      ++seen;
      ASSERT_FALSE(lens.kernels.empty()) << name;
      for (const KernelAccesses& kernel : lens.kernels) {
        // What is for groups that a walk gives up: here there are none.
        if (kernel.kernel.starts_with("nbody_tree_wide")) continue;
        EXPECT_GT(kernel.warps, 0) << name << " " << kernel.kernel;
        EXPECT_GT(kernel.active, 0) << name << " " << kernel.kernel;
        EXPECT_LE(kernel.active, 32) << name << " " << kernel.kernel;
        EXPECT_FALSE(kernel.lines.empty()) << name << " " << kernel.kernel;
        for (const LineAccesses& line : kernel.lines) {
          EXPECT_GT(line.line.line, 0) << name << " " << kernel.kernel;
          EXPECT_TRUE(line.line.file.starts_with("kernels/")) << name << " " << line.line.file;
          EXPECT_LE(line.count.lanes, 32 * line.count.requests);
          if (line.count.space != MemorySpace::global) continue;
          EXPECT_GE(line.count.sectors, line.count.ideal_sectors) << name;
        }
      }
    }
  EXPECT_GT(seen, 40);
}

// The present problem, no other: sizes alone are halved, so that blocks stay whole.
TEST(Lens, LooksAtTheProblemThatIsSetAtASmallerSize) {
  const Registry registry;
  const Workload& blur = *registry.find("convolution");
  Choice choice = default_choice(blur, "shared", Backend::cuda);
  choice.problem["radius"] = std::int64_t{7};
  choice.problem["width"] = std::int64_t{4096};
  choice.problem["height"] = std::int64_t{2048};
  Values wanted = choice.problem;
  wanted["width"] = std::int64_t{256};
  wanted["height"] = std::int64_t{128};
  EXPECT_EQ(lens_problem(blur, choice), wanted);
  choice.problem["width"] = std::int64_t{33};
  choice.problem["height"] = std::int64_t{65};
  EXPECT_EQ(lens_problem(blur, choice), choice.problem) << "a small one stays as it is";
}

// 2,160 columns of 4 bytes begin at sectors; halved four times they were 135, which do not.
TEST(Lens, ASmallerSizeBeginsAtSectorsAsTheLargeOneDoes) {
  const Registry registry;
  const Workload& transpose = *registry.find("transpose");
  Choice choice = default_choice(transpose, "shared", Backend::cuda);
  choice.problem["width"] = std::int64_t{3840};
  choice.problem["height"] = std::int64_t{2160};
  const Values small = lens_problem(transpose, choice);
  EXPECT_LT(get_integer(small, "height"), 300);
  EXPECT_EQ(get_integer(small, "width") % 32, 0);
  EXPECT_EQ(get_integer(small, "height") % 16, 0);
  EXPECT_NE(get_integer(small, "height") % 32, 0) << "2,160 fills no whole tiles either";
  choice.problem["width"] = std::int64_t{3839};
  choice.problem["height"] = std::int64_t{2161};
  const Values odd = lens_problem(transpose, choice);
  EXPECT_EQ(get_integer(odd, "width"), 239);
  EXPECT_EQ(get_integer(odd, "height"), 135);
}

Lens heat_lens(const std::string& variant) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  Choice choice = default_choice(heat, variant, Backend::cuda);
  choice.problem = lens_problem(heat, choice);
  return look(heat, choice);
}

std::string_view text_of(const SourceLine& line) {
  return kernel_lines(line.file).at(std::size_t(line.line - 1));
}

// Its loads go through two functions that hand a value on, and say less than the lines that call
// these.
TEST(Lens, CountsStandWhereTheKernelAsks) {
  const Lens lens = heat_lens("naive");
  ASSERT_EQ(lens.kernels.size(), 1u) << lens.refusal;
  int loads = 0, stores = 0;
  for (const LineAccesses& line : lens.kernels.front().lines) {
    ASSERT_EQ(line.line.file, "kernels/heat/cuda/heat_plain.cuh");
    const std::string_view text = text_of(line.line);
    if (line.count.kind == AccessKind::read) {
      EXPECT_NE(text.find("at(i"), std::string_view::npos) << text;
      ++loads;
    } else {
      EXPECT_NE(text.find("store_real(out"), std::string_view::npos) << text;
      ++stores;
    }
  }
  EXPECT_GE(loads, 2) << "five loads on several lines";
  EXPECT_EQ(stores, 1);
}

// One of its functions calls another that the compiler leaves a function of its own.
TEST(Lens, AFunctionThatIsCalledFromOnePlaceKeepsItsAccesses) {
  const Lens lens = heat_lens("texture");
  ASSERT_FALSE(lens.kernels.empty()) << lens.refusal;
  int fetches = 0;
  for (const LineAccesses& line : lens.kernels.back().lines) {
    if (line.count.kind != AccessKind::texture) continue;
    const std::string_view text = text_of(line.line);
    EXPECT_NE(text.find("texels.at("), std::string_view::npos) << text;
    ++fetches;
  }
  EXPECT_GE(fetches, 3) << "the centre, left and right, above and below";
}

/// One step over the whole grid, by the counters of an H100 (docs/measured/nvidia-h100-lens.md).
struct Counters {
  const char *workload, *variant;
  Values sizes;
  std::array<std::int64_t, 5> counts;  ///< requests and sectors of loads, of stores; wavefronts
};

std::array<std::int64_t, 5> sums(const Lens& lens) {
  std::array<std::int64_t, 5> sum{};
  for (const KernelAccesses& kernel : lens.kernels)
    for (const LineAccesses& line : kernel.lines) {
      const AccessCount& count = line.count;
      if (count.space == MemorySpace::shared) sum[4] += count.wavefronts;
      if (count.space != MemorySpace::global) continue;
      if (count.kind != AccessKind::read && count.kind != AccessKind::write) continue;
      const std::size_t first = count.kind == AccessKind::read ? 0 : 2;
      sum[first] += count.requests;
      sum[first + 1] += count.sectors;
    }
  return sum;
}

// The kernels' own source, compiled by another compiler for another processor: borders that
// diverge, lanes that meet again after an atomic, copies of a loop's end, bank conflicts.
TEST(Lens, CountsWhatAGpuCounts) {
  const Registry registry;
  const auto sizes = [](std::initializer_list<std::pair<const char*, std::int64_t>> all) {
    Values values;
    for (const auto& [id, size] : all) values[id] = size;
    return values;
  };
  const Counters seen[] = {
      {"heat", "naive", sizes({{"nx", 330}, {"ny", 131}}), {7117, 32600, 1441, 6482, 0}},
      {"heat", "transposed", sizes({{"nx", 330}, {"ny", 131}}), {8210, 212478, 1650, 43230, 0}},
      {"heat",
       "tile-temporal",
       sizes({{"nx", 330}, {"ny", 131}}),
       {3600, 13020, 1441, 6482, 82564}},
      {"heat3d",
       "point",
       sizes({{"nx", 66}, {"ny", 35}, {"nz", 33}}),
       {21879, 77089, 3465, 12127, 0}},
      {"histogram", "shared", sizes({{"width", 97}, {"height", 65}}), {198, 789, 0, 0, 2066}},
      {"transpose",
       "swizzled",
       sizes({{"width", 97}, {"height", 65}}),
       {260, 1013, 291, 1041, 551}},
      {"convolution",
       "matrix",
       sizes({{"width", 97}, {"height", 65}}),
       {1680, 21080, 225, 3953, 425}},
      {"scan", "hillis-steele", sizes({{"n", 1001}}), {81, 245, 61, 225, 1002}},
      {"scan", "chained", sizes({{"n", 1001}}), {9, 126, 10, 127, 34}},
      {"sort", "bitonic-global", sizes({{"n", 1001}}), {1760, 10305, 1643, 8811, 0}},
  };
  for (const Counters& one : seen) {
    const Workload& workload = *registry.find(one.workload);
    Choice choice = default_choice(workload, one.variant, Backend::cuda);
    for (const auto& [id, size] : one.sizes) choice.problem[id] = size;
    EXPECT_EQ(sums(look(workload, choice, {.whole_grid = true})), one.counts)
        << one.workload << " " << one.variant;
  }
}

// One block of 256 threads. Loading is 8 requests of shared memory and the result 1; a step with w
// warps at work is 3 w. Halves: w = 4, 2, 1 and five times 1, none of which meets another in a
// bank. By a strided index lanes stand 2, 4, 8 ... words apart, and so many of them meet, as far as
// there are as many.
TEST(Lens, SeesTheBanksInWhichAStridedSumMeets) {
  const Registry registry;
  const Workload& reduce = *registry.find("reduce");
  const auto wavefronts = [&](const char* variant) {
    Choice choice = default_choice(reduce, variant, Backend::cuda);
    choice.problem["n"] = std::int64_t{256};
    choice.launch["block"] = std::string("256");
    return sums(look(reduce, choice, {.whole_grid = true}))[4];
  };
  EXPECT_EQ(wavefronts("sequential"), 8 + 3 * (4 + 2 + 1 + 5 * 1) + 1);
  EXPECT_EQ(wavefronts("strided"), 8 + 3 * (4 * 2 + 2 * 4 + 8 + 8 + 8 + 4 + 2 + 1) + 1);
}

// One block of 256 threads, 512 elements. Writing them and reading the result is 32 requests. On
// the way up a node is three requests, on the way down four, and 256, 128 ... 1 nodes stand 2, 4
// ... 512 words apart: 2, 4, 8, 16 lanes of each warp meet in a bank. With a word left out after
// each 32 none do.
TEST(Lens, SeesWhatPaddingSavesATree) {
  const Registry registry;
  const Workload& scan = *registry.find("scan");
  const auto wavefronts = [&](const char* variant) {
    Choice choice = default_choice(scan, variant, Backend::cuda);
    choice.problem["n"] = std::int64_t{512};
    choice.launch["block"] = std::string("256");
    return sums(look(scan, choice, {.whole_grid = true}))[4];
  };
  constexpr std::int64_t root = 1;
  EXPECT_EQ(wavefronts("blelloch"),
            32 + root + (3 + 4) * (8 * 2 + 4 * 4 + 2 * 8 + 16 + 16 + 8 + 4 + 2 + 1));
  EXPECT_EQ(wavefronts("padded"), 32 + root + (3 + 4) * (8 + 4 + 2 + 6 * 1));
}

// A warp sorts 64 keys in falling order, of which every step exchanges every pair: 21 steps of two
// loads and two stores. Pairs less than 32 apart meet two to a bank, whatever the distance; those
// of the one step over 32 do not. Filling and emptying the tile are two requests each.
TEST(Lens, SeesTheBanksInWhichPairsOfKeysMeet) {
  const Registry registry;
  const Workload& sort = *registry.find("sort");
  Choice choice = default_choice(sort, "bitonic", Backend::cuda);
  choice.problem["n"] = std::int64_t{64};
  choice.problem["pattern"] = std::string("reversed");
  choice.launch["block"] = std::string("32");
  EXPECT_EQ(sums(look(sort, choice, {.whole_grid = true}))[4], 4 * (20 * 2 + 1) + 2 + 2);
}

}  // namespace
}  // namespace livewarp::emulator
