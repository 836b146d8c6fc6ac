#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/tune/landscape.h"

namespace livewarp {

/// What came of a setting.
struct Finding {
  enum class Kind {
    unseen,
    measured,
    cut_off,   ///< slower by far than the best: its time is provisional
    left_out,  ///< it cannot be, or its step takes too long
    wrong      ///< its result is wrong, or it broke: it has no time
  };
  Kind kind = Kind::unseen;
  double ms = 0;       ///< the median of its samples, of what settings are compared by
  std::string reason;  ///< in words, where there is no time
  bool has_time() const { return kind == Kind::measured || kind == Kind::cut_off; }
};

/// Told the samples of a setting after each of them; whether it is to be cut off.
using CutOff = std::function<bool(std::span<const double> samples)>;

/// Makes samples of a setting, until it has enough or `cut_off` says so. Throws `Cancelled`.
using Evaluate = std::function<Finding(std::size_t setting, const CutOff& cut_off)>;

/// Which settings of a space are measured, and in which order: from coarse to fine. It begins with
/// those it is given; each one after that is where most may be gained, by what is known: first far
/// from all that was measured, as on a coarse grid, then beside the best, wherever those lie. A
/// setting that is slower than three times the best after its first samples is cut off. All depends
/// on the samples alone: the same samples make the same search.
class Search {
 public:
  /// `first`: settings that are known to be good, the defaults.
  Search(Terrain terrain, std::vector<std::size_t> first);

  std::size_t size() const { return findings_.size(); }
  /// The setting to measure now; nothing once all were seen.
  std::optional<std::size_t> next() const;
  bool is_hopeless(std::span<const double> samples) const;
  void add(std::size_t setting, Finding finding);

  const Finding& finding(std::size_t setting) const { return findings_[setting]; }
  const std::vector<Finding>& findings() const { return findings_; }
  std::size_t seen() const { return seen_; }
  std::size_t count(Finding::Kind kind) const;
  /// Settings with a time, the fastest first, those that were cut off last; at most so many.
  std::vector<std::size_t> ranking(std::size_t most) const;
  /// Of the settings that were not cut off; nothing without any.
  std::optional<std::size_t> best() const;
  /// Takes what was found of a setting back: a later check has failed.
  void withdraw(std::size_t setting, Finding finding) { findings_[setting] = std::move(finding); }

 private:
  double best_ms() const;

  Landscape landscape_;
  std::vector<std::size_t> first_;
  std::vector<Finding> findings_;
  std::size_t seen_ = 0;
};

/// Measures until all was seen or `enough`, asked before each setting, says so. Leaves what was
/// found where `evaluate` throws.
void run_search(Search& search, const Evaluate& evaluate, const std::function<bool()>& enough);

}  // namespace livewarp
