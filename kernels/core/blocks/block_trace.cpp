#include "kernels/core/blocks/block_trace.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr double us_per_ns = 1e-3;

/// What one multiprocessor did.
struct Worked {
  std::vector<std::pair<double, double>> blocks;  ///< begin and end
  double busy = 0;                                ///< as long as at least one block was there
  double last = 0;                                ///< end of its last block
  std::int64_t together = 0;                      ///< most blocks at a time
};

double busy_time(std::vector<std::pair<double, double>> blocks) {
  std::ranges::sort(blocks);
  double busy = 0, until = 0;
  bool any = false;
  for (const auto& [begin, end] : blocks) {
    const double from = any ? std::max(begin, until) : begin;
    if (end > from) busy += end - from;
    until = any ? std::max(until, end) : end;
    any = true;
  }
  return busy;
}

/// One that begins as another ends takes its place.
std::int64_t most_together(const std::vector<std::pair<double, double>>& blocks) {
  std::vector<std::pair<double, int>> events;
  for (const auto& [begin, end] : blocks) {
    events.emplace_back(begin, 1);
    events.emplace_back(end, -1);
  }
  std::ranges::sort(events);  // ends come first
  std::int64_t now = 0, most = 0;
  for (const auto& [time, change] : events) most = std::max(most, now += change);
  return most;
}

std::vector<Worked> by_multiprocessor(const BlockTrace& trace) {
  int count = trace.multiprocessors;
  for (const BlockRecord& record : trace.records)
    count = std::max(count, record.multiprocessor + 1);
  std::vector<Worked> all(std::size_t(std::max(count, 0)));
  for (const BlockRecord& record : trace.records) {
    Worked& worked = all[std::size_t(record.multiprocessor)];
    worked.blocks.emplace_back(record.begin, record.end);
    worked.last = worked.blocks.size() == 1 ? record.end : std::max(worked.last, record.end);
  }
  for (Worked& worked : all) {
    worked.busy = busy_time(worked.blocks);
    worked.together = most_together(worked.blocks);
  }
  return all;
}

double median_of(std::vector<std::int64_t> counts) {
  std::ranges::sort(counts);
  const std::size_t half = counts.size() / 2;
  if (counts.size() % 2 == 1) return double(counts[half]);
  return 0.5 * double(counts[half - 1] + counts[half]);
}

/// A multiprocessor's clocks, from the first reading of each: differences are small, and exact in a
/// double.
class Clocks {
 public:
  Clocks(const ClockReading& first, const ClockReading& of_all)
      : zero_cycle_(first.cycle), zero_ns_(of_all.ns) {}
  void add(const ClockReading& reading) {
    cycles_ += cycle(reading.cycle);
    ns_ += ns(reading.ns);
    ++count_;
  }
  /// From the means of its readings. Lower halves may have wrapped.
  double cycle_from_mean(const ClockReading& reading) const {
    return cycle(reading.cycle) - cycles_ / count_;
  }
  double ns_from_mean(const ClockReading& reading) const { return ns(reading.ns) - ns_ / count_; }
  /// The common clock at a cycle, where one takes so many nanoseconds.
  double at(std::uint32_t cycle_then, double rate) const {
    return ns_ / count_ + rate * (cycle(cycle_then) - cycles_ / count_);
  }

 private:
  double cycle(std::uint32_t at) const { return double(std::int32_t(at - zero_cycle_)); }
  double ns(std::uint64_t at) const { return double(std::int64_t(at - zero_ns_)); }

  std::uint32_t zero_cycle_;
  std::uint64_t zero_ns_;
  double cycles_ = 0, ns_ = 0;
  int count_ = 0;
};

/// Nanoseconds of a cycle: the slope of a straight line through all readings, those of each
/// multiprocessor from their mean.
double fitted_rate(std::span<const ClockReading> readings,
                   const std::map<std::uint32_t, Clocks>& all) {
  double both = 0, squares = 0;
  for (const ClockReading& reading : readings) {
    const Clocks& own = all.at(reading.multiprocessor);
    both += own.cycle_from_mean(reading) * own.ns_from_mean(reading);
    squares += own.cycle_from_mean(reading) * own.cycle_from_mean(reading);
  }
  const double rate = squares > 0 ? both / squares : 0;
  if (!(rate > 0)) throw Error("the clocks of this GPU's multiprocessors do not count");
  return rate;
}

}  // namespace

BlockTrace predicted_trace(std::string kernel, Dim3 grid, Dim3 block, int blocks_at_a_time,
                           int multiprocessors) {
  BlockTrace trace;
  trace.kernel = std::move(kernel);
  trace.grid = grid;
  trace.block = block;
  trace.multiprocessors = multiprocessors;
  trace.predicted = true;
  const std::int64_t places = std::int64_t{blocks_at_a_time} * multiprocessors;
  if (places < 1) return trace;
  trace.places = places;
  const auto blocks = std::int64_t(grid.count());
  trace.records.reserve(std::size_t(blocks));
  for (std::int64_t i = 0; i < blocks; ++i) {
    const auto wave = double(i / places);
    trace.records.push_back({i, int(i % multiprocessors), wave, wave + 1});
  }
  return trace;
}

std::optional<BlockFigures> figures_of(const BlockTrace& trace) {
  if (trace.records.empty() || trace.multiprocessors < 1) return {};
  const std::vector<Worked> all = by_multiprocessor(trace);
  double first = trace.records.front().begin, last = trace.records.front().end;
  for (const BlockRecord& record : trace.records) {
    first = std::min(first, record.begin);
    last = std::max(last, record.end);
  }
  BlockFigures figures;
  figures.span = last - first;
  if (trace.kernel_us > 0) figures.of_kernel = figures.span / trace.kernel_us;
  std::vector<std::int64_t> counts;
  double all_busy = 0, busiest = 0, first_done = last;
  for (const Worked& worked : all) {
    counts.push_back(std::int64_t(worked.blocks.size()));
    figures.places += worked.together;
    all_busy += worked.busy;
    busiest = std::max(busiest, worked.busy);
    first_done = std::min(first_done, worked.blocks.empty() ? first : worked.last);
  }
  if (std::int64_t(trace.records.size()) < trace.places) figures.places = trace.places;
  figures.waves = figures.places > 0 ? double(trace.records.size()) / double(figures.places) : 0;
  figures.blocks_min = std::ranges::min(counts);
  figures.blocks_max = std::ranges::max(counts);
  figures.blocks_median = median_of(counts);
  if (figures.span > 0) figures.tail = (last - first_done) / figures.span;
  if (all_busy > 0) figures.imbalance = busiest / (all_busy / double(all.size()));
  return figures;
}

BlockRows rows_of(const BlockTrace& trace) {
  BlockRows rows;
  int count = trace.multiprocessors;
  for (const BlockRecord& record : trace.records)
    count = std::max(count, record.multiprocessor + 1);
  rows.rows.resize(std::size_t(std::max(count, 0)));
  for (const BlockRecord& record : trace.records) {
    rows.rows[std::size_t(record.multiprocessor)].push_back(
        {record.block, 0, record.begin, record.end});
    rows.end = std::max(rows.end, record.end);
  }
  for (std::vector<BlockBar>& row : rows.rows) {
    std::ranges::stable_sort(row, {}, &BlockBar::begin);
    std::vector<double> free_at;  // by slot
    for (BlockBar& bar : row) {
      const auto free = std::ranges::find_if(free_at, [&](double end) { return end <= bar.begin; });
      bar.slot = int(free - free_at.begin());
      if (free == free_at.end())
        free_at.push_back(bar.end);
      else
        *free = bar.end;
    }
    rows.slots = std::max(rows.slots, int(free_at.size()));
  }
  return rows;
}

std::vector<BlockRecord> records_of(const RawLaunch& raw) {
  if (raw.blocks.empty()) return {};
  std::map<std::uint32_t, Clocks> all;
  for (const ClockReading& reading : raw.readings)
    all.try_emplace(reading.multiprocessor, reading, raw.readings.front())
        .first->second.add(reading);
  const double rate = fitted_rate(raw.readings, all);
  std::vector<BlockRecord> records;
  records.reserve(raw.blocks.size());
  double first = std::numeric_limits<double>::max();
  for (const RawBlock& block : raw.blocks) {
    const auto own = all.find(block.multiprocessor);
    if (own == all.end())
      throw Error("the clocks of multiprocessor " + std::to_string(block.multiprocessor) +
                  " were not read");
    const double begin = own->second.at(block.begin_cycle, rate);
    const double lasted = rate * double(block.end_cycle - block.begin_cycle);
    records.push_back({std::int64_t(records.size()), int(block.multiprocessor), us_per_ns * begin,
                       us_per_ns * (begin + lasted)});
    first = std::min(first, records.back().begin);
  }
  for (BlockRecord& record : records) {
    record.begin -= first;
    record.end -= first;
  }
  return records;
}

}  // namespace livewarp
