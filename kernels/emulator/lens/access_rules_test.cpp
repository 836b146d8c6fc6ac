// The cost of accesses, against what an H200 counted, against counting with sets, and by hand.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/emulator/lens/access_rules.h"
#include "livewarp/source_dir.h"

namespace livewarp::emulator {
namespace {

constexpr unsigned everyone = 0xffffffffu;

/// Lane t asks for `bytes` bytes at place(t).
WarpAccess made(unsigned bytes, unsigned active,
                const std::function<std::uint64_t(unsigned)>& place, bool store = false) {
  WarpAccess access{.active = active, .bytes = bytes, .store = store};
  for (unsigned t = 0; t < 32; ++t) access.address[t] = place(t);
  return access;
}

/// Neighbours ask for neighbours, from `first` on.
WarpAccess row(unsigned bytes, unsigned active = everyone, std::uint64_t first = 0) {
  return made(bytes, active, [=](unsigned t) { return first + std::uint64_t{bytes} * t; });
}

struct Pattern {
  std::string name;
  WarpAccess access;
  int wavefronts = 0;
};

std::vector<Pattern> measured_patterns() {
  std::ifstream file(LIVEWARP_SOURCE_DIR "/kernels/emulator/truth/shared_patterns.csv");
  std::vector<Pattern> patterns;
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string cell;
    const auto next = [&] { return std::getline(cells, cell, ',') ? cell : std::string(); };
    Pattern pattern;
    pattern.name = line;
    next();
    pattern.access.bytes = unsigned(std::stoi(next()));
    pattern.access.store = next() == "store";
    pattern.wavefronts = std::stoi(next());
    for (unsigned t = 0; t < 32; ++t) {
      const int element = std::stoi(next());
      if (element < 0) continue;
      pattern.access.active |= 1u << t;
      pattern.access.address[t] = std::uint64_t(element) * pattern.access.bytes;
    }
    patterns.push_back(pattern);
  }
  return patterns;
}

TEST(AccessRules, EveryMeasuredPatternOfSharedMemoryTakesItsWavefronts) {
  const std::vector<Pattern> patterns = measured_patterns();
  ASSERT_EQ(patterns.size(), 312u);
  for (const Pattern& pattern : patterns)
    EXPECT_EQ(shared_wavefronts(pattern.access), pattern.wavefronts) << pattern.name;
}

TEST(AccessRules, WhereASharedArrayBeginsDoesNotMatter) {
  for (Pattern& pattern : measured_patterns()) {
    for (std::uint64_t& address : pattern.access.address) address += 0x7f1200000004;
    ASSERT_EQ(shared_wavefronts(pattern.access), pattern.wavefronts) << pattern.name;
  }
}

TEST(AccessRules, SectorsAreThePiecesThatAreTouched) {
  EXPECT_EQ(sectors(row(1)), 1);
  EXPECT_EQ(sectors(row(4)), 4);
  EXPECT_EQ(sectors(row(8)), 8);
  EXPECT_EQ(sectors(row(16)), 16);
  EXPECT_EQ(sectors(row(4, everyone, 4)), 5);                             // begins within one
  EXPECT_EQ(sectors(made(4, everyone, [](unsigned) { return 64; })), 1);  // all the same
  EXPECT_EQ(sectors(made(4, everyone, [](unsigned t) { return 8 * t; })), 8);
  EXPECT_EQ(sectors(made(4, everyone, [](unsigned t) { return 32 * t; })), 32);
  EXPECT_EQ(sectors(made(4, everyone, [](unsigned t) { return 12 * t; })), 12);
  EXPECT_EQ(sectors(made(4, everyone, [](unsigned t) { return 4 * (31 - t); })), 4);
  EXPECT_EQ(sectors(row(8, 1u, 28)), 2);  // across a border
  EXPECT_EQ(sectors(made(8, everyone, [](unsigned t) { return 28 + 32 * t; })), 33);
}

TEST(AccessRules, BytesAreCountedOnce) {
  EXPECT_EQ(bytes_used(row(4)), 128);
  EXPECT_EQ(bytes_used(row(16, everyone, 3)), 512);
  EXPECT_EQ(bytes_used(made(4, everyone, [](unsigned) { return 64; })), 4);
  EXPECT_EQ(bytes_used(made(4, everyone, [](unsigned t) { return 4 * (t / 2); })), 64);
  EXPECT_EQ(bytes_used(made(8, everyone, [](unsigned t) { return 4 * t; })), 132);  // overlapping
}

TEST(AccessRules, InactiveLanesCountForNothing) {
  EXPECT_EQ(sectors(row(4, 0x1ffu)), 2);  // nine floats
  EXPECT_EQ(bytes_used(row(4, 0x1ffu)), 36);
  EXPECT_EQ(sectors(row(4, 0x80000001u)), 2);  // the first and the last
  EXPECT_EQ(sectors(row(4, 0x55555555u)), 4);
  EXPECT_EQ(bytes_used(row(4, 0x55555555u)), 64);
  // One bank for all, of which two are there.
  EXPECT_EQ(shared_wavefronts(made(4, 0x80000001u, [](unsigned t) { return 128 * t; })), 2);
  for (unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    WarpAccess nobody = row(bytes, 0);
    for (const bool store : {false, true}) {
      nobody.store = store;
      EXPECT_EQ(sectors(nobody), 0);
      EXPECT_EQ(bytes_used(nobody), 0);
      EXPECT_EQ(bank_degree(nobody, everyone), 0);
      EXPECT_EQ(shared_wavefronts(nobody), 0);
      EXPECT_EQ(ideal_sectors(nobody), 0);
      EXPECT_EQ(ideal_wavefronts(nobody), 0);
    }
  }
}

TEST(AccessRules, TheBankDegreeIsThatOfTheLanesAskedFor) {
  // A column of a tile of 32 x 32 floats lies in one bank, a padded one in all.
  const WarpAccess column = made(4, everyone, [](unsigned t) { return 128 * t; });
  EXPECT_EQ(bank_degree(column, everyone), 32);
  EXPECT_EQ(bank_degree(column, 0xffu), 8);
  EXPECT_EQ(bank_degree(column, 0), 0);
  EXPECT_EQ(bank_degree(made(4, everyone, [](unsigned t) { return 132 * t; }), everyone), 1);
  EXPECT_EQ(bank_degree(made(4, everyone, [](unsigned) { return 40; }), everyone), 1);
  // 16 bytes a lane fill the banks four times over, a quarter of the warp once.
  EXPECT_EQ(bank_degree(row(16), everyone), 4);
  EXPECT_EQ(bank_degree(row(16), 0xff00u), 1);
}

TEST(AccessRules, LessThanAWordCountsAsTheWordThatItLiesIn) {
  for (const bool store : {false, true}) {
    for (unsigned bytes : {1u, 2u}) {
      const auto wavefronts = [&](unsigned stride) {
        return shared_wavefronts(made(
            bytes, everyone, [=](unsigned t) { return stride * t; }, store));
      };
      EXPECT_EQ(wavefronts(bytes), 1);
      EXPECT_EQ(wavefronts(4), 1);
      EXPECT_EQ(wavefronts(8), 2);
      EXPECT_EQ(wavefronts(128), 32);
      EXPECT_EQ(wavefronts(0), 1);
    }
  }
}

TEST(AccessRules, WideLoadsOfOneAddressGoTogetherAsFarAsHalfAWarp) {
  const auto all_at_zero = [](unsigned) { return 0; };
  EXPECT_EQ(shared_wavefronts(made(8, everyone, all_at_zero, false)), 1);
  EXPECT_EQ(shared_wavefronts(made(8, everyone, all_at_zero, true)), 2);
  EXPECT_EQ(shared_wavefronts(made(16, everyone, all_at_zero, false)), 2);
  EXPECT_EQ(shared_wavefronts(made(16, everyone, all_at_zero, true)), 4);
}

TEST(AccessRules, TheIdealIsWhatIsUsedPacked) {
  EXPECT_EQ(ideal_sectors(row(4)), 4);
  EXPECT_EQ(ideal_sectors(row(4, everyone, 4)), 4);  // takes 5
  EXPECT_EQ(ideal_sectors(made(4, everyone, [](unsigned t) { return 32 * t; })), 4);
  EXPECT_EQ(ideal_sectors(made(4, everyone, [](unsigned) { return 64; })), 1);
  EXPECT_EQ(ideal_sectors(row(4, 0x1ffu)), 2);
  EXPECT_EQ(ideal_sectors(row(1)), 1);
  EXPECT_EQ(ideal_wavefronts(made(4, everyone, [](unsigned t) { return 128 * t; })), 1);
  EXPECT_EQ(ideal_wavefronts(made(8, 0x55555555u, [](unsigned t) { return 128 * t; })), 1);
  EXPECT_EQ(ideal_wavefronts(made(16, everyone, [](unsigned t) { return 128 * t; })), 4);
}

TEST(AccessRules, ConsecutiveElementsTakeTheIdeal) {
  for (unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (unsigned lanes = 1; lanes <= 32; ++lanes) {
      WarpAccess access = row(bytes, everyone >> (32 - lanes));
      EXPECT_EQ(sectors(access), ideal_sectors(access)) << bytes << " " << lanes;
      for (const bool store : {false, true}) {
        access.store = store;
        EXPECT_EQ(shared_wavefronts(access), ideal_wavefronts(access)) << bytes << " " << lanes;
      }
    }
  }
}

/// Different pieces of `size` bytes, by way of a set.
std::set<std::uint64_t> pieces_of(const WarpAccess& access, unsigned lanes, unsigned size) {
  std::set<std::uint64_t> pieces;
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned b = 0; b < access.bytes; ++b)
      if ((access.active & lanes) >> t & 1u) pieces.insert((access.address[t] + b) / size);
  return pieces;
}

TEST(AccessRules, RandomAccessesAreCountedAsSetsCountThem) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const unsigned bytes = 1u << random() % 5, range = 16u << random() % 10;
    const unsigned step = random() % 2 ? bytes : 1;  // aligned, or not
    const WarpAccess access = made(bytes, unsigned(random() | random()), [&](unsigned) {
      return 0x7f00000000f0 + std::uint64_t{step} * (random() % range);
    });
    ASSERT_EQ(sectors(access), int(pieces_of(access, everyone, 32).size())) << round;
    ASSERT_EQ(bytes_used(access), int(pieces_of(access, everyone, 1).size())) << round;
    const auto lanes = unsigned(random() | random());
    std::array<int, 32> words{};
    int degree = 0;
    for (const std::uint64_t word : pieces_of(access, lanes, 4))
      degree = std::max(degree, ++words[word % 32]);
    ASSERT_EQ(bank_degree(access, lanes), degree) << round;
  }
}

}  // namespace
}  // namespace livewarp::emulator
