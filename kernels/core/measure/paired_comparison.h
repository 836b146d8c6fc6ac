#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <vector>

#include "kernels/core/measure/statistics.h"

namespace livewarp {

struct PairedTestOptions {
  double error_rate = 0.01;  ///< of all that is ever said of one comparison, taken together
  /// Ratios this close to 1 count as the same: 1.01 at most, 1/1.01 at least.
  double equivalence = 0.01;
  unsigned seed = 1;  ///< of the order within pairs
};

/// Compares two settings, measured in turn, and may be asked after every pair: anything that
/// it ever says of one comparison is wrong with a probability of at most `error_rate`.
///
/// It counts signs. Of each pair a coin decides whether A or B is measured first. If B takes theta
/// times as long as A, B/A in this pair lies below theta as often as above it, whatever the noise
/// does: the noise is what it is, and the coin alone says which way it counts. Heavy tails, bursts,
/// drift and samples that depend on one another change nothing of that; a fixed order, ABBA too,
/// would fall in step with periodic noise. The assumptions: nothing in the machine follows the
/// coin, and theta stays what it is. Where the two settings differ in more than a factor, but pairs
/// are independent of one another, theta is the median of B/A.
///
/// Whether a theta is too high is a bet on each pair's ratio to lie below it: with the stake s the
/// capital is multiplied by 1 + s if it does, by 1 - s if not; a tie counts as not, in either
/// direction. For the true theta this is a non-negative supermartingale, and so is the mean over
/// several stakes: by Ville's inequality it ever reaches 2 / error_rate with a probability of at
/// most error_rate / 2. The capital depends on nothing but the number of ratios below theta.
/// Therefore the thetas that no bet refutes reach from one order statistic of the ratios to
/// another, an interval that holds after all pairs at once (a confidence sequence for the median).
///   Howard, Ramdas: Sequential estimation of quantiles with applications to A/B testing and
///   best-arm identification. Bernoulli 28(3), 2022.
///   Waudby-Smith, Ramdas: Estimating means of bounded random variables by betting. JRSS B 86(1),
///   2024, for the capital and its mixtures.
///
/// The second of a pair may take longer than the first, by drift or by what a pause leaves behind.
/// Where earlier pairs show that, their estimate of it is taken off. It is known before the coin
/// falls, so that B/A still lies below theta as often as above: exactly where the two differ by a
/// factor, else nearly.
class PairedTest {
 public:
  /// On B. `same`: the interval lies within the region of equivalence. Else `faster` or `slower`:
  /// it leaves out 1.
  enum class Verdict { undecided, faster, slower, same };

  struct Result {
    Verdict verdict = Verdict::undecided;
    Ratio ratio;  ///< B/A: median of the pairs, and the interval; high is infinite at first
    std::size_t pairs = 0;
  };

  explicit PairedTest(const PairedTestOptions& options = {});

  /// Whether B comes first in the next pair.
  bool b_first() const { return b_first_; }

  /// A pair in ms, measured one right after the other in the order that `b_first` named. What the
  /// clock shows as 0 counts as 1 ns; throws `Error` for what is no time.
  const Result& add(double a_ms, double b_ms);

  const Result& result() const { return result_; }

 private:
  using Sorted = std::vector<double>;
  static constexpr std::size_t stake_count = 11;
  struct Stake {
    double log_won, log_lost;  // what the logarithm of the capital gains
  };

  double order_effect() const;
  double capital(std::size_t pairs, std::size_t won) const;
  void update_interval();
  Verdict verdict() const;

  PairedTestOptions options_;
  std::array<Stake, stake_count> stakes_;
  std::mt19937_64 random_;
  bool b_first_;
  Sorted log_ratios_;                          // B/A, without the effect of the order
  std::array<Sorted, 2> log_second_to_first_;  // A first, B first
  std::size_t second_longer_ = 0, second_shorter_ = 0;
  std::size_t wins_needed_ = 0;  // of the pairs until now, so that the capital suffices
  Result result_;
};

}  // namespace livewarp
