#include "kernels/core/decomposition/decomposition.h"

#include <gtest/gtest.h>

#include <numeric>

#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/team.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {
namespace {

/// Every partition whose parts are as wide as their halo.
std::vector<Partition> small_partitions() {
  std::vector<Partition> all;
  for (const std::int64_t rows : {7, 8, 23, 64})
    for (const std::int64_t halo : {1, 2, 5})
      for (const bool periodic : {false, true})
        all.push_back({.rows = rows, .halo = halo, .periodic = periodic});
  for (const std::int64_t rows : {8, 23, 64})
    for (const std::int64_t granule : {1, 4})
      all.push_back({.rows = rows, .all_read = true, .granule = granule});
  return all;
}

/// What each part holds, by copies of rows that are their own numbers.
class HeldRows {
 public:
  HeldRows(const Partition& partition, const std::vector<PartRows>& parts)
      : whole_(partition.rows) {
    std::iota(whole_.begin(), whole_.end(), 0);
    for (const PartRows& part : parts) held_.emplace_back(part.held.size(), -1);
  }
  std::vector<std::int64_t>& of(int part) {
    return part == RowCopy::whole ? whole_ : held_.at(std::size_t(part));
  }
  void make(const std::vector<RowCopy>& copies) {
    for (const RowCopy& copy : copies)
      for (std::int64_t i = 0; i < copy.rows; ++i)
        of(copy.to).at(std::size_t(copy.target + i)) =
            of(copy.from).at(std::size_t(copy.source + i));
  }

 private:
  std::vector<std::int64_t> whole_;
  std::vector<std::vector<std::int64_t>> held_;
};

TEST(Decomposition, PartsOwnEveryRowOnceAndHoldWhatTheyRead) {
  for (const Partition& partition : small_partitions())
    for (int count = 2; count <= 4; ++count) {
      if (!division_refusal(partition, count).empty()) continue;
      const std::vector<PartRows> parts = divide(partition, count);
      ASSERT_EQ(parts.size(), std::size_t(count));
      std::int64_t next = 0;
      for (const PartRows& part : parts) {
        EXPECT_EQ(part.own.first, next);
        EXPECT_GT(part.own.size(), 0);
        EXPECT_EQ(part.own.first % partition.granule, 0);
        next = part.own.last;
      }
      EXPECT_EQ(next, partition.rows);
    }
}

// After what is scattered, and after what is exchanged of rows that the parts own, each row of each
// part is the right one.
TEST(Decomposition, CopiesBringEveryRowToItsPlace) {
  for (const Partition& partition : small_partitions())
    for (int count = 2; count <= 4; ++count) {
      if (!division_refusal(partition, count).empty()) continue;
      const std::vector<PartRows> parts = divide(partition, count);
      const auto expect_all = [&](HeldRows& rows) {
        for (int part = 0; part < count; ++part)
          for (std::int64_t i = 0; i < parts[std::size_t(part)].held.size(); ++i) {
            const std::int64_t row = parts[std::size_t(part)].held.first + i;
            EXPECT_EQ(rows.of(part)[std::size_t(i)], (row + partition.rows) % partition.rows);
          }
      };
      HeldRows scattered(partition, parts);
      scattered.make(scatter_copies(partition, parts));
      expect_all(scattered);

      HeldRows exchanged(partition, parts);
      for (int part = 0; part < count; ++part) {
        const PartRows& one = parts[std::size_t(part)];
        for (std::int64_t row = one.own.first; row < one.own.last; ++row)
          exchanged.of(part)[std::size_t(one.local(row))] = row;
      }
      HeldRows gathered = exchanged;
      exchanged.make(halo_copies(partition, parts));
      expect_all(exchanged);

      std::ranges::fill(gathered.of(RowCopy::whole), -1);
      gathered.make(gather_copies(parts));
      for (std::int64_t row = 0; row < partition.rows; ++row)
        EXPECT_EQ(gathered.of(RowCopy::whole)[std::size_t(row)], row);
    }
}

TEST(Decomposition, StripsComputeWhatIsExchanged) {
  for (const Partition& partition : small_partitions())
    for (int count = 2; count <= 4; ++count) {
      if (partition.all_read || !division_refusal(partition, count).empty()) continue;
      const std::vector<PartRows> parts = divide(partition, count);
      const std::vector<Strip> strips = edge_strips(partition, parts);
      EXPECT_GE(strips.size(), parts.size());
      for (const RowCopy& copy : halo_copies(partition, parts)) {
        const Strip& strip = strips.at(strip_of(strips, copy));
        EXPECT_EQ(strip.part, copy.from);
        const PartRows& part = parts[std::size_t(strip.part)];
        EXPECT_GE(copy.source, strip.right.first);
        EXPECT_LE(copy.source + copy.rows, strip.right.last);
        EXPECT_GE(strip.read.first, 0);
        EXPECT_LE(strip.read.last, part.held.size());
        EXPECT_LE(strip.read.size(), 3 * partition.halo);
        // What is beyond the rows read is a halo away, or the plate ends there.
        EXPECT_TRUE(strip.right.first - strip.read.first >= partition.halo ||
                    part.held.first == part.own.first);
        EXPECT_TRUE(strip.read.last - strip.right.last >= partition.halo ||
                    part.held.last == part.own.last);
      }
    }
}

TEST(Decomposition, WhatCannotBeDividedSaysWhy) {
  EXPECT_EQ(division_refusal({.rows = 3}, 4),
            "3 rows cannot be divided into 4 parts of 1 row or more");
  EXPECT_EQ(division_refusal({.rows = 30, .halo = 8}, 4),
            "a part of 7 rows is narrower than its halo of 8: choose at most 3 parts");
  EXPECT_EQ(division_refusal(
                {.rows = 65, .all_read = true, .granule = 64, .row = "body", .many = "bodies"}, 3),
            "65 bodies cannot be divided into 3 parts of 64 bodies or more");
  EXPECT_EQ(division_refusal({.rows = 3}, 1), "");
  EXPECT_THROW(divide({.rows = 3}, 4), Error);
}

TEST(Decomposition, ALaunchSaysHow) {
  const std::vector<Param> axes = decomposition_axes("", "");
  Values launch = defaults(axes);
  EXPECT_EQ(decomposition_of(launch), Decomposition{});
  EXPECT_EQ(decomposition_of({}), Decomposition{});
  for (const Param& axis : axes) EXPECT_TRUE(goes_without_saying(axis, launch.at(axis.id)));
  launch[parts_axis_id] = std::int64_t{3};
  launch[exchange_axis_id] = std::string("staged");
  launch[overlap_axis_id] = false;
  EXPECT_EQ(decomposition_of(launch),
            (Decomposition{.parts = 3, .way = ExchangeWay::staged, .overlap = false}));
  EXPECT_EQ(decomposition_of(undivided(launch)).parts, 1);
  for (const Param& axis : decomposition_axes("why", "")) EXPECT_EQ(axis.reason, "why");
  EXPECT_EQ(exchange_refusal({.parts = 2, .way = ExchangeWay::nccl}, Executor::cpu),
            "NCCL exchanges between GPUs: choose another exchange");
}

// Each part on a thread, and what one of them throws comes out.
TEST(Decomposition, ThreadsOfTheHostComputeEveryPartOnce) {
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  const std::unique_ptr<Team> team = make_host_team({.parts = 3}, Executor::cpu);
  std::vector<int> computed(3, 0);
  team->run(*exec, [&] {
    team->each(Team::Lane::interior, [&](int part, Exec& on) {
      EXPECT_NE(&on, exec.get());
      ++computed[std::size_t(part)];
    });
  });
  EXPECT_EQ(computed, std::vector<int>(3, 1));
  EXPECT_THROW(team->run(*exec,
                         [&] {
                           team->each(Team::Lane::interior, [](int part, Exec&) {
                             if (part == 1) throw Error("no");
                           });
                         }),
               Error);
}

TEST(Decomposition, StoppedStepsStopInEveryPart) {
  std::stop_source stop;
  const std::unique_ptr<Exec> exec = make_cpu_exec(stop.get_token());
  const std::unique_ptr<Team> team = make_host_team({.parts = 2}, Executor::cpu);
  stop.request_stop();
  EXPECT_THROW(team->run(*exec,
                         [&] {
                           team->each(Team::Lane::interior, [](int, Exec& on) {
                             on.for_range(10, 1, 1, [](Range) { FAIL() << "it was stopped"; });
                           });
                         }),
               Cancelled);
}

}  // namespace
}  // namespace livewarp
