#pragma once

#include <cstddef>
#include <vector>

namespace livewarp {

/// The settings of a space as points: one coordinate for each thing that is varied, a block has
/// several. Coordinates of one kind are numbers whose neighbours are alike (items, the logarithm of
/// a width), those of the other name a category (a variant, a memory mode).
struct Terrain {
  /// A coordinate that a setting does not have: its variant lacks the axis, or takes a value by
  /// itself.
  static double none();

  std::vector<bool> ordered;                ///< one a coordinate
  std::vector<std::vector<double>> points;  ///< one a setting, as long as `ordered`
  std::size_t size() const { return points.size(); }
};

/// What the times of the settings that were measured say of those that were not: a Gaussian process
/// over the terrain, for the logarithm of the time. Each coordinate has an effect of its own, which
/// is a smooth one where it is ordered, and what they do together adds to that. Near a measured
/// setting the process is sure of itself, far from all it is not.
///   Rasmussen, Williams: Gaussian Processes for Machine Learning, 2006, chapter 2.
class Landscape {
 public:
  /// Scales ordered coordinates to 0 ... 1.
  explicit Landscape(Terrain terrain);

  std::size_t size() const { return terrain_.size(); }
  /// Of the first `most_learnt` settings alone: each costs a row as long as the space, and the time
  /// to go through all rows before it.
  static constexpr std::size_t most_learnt = 1000;
  void add(std::size_t setting, double log_time);

  double mean(std::size_t setting) const { return mean_[setting]; }
  double variance(std::size_t setting) const { return variance_[setting]; }
  /// By how much a setting should fall below `best`, a logarithm of a time: the mean over all that
  /// it may be, counting 0 where it is above.
  double expected_improvement(std::size_t setting, double best) const;

 private:
  double prior(std::size_t a, std::size_t b) const;

  Terrain terrain_;
  std::vector<double> mean_, variance_;
  /// One row for each setting that was added: what it says of all others.
  std::vector<std::vector<double>> rows_;
};

}  // namespace livewarp
