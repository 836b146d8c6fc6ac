#include "app/explain/traffic_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/model/format.h"

namespace livewarp {

namespace {

using ui::StageKind;
using ui::TrafficStage;
using ui::TrafficView;

constexpr double smallest_gap = 1.1;  // a ratio below is none
constexpr double limits_from = 0.6;   // of the time: what takes so much of it limits

const TrafficStage* binding(const TrafficView& view) {
  const auto found = std::ranges::find_if(view.stages, &TrafficStage::binds);
  return found == view.stages.end() ? nullptr : &*found;
}

/// Of the time that bytes take at their limits, the longest that is no request: see what binds.
double traffic_share(const TrafficView& view) {
  double most = 0;
  for (const TrafficStage& stage : view.stages)
    if (stage.kind == StageKind::bytes && stage.id != "requested")
      most = std::max(most, stage.share);
  return most;
}

/// "two thirds"; a share that has no such name in per cent.
std::string part_words(double share) {
  constexpr double near = 0.02;
  constexpr std::array<std::pair<double, const char*>, 5> names{{{1.0 / 4, "a quarter"},
                                                                 {1.0 / 3, "a third"},
                                                                 {1.0 / 2, "half"},
                                                                 {2.0 / 3, "two thirds"},
                                                                 {3.0 / 4, "three quarters"}}};
  for (const auto& [value, name] : names)
    if (std::abs(share - value) < near) return name;
  return ui::percent(share);
}

struct Gap {
  const TrafficStage *from = nullptr, *to = nullptr;
  double ratio = 1;
  double size() const { return std::abs(std::log(ratio)); }
};

std::optional<Gap> largest_gap(const TrafficView& view) {
  std::optional<Gap> largest;
  const TrafficStage* before = nullptr;
  for (const TrafficStage& stage : view.stages) {
    if (stage.kind != StageKind::bytes || !stage.known()) continue;
    if (before && before->to_next > 0) {
      const Gap gap{before, &stage, before->to_next};
      if (!largest || gap.size() > largest->size()) largest = gap;
    }
    before = &stage;
  }
  return largest;
}

/// What lies between two counts of bytes.
std::string why(const Gap& gap) {
  const std::string &from = gap.from->id, &to = gap.to->id;
  const std::string times = ui::trimmed(gap.ratio, 2) + " times";
  const bool more = gap.ratio > 1;
  if (to == "requested")
    return more ? "threads ask for each byte " + times + " on average, and caches serve the repeats"
                : "threads ask for only " + part_words(gap.ratio) + " of it";
  if (from == "counted" && to == "l1")
    return "hardware counts " + times + " what the source asks for, since a compiler merges and " +
           "splits accesses";
  if (from == "requested" && more)
    return "of each sector that moves, lanes use " + part_words(1 / gap.ratio);
  if (from == "requested" && to != "dram")
    return "lanes of a warp ask for the same bytes, and one sector serves them all";
  if (!more && (to == "l2" || to == "dram"))
    return part_words(1 - gap.ratio) + " of what is asked for comes from " +
           (to == "l2"     ? "L1"
            : from == "l2" ? "L2"
                           : "caches");
  return gap.to->label + " moves " + times + " as much";
}

/// Below 0.1 it says so.
std::string share_words(double share) {
  return share < 0.001 ? "less than 0.1 %" : ui::percent(share);
}

/// Where there is no time or no limit of arithmetic, traffic may explain nothing: but where there
/// is less than an operation a byte it does on any machine.
std::string open_question(const TrafficView& view) {
  const TrafficStage* const arithmetic = view.find("arithmetic");
  const TrafficStage* const compulsory = view.find("compulsory");
  if (!arithmetic || arithmetic->amount < compulsory->amount) return {};
  if (view.time().known() && arithmetic->ms > 0) return {};
  return std::string("; whether traffic limits is open without ") +
         (view.time().known() ? "measured roofs" : "a time");
}

std::string arithmetic_sentence(const TrafficView& view, const TrafficStage& arithmetic) {
  const double traffic = traffic_share(view);
  const std::string at = " at the " + arithmetic.roof + " roof";
  if (!view.time().known()) {
    double longest = 0;
    for (const TrafficStage& stage : view.stages)
      if (stage.kind == StageKind::bytes && stage.id != "requested")
        longest = std::max(longest, stage.ms);
    if (!(longest > 0)) return "Arithmetic limits, as far as roofs are known.";
    return "Arithmetic limits: its operations take " + ui::trimmed(arithmetic.ms / longest, 2) +
           " times as long" + at + " as its traffic at that of memory.";
  }
  if (arithmetic.share >= limits_from)
    return "Arithmetic limits: its operations take " + ui::percent(arithmetic.share) +
           " of the time" + at +
           (traffic > 0 ? ", its traffic would take " + share_words(traffic) : "") + ".";
  return "The largest gap is between work and time: operations would take " +
         ui::percent(arithmetic.share) + " of it" + at +
         (traffic > 0 ? " and traffic " + share_words(traffic) : "") +
         ", the rest is latency, other instructions or idle units.";
}

/// Where what binds says more than any two counts of bytes; empty where it does not.
std::string time_sentence(const TrafficStage& binds, const std::optional<Gap>& gap) {
  const double share = binds.share, size = std::abs(std::log(share));
  const std::string at = " at the " + binds.roof + " roof";
  if (size < std::log(smallest_gap) || (gap && gap->size() > size)) return {};
  if (share > 1)
    return "The step takes less time than its " + binds.label + " bytes would" + at +
           ": caches serve a part of them.";
  if (share >= limits_from)
    return "Memory limits: its traffic takes " + ui::percent(share) + " of the time" + at + ".";
  return "The largest gap is between traffic and time: " + binds.value + " " + binds.unit +
         " would take " + ui::percent(share) + " of it" + at +
         ", the rest is latency, or too few accesses in flight.";
}

}  // namespace

std::pair<std::string, std::string> amount_text(double amount, const std::string& unit) {
  constexpr std::array<std::pair<double, const char*>, 4> prefixes{
      {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [factor, name] : prefixes)
    if (amount >= factor * 0.9995) return {ui::significant(amount / factor, 3), name + unit};
  return {ui::trimmed(amount, 3), unit};
}

std::string times_text(double ratio) { return "\u00d7" + ui::significant(ratio, 3); }

std::string pace_text(const TrafficView& view) {
  if (!view.time().known()) return {};
  const TrafficStage* stage = binding(view);
  if (!stage) stage = view.find("compulsory");
  if (!stage || !stage->known()) return {};
  const auto [value, unit] = amount_text(stage->amount / (view.time().ms / 1000),
                                         stage->kind == StageKind::operations ? "FLOP/s" : "B/s");
  std::string text = value + " " + unit;
  if (stage->share > 0) text += ", " + ui::percent(stage->share) + " of " + stage->roof;
  return text;
}

std::string gap_sentence(const TrafficView& view) {
  const TrafficStage* const binds = binding(view);
  if (binds && binds->kind == StageKind::operations) return arithmetic_sentence(view, *binds);
  const bool timed = binds && view.time().known();
  if (timed && binds->kind == StageKind::transfer && binds->share >= limits_from)
    return "Transfers limit: copies between host and GPU take " + ui::percent(binds->share) +
           " of the time at the " + binds->roof + " roof.";
  const std::optional<Gap> gap = largest_gap(view);
  if (timed)
    if (std::string said = time_sentence(*binds, gap); !said.empty()) return said;
  if (gap && gap->size() >= std::log(smallest_gap))
    return "The largest gap is between " + gap->from->label + " and " + gap->to->label +
           " traffic: " + why(*gap) + open_question(view) + ".";
  if (!gap) return "Nothing is known that the model could be compared with.";
  return "No gap is larger than 10 %: the step moves what it must" +
         (timed ? ", at " + ui::percent(binds->share) + " of the " + binds->roof + " roof"
                : open_question(view)) +
         ".";
}

std::string traffic_line(const TrafficView& view) {
  std::string text;
  const TrafficStage* before = nullptr;
  double ratio = 0;
  for (const TrafficStage& stage : view.stages) {
    const bool bytes = stage.kind == StageKind::bytes;
    if (before) text += bytes && before->origin == stage.origin ? ", " : ui::middle_dot;
    if (bytes && (!before || before->origin != stage.origin) &&
        (stage.origin == ui::StageOrigin::model ||
         (stage.origin == ui::StageOrigin::counters && stage.known())))
      text += std::string(name_of(stage.origin)) + ": ";
    before = &stage;
    if (!stage.known() || stage.kind != StageKind::time) text += stage.label + " ";
    if (!stage.known()) {
      text += ui::missing;
      continue;
    }
    text += stage.value + " " + stage.unit;
    if (bytes && ratio > 0) text += " (" + times_text(ratio) + ")";
    if (bytes) ratio = stage.to_next;
    if (stage.kind == StageKind::time)
      text += std::string(view.live ? " live" : "") + (view.pace.empty() ? "" : " = " + view.pace);
  }
  return text;
}

}  // namespace livewarp
