// Transfers as far as they need no GPU: what is asked for, how it is measured, and the host's part.
#include "kernels/core/transfer/transfer.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/base/huge_pages.h"
#include "kernels/core/transfer/fresh_pages.h"
#include "kernels/core/transfer/transfer_movers.h"
#include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {
namespace {

constexpr std::size_t kib = 1024, mib = 1024 * kib;

/// Moves nothing: it says what a test wants to hear.
class FakeMover final : public Mover {
 public:
  struct Script {
    double ms = 2;
    std::string mismatch;
    int throws_at = -1;  ///< at this sample, the dropped one among them
    int samples = 0;
    int made = 0, alive = 0;
    std::function<void()> before_sample;
  };
  explicit FakeMover(Script& script) : script_(script) { ++script.made, ++script.alive; }
  ~FakeMover() override { --script_.alive; }
  void prepare(TransferWay) override {}
  double sample(TransferWay, int) override {
    if (script_.before_sample) script_.before_sample();
    if (script_.samples++ == script_.throws_at) throw Error("the copy failed");
    // The first one is slow, as first ones are.
    return script_.samples == 1 ? 1000 * script_.ms : script_.ms;
  }
  int in_a_row(TransferWay) const override { return 4; }
  std::string mismatch(TransferWay) override { return script_.mismatch; }

 private:
  Script& script_;
};

class Transfers : public testing::Test {
 protected:
  std::vector<TransferPoint> measured(const TransferRequest& request) {
    std::vector<TransferPoint> points;
    TransferWatch watch;
    watch.stop = stop_.get_token();
    watch.done = [&](const TransferPoint& point) { points.push_back(point); };
    try {
      measure_transfers(request, &gpu_, watch, [&](TransferKind, std::size_t, int) {
        return std::make_unique<FakeMover>(script_);
      });
    } catch (const Cancelled&) {
      cancelled_ = true;
    }
    return points;
  }
  static TransferRequest request(std::size_t from, std::size_t to) {
    TransferRequest request;
    request.kinds = {TransferKind::pinned};
    request.ways = {TransferWay::to_gpu, TransferWay::from_gpu, TransferWay::both};
    request.from = from;
    request.to = to;
    return request;
  }

  GpuInfo gpu_ = [] {
    GpuInfo gpu;
    gpu.can_map_host = gpu.managed = gpu.concurrent_managed = true;
    return gpu;
  }();
  FakeMover::Script script_;
  std::stop_source stop_;
  bool cancelled_ = false;
};

TEST_F(Transfers, SizesArePowersOfTwo) {
  EXPECT_EQ(transfer_sizes(kib, 8 * kib),
            (std::vector<std::size_t>{kib, 2 * kib, 4 * kib, 8 * kib}));
  EXPECT_EQ(transfer_sizes(least_transfer, most_transfer).size(), 21u);
  EXPECT_EQ(transfer_sizes(kib + 1, 2 * kib + 1), std::vector<std::size_t>{2 * kib});
}

TEST_F(Transfers, NamesAreFoundAndDifferent) {
  std::set<std::string> ids;
  for (const TransferKindInfo& kind : transfer_kinds()) {
    EXPECT_TRUE(ids.insert(kind.id).second) << kind.id;
    ASSERT_NE(find_transfer_kind(kind.id), nullptr);
    EXPECT_EQ(find_transfer_kind(kind.id)->kind, kind.kind);
  }
  for (const TransferWayInfo& way : transfer_ways()) {
    EXPECT_TRUE(ids.insert(way.id).second) << way.id;
    EXPECT_EQ(find_transfer_way(way.id)->way, way.way);
  }
  EXPECT_EQ(find_transfer_kind("floppy"), nullptr);
}

TEST_F(Transfers, PiecesCoverAllBytesOnce) {
  for (const int pieces : {1, 3, 7, 64}) {
    EXPECT_EQ(piece_begin(kib, pieces, 0), 0u);
    EXPECT_EQ(piece_begin(kib, pieces, pieces), kib);
    for (int i = 0; i < pieces; ++i) {
      const std::size_t begin = piece_begin(kib, pieces, i), end = piece_begin(kib, pieces, i + 1);
      EXPECT_GE(end, begin + transfer_granule);
      EXPECT_EQ(begin % transfer_granule, 0u);
      EXPECT_LE(end - begin, kib / std::size_t(pieces) + transfer_granule);
    }
  }
}

TEST_F(Transfers, APatternSeesWhatIsMissingMovedOrOfAnother) {
  std::vector<std::uint64_t> words(512);
  const std::size_t bytes = words.size() * sizeof(words[0]);
  write_pattern(words.data(), 0, bytes, 7);
  EXPECT_EQ(pattern_mismatch(words.data(), 0, bytes, 7), "");
  EXPECT_EQ(std::set<std::uint64_t>(words.begin(), words.end()).size(), words.size());
  EXPECT_EQ(pattern_mismatch(words.data(), 0, bytes, 8), "byte 0 is not what was sent");
  EXPECT_EQ(pattern_mismatch(words.data(), 64, bytes, 7), "byte 64 is not what was sent");
  std::vector<std::uint64_t> moved = words;
  std::swap(moved[300], moved[301]);
  EXPECT_EQ(pattern_mismatch(moved.data(), 0, bytes, 7), "byte 2,400 is not what was sent");
  words[511] = 0;
  EXPECT_EQ(pattern_mismatch(words.data(), 0, bytes, 7), "byte 4,088 is not what was sent");
  // A part of it is what the whole has there.
  write_pattern(words.data(), 1024, 512, 7);
  EXPECT_EQ(words[0], pattern_word(128, 7));
}

TEST_F(Transfers, TheFirstSampleIsDroppedAndRatesCountBothWays) {
  const std::vector<TransferPoint> points = measured(request(mib, mib));
  ASSERT_EQ(points.size(), 3u);
  for (const TransferPoint& point : points) EXPECT_EQ(point.ms.count, 20u);
  EXPECT_EQ(points[0].ms.max, 2) << "the slow one is not among them";
  EXPECT_EQ(points[0].in_a_row, 4);
  EXPECT_DOUBLE_EQ(points[0].bytes_per_second(), double(mib) / 2e-3);
  EXPECT_DOUBLE_EQ(points[2].bytes_per_second(), 2 * double(mib) / 2e-3);
  EXPECT_EQ(script_.made, 1) << "one memory for all ways";
  EXPECT_EQ(script_.alive, 0);
}

TEST_F(Transfers, WhatDidNotArriveHasNoTime) {
  script_.mismatch = "byte 8 is not what was sent";
  for (const TransferPoint& point : measured(request(kib, 2 * kib))) {
    EXPECT_TRUE(point.wrong);
    EXPECT_FALSE(point.timed());
    EXPECT_EQ(point.bytes_per_second(), 0);
    EXPECT_EQ(point.why_not, script_.mismatch);
  }
}

TEST_F(Transfers, AFailureIsOfItsPointAlone) {
  script_.throws_at = 3;
  const std::vector<TransferPoint> points = measured(request(kib, kib));
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].why_not, "the copy failed");
  EXPECT_FALSE(points[0].wrong);
  EXPECT_TRUE(points[1].timed() && points[2].timed());
  EXPECT_EQ(script_.made, 2) << "memory that may be in use is not used again";
  EXPECT_EQ(script_.alive, 0);
}

TEST_F(Transfers, AStopKeepsWhatIsDone) {
  script_.before_sample = [&] {
    if (script_.samples == 30) stop_.request_stop();  // within the second point
  };
  const std::vector<TransferPoint> points = measured(request(kib, mib));
  EXPECT_TRUE(cancelled_);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_TRUE(points[0].timed());
  EXPECT_EQ(script_.alive, 0);
}

TEST_F(Transfers, WhatCannotBeIsLeftOutWithItsReason) {
  TransferRequest asked = request(kib, kib);
  asked.ways = {TransferWay::both};
  asked.pieces = 65;
  EXPECT_EQ(measured(asked).at(0).why_not, "1 KiB has no 65 pieces of 16 bytes or more");
  asked.pieces = 1;
  asked.from = asked.to = 1024 * mib;
  asked.host_bytes = 1024 * mib;
  EXPECT_EQ(measured(asked).at(0).why_not, "it needs 2 GiB of main memory, 1 GiB are free");
  asked.host_bytes = 0;
  asked.kinds = {TransferKind::managed, TransferKind::prefetch};
  for (const TransferPoint& point : measured(asked))
    EXPECT_EQ(point.why_not, "managed memory is measured up to 512 MiB");
  asked.from = asked.to = kib;
  gpu_.concurrent_managed = false;
#if LIVEWARP_HAS_CUDA
  for (const TransferPoint& point : measured(asked))
    EXPECT_NE(point.why_not.find("cudaDevAttrConcurrentManagedAccess is 0"), std::string::npos);
#endif
  EXPECT_EQ(script_.made, 0);
  asked.kinds = {TransferKind::touch_huge};
  EXPECT_EQ(measured(asked).at(0).why_not, "a huge page has 2 MiB");
}

TEST_F(Transfers, WithoutAGpuItsKindsSaySo) {
  TransferRequest asked = request(kib, kib);
  asked.kinds.push_back(TransferKind::copy);
  std::vector<TransferPoint> points;
  TransferWatch watch;
  watch.done = [&](const TransferPoint& point) { points.push_back(point); };
  measure_transfers(asked, nullptr, watch);
  ASSERT_EQ(points.size(), 4u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(points[std::size_t(i)].why_not, "it needs a GPU");
  EXPECT_EQ(points[3].way, TransferWay::host);
  EXPECT_TRUE(points[3].timed());
  EXPECT_GT(points[3].bytes_per_second(), 0);
}

TEST_F(Transfers, NeedsCountBothSides) {
  EXPECT_EQ(transfer_need(TransferKind::pinned, TransferWay::to_gpu, mib).host, mib);
  EXPECT_EQ(transfer_need(TransferKind::pinned, TransferWay::both, mib).gpu, 2 * mib);
  EXPECT_EQ(transfer_need(TransferKind::managed, TransferWay::both, mib).gpu, 4 * mib);
  EXPECT_EQ(transfer_need(TransferKind::copy, TransferWay::host, mib).host, 2 * mib);
  EXPECT_EQ(transfer_need(TransferKind::touch, TransferWay::host, mib).gpu, 0u);
}

class HostTransfers : public testing::TestWithParam<int> {};

TEST_P(HostTransfers, BytesArriveInPieces) {
  const auto mover = make_host_mover(TransferKind::copy, 64 * kib, GetParam());
  mover->prepare(TransferWay::host);
  EXPECT_EQ(mover->mismatch(TransferWay::host), "byte 0 is not what was sent") << "nothing was yet";
  EXPECT_GT(mover->sample(TransferWay::host, mover->in_a_row(TransferWay::host)), 0);
  EXPECT_EQ(mover->mismatch(TransferWay::host), "");
}
INSTANTIATE_TEST_SUITE_P(Pieces, HostTransfers, testing::Values(1, 3, 4096));

TEST(FirstTouch, TakesAFaultForEachPage) {
  constexpr std::size_t bytes = 8 * mib;
  TransferPoint point;
  const auto mover = make_host_mover(TransferKind::touch, bytes, 1);
  mover->prepare(TransferWay::host);
  EXPECT_GT(mover->sample(TransferWay::host, 1), 0);
  EXPECT_EQ(mover->mismatch(TransferWay::host), "");
  mover->tell(point);
  if (!point.page_faults) GTEST_SKIP() << "this system counts no page faults";
  // A kernel may bring some pages around each one that faults; a sanitizer's shadow is an eighth.
  const auto pages = std::int64_t(bytes / small_page_bytes());
  EXPECT_LE(*point.page_faults, pages + pages / 8 + 64);
  EXPECT_GE(*point.page_faults, pages / 16);
}

TEST(FirstTouch, HugePagesTakeFewFaultsOrAreRefused) {
  if (const std::string refusal = host_refusal(TransferKind::touch_huge); !refusal.empty())
    GTEST_SKIP() << refusal;
  constexpr std::size_t bytes = 8 * mib;
  const auto mover = make_host_mover(TransferKind::touch_huge, bytes, 1);
  mover->prepare(TransferWay::host);
  mover->sample(TransferWay::host, 1);
  TransferPoint point;
  mover->tell(point);
  try {
    EXPECT_EQ(mover->mismatch(TransferWay::host), "");
    if (point.page_faults) {
      EXPECT_LE(*point.page_faults, std::int64_t(bytes / small_page_bytes() / 2));
    }
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the system gave small pages where huge ones were asked for");
  }
}

TEST(FreshPages, AreZeroAlignedAndTheirLackIsTold) {
  {
    const FreshPages pages(3 * mib, FreshPages::Size::huge);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.data()) % huge_page_bytes, 0u);
    EXPECT_EQ(pages.data()[3 * mib - 1], std::byte{0});
    pages.data()[3 * mib - 1] = std::byte{1};
  }
  const Fault fault("mmap");
  try {
    const FreshPages pages(mib, FreshPages::Size::small);
    FAIL() << "made of nothing";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("fresh memory: 1 MiB could not be had ("), 0u);
  }
}

}  // namespace
}  // namespace livewarp
