// What is said of patterns whose answer is known.
#include "kernels/emulator/lens/findings.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/emulator/lens/lane_pattern.h"

namespace livewarp::emulator {
namespace {

using Kind = Finding::Kind;
constexpr unsigned whole_warp = 0xffffffffu;

/// One request: lane t asks for `bytes` bytes at place(t), as the recorder counts it.
AccessCount counted(MemorySpace space, unsigned bytes,
                    const std::function<std::uint64_t(unsigned)>& place,
                    unsigned active = whole_warp, AccessKind kind = AccessKind::read) {
  AccessCount count;
  count.space = space;
  count.kind = kind;
  count.bytes = bytes;
  WarpAccess access{.active = active, .bytes = bytes, .store = kind == AccessKind::write};
  for (unsigned t = 0; t < 32; ++t) {
    access.address[t] = place(t);
    count.lanes += active >> t & 1u;
  }
  count.requests = 1;
  count.present = 32;
  count.costliest = access;
  count.sectors = sectors(access);
  count.ideal_sectors = ideal_sectors(access);
  count.bytes_used = bytes_used(access);
  count.wavefronts = shared_wavefronts(access);
  count.ideal_wavefronts = ideal_wavefronts(access);
  count.degree = bank_conflicts(access);
  count.addresses = distinct_addresses(access);
  return count;
}
AccessCount global(unsigned bytes, const std::function<std::uint64_t(unsigned)>& place,
                   unsigned active = whole_warp) {
  return counted(MemorySpace::global, bytes, place, active);
}
AccessCount shared(unsigned bytes, const std::function<std::uint64_t(unsigned)>& place) {
  return counted(MemorySpace::shared, bytes, place);
}

std::string words(const AccessCount& count) { return findings(count).front().words; }
std::string reason(const AccessCount& count) { return findings(count).front().reason; }
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Findings, NeighboursThatTakeNeighboursAreCoalesced) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    const AccessCount count = global(bytes, [=](unsigned t) { return 256 + bytes * t; });
    ASSERT_EQ(findings(count).size(), 1u);
    EXPECT_EQ(words(count), "coalesced") << bytes;
    EXPECT_TRUE(findings(count).front().good);
    EXPECT_TRUE(findings(count).front().cure.empty());
  }
  EXPECT_EQ(words(global(4, [](unsigned t) { return 4 * (31 - t); })), "coalesced") << "backwards";
  EXPECT_EQ(words(global(4, [](unsigned t) { return 64 * (t / 16 * 9) + 4 * (t % 16); })),
            "coalesced")
      << "two rows of 16";
}

TEST(Findings, AStrideIsUncoalesced) {
  const AccessCount eighth = global(4, [](unsigned t) { return 32 * t; });
  EXPECT_EQ(words(eighth), "uncoalesced: 12 % of the sectors' bytes used");
  EXPECT_TRUE(has(reason(eighth), "32 bytes apart: 32 sectors a request where 4 would do"))
      << reason(eighth);
  EXPECT_FALSE(findings(eighth).front().cure.empty());
  EXPECT_EQ(words(global(4, [](unsigned t) { return 8 * t; })),
            "uncoalesced: 50 % of the sectors' bytes used");
  const AccessCount column = global(4, [](unsigned t) { return 4096 * t; });
  EXPECT_EQ(words(column), "uncoalesced: 12 % of the sectors' bytes used");
  EXPECT_TRUE(has(reason(column), "4,096 bytes apart"));
}

TEST(Findings, AGatherIsScattered) {
  const AccessCount gather = global(4, [](unsigned t) { return (t * t * 7919u) % 4093 * 4; });
  EXPECT_EQ(findings(gather).front().kind, Kind::uncoalesced);
  EXPECT_TRUE(has(reason(gather), "scattered")) << reason(gather);
}

TEST(Findings, ARowThatBeginsWithinASectorIsMisaligned) {
  EXPECT_EQ(words(global(4, [](unsigned t) { return 4 + 4 * t; })), "misaligned by one word");
  EXPECT_EQ(words(global(4, [](unsigned t) { return 28 + 4 * t; })), "misaligned by one word")
      << "the neighbour before";
  EXPECT_EQ(words(global(4, [](unsigned t) { return 12 + 4 * t; })), "misaligned by 3 words");
  EXPECT_EQ(words(global(1, [](unsigned t) { return 2 + t; })), "misaligned by 2 bytes");
  const AccessCount rows = global(4, [](unsigned t) { return 4 + 4096 * (t / 16) + 4 * (t % 16); });
  EXPECT_EQ(words(rows), "misaligned by one word") << "two rows of 16";
  EXPECT_TRUE(has(reason(rows), "6 sectors a request where 4 would do")) << reason(rows);
}

TEST(Findings, OneAddressForAllIsABroadcast) {
  EXPECT_EQ(findings(global(4, [](unsigned) { return 64; })).front().kind, Kind::broadcast);
  EXPECT_EQ(findings(shared(4, [](unsigned) { return 64; })).front().kind, Kind::broadcast);
}

TEST(Findings, LanesThatMeetInABankConflict) {
  const AccessCount column = shared(4, [](unsigned t) { return 128 * t; });
  EXPECT_EQ(words(column), "32-way bank conflict");
  EXPECT_TRUE(has(reason(column), "32 words apart"));
  EXPECT_TRUE(has(reason(column), "32 wavefronts a request where 1 would do")) << reason(column);
  EXPECT_EQ(words(shared(4, [](unsigned t) { return 132 * t; })), "no bank conflict");
  EXPECT_EQ(words(shared(4, [](unsigned t) { return 8 * t; })), "2-way bank conflict");
  EXPECT_EQ(words(shared(16, [](unsigned t) { return 16 * t; })), "no bank conflict");
}

TEST(Findings, ConstantMemoryWantsOneAddress) {
  const auto constant = [](const std::function<std::uint64_t(unsigned)>& place) {
    return counted(MemorySpace::constant, 4, place);
  };
  EXPECT_EQ(words(constant([](unsigned) { return 8; })), "uniform: one address a request");
  EXPECT_EQ(words(constant([](unsigned t) { return 4 * t; })),
            "serialised: 32 addresses a request");
  EXPECT_EQ(words(constant([](unsigned t) { return 4 * (t % 2); })),
            "serialised: 2 addresses a request");
}

TEST(Findings, LanesThatWaitAreDivergent) {
  const AccessCount odd = global(
      4, [](unsigned t) { return 4 * t; }, 0xaaaaaaaau);
  const std::vector<Finding> all = findings(odd);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].words, "divergent: 16 of 32 lanes active");
  EXPECT_FALSE(all[1].cure.empty());
}

TEST(Findings, ABlockOfFewThreadsIsNoDivergence) {
  AccessCount few = global(
      4, [](unsigned t) { return 4 * t; }, 0xffu);
  few.present = 8;
  const std::vector<Finding> all = findings(few);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].words, "part of a warp: 8 of 32 lanes have a thread");
}

TEST(Findings, AStructureInPiecesIsSaid) {
  AccessCount piece = global(4, [](unsigned t) { return 12 * t; });
  piece.structure = 12;
  const std::vector<Finding> all = findings(piece);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].words, "uncoalesced: 33 % of the sectors' bytes used");
  EXPECT_TRUE(has(all[0].cure, "structure of arrays"));
  EXPECT_EQ(all[1].words, "a structure of 12 bytes in pieces of 4");
  EXPECT_TRUE(has(all[1].reason, "3 accesses"));
}

TEST(Findings, NothingIsSaidOfWhatNoWarpDid) { EXPECT_TRUE(findings(AccessCount()).empty()); }

TEST(LanePattern, AStrideCountsLanesThatAreNotThere) {
  WarpAccess access{.active = 0x11u, .bytes = 4};
  access.address[0] = 100;
  access.address[4] = 100 + 4 * 12;
  EXPECT_EQ(lane_order(access).stride, 12);
  access.active = 1;
  EXPECT_FALSE(lane_order(access).stride.has_value()) << "one lane alone has none";
  EXPECT_FALSE(lane_order(access).one_address);
}

}  // namespace
}  // namespace livewarp::emulator
