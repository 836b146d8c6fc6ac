#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// What a step has made of the elements: the recurrence of an element's chain, and the number that
/// it is computed in. The result says which, since each variant has its own.
enum class RatesKind : unsigned {
  none,         ///< no step yet
  fp32,         ///< x = x x + c, rounded once
  unfused,      ///< the same, product and sum rounded each
  fp64,         ///< as fp32
  half,         ///< two of binary16 in a word, which begin at x and x / 2
  brain,        ///< two of bfloat16
  integer,      ///< x = a x + c modulo 2^32, from the bits of x and c
  bytes,        ///< x = the dot product of the four bytes of x with themselves, + c
  rsqrt,        ///< x = x / sqrt(1 + k x x)
  sine,         ///< x = sin(k x) / k
  exponential,  ///< x = (1 - exp(-k x)) / k
  sums,         ///< sums of two bytes of each of the numbers x = a x + c
  by_value,     ///< x = t x + c, the factor t out of a table of eight by the upper bits of x
  by_turn,      ///< the same, the factors one after another
  tensor,       ///< D = A B + D, of tiles of 128 elements
  loads         ///< no chain: sum and difference of what is loaded
};

/// Whether results must agree to the last bit.
constexpr bool rates_exact(RatesKind kind) {
  return kind != RatesKind::rsqrt && kind != RatesKind::sine && kind != RatesKind::exponential;
}

/// What a step tells of itself beside the elements.
struct RatesFound {
  std::uint32_t kind;    ///< a RatesKind
  std::uint32_t timed;   ///< steps that took `cycles`; 0: nobody has counted
  std::uint32_t chains;  ///< that the warp had in flight meanwhile
  std::uint32_t cycles;  ///< of the multiprocessor, for the first warp
};

struct RatesProblem {
  std::int64_t n = 1, steps = 1;
  std::uint64_t seed = 1;

  static RatesProblem from(const Values& values);
  bool operator==(const RatesProblem&) const = default;
};

/// Where an element begins, and the constant of its chain.
struct RatesStart {
  float x, c;
};

struct RatesStep {
  const RatesStart* start;
  std::uint64_t* end;  ///< the bits of an element's result; those of a word stand in the lower half
  RatesFound* found;
  const std::uint64_t* last_end;  ///< the same of the step before, which the picture shows
  const RatesFound* last_found;
  std::int64_t n, steps;
};

/// How many operations a second a unit of arithmetic does, and how long one of them takes: every
/// element is a chain of dependent operations, x = x x + c wherever the unit can do that.
///
/// State: where elements begin, read alone; where they end and what a step tells of itself, written
/// alone. x = x x + c is chaotic for most c between -2 and -1.4, so that one operation too few, or
/// one bit rounded another way, is seen in the result; the compiler cannot shorten it.
struct Rates : WorkloadBase<RatesProblem, RatesStep> {
  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) {
    return a.n == b.n && a.seed == b.seed;
  }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Rates> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of steps that make so many operations of an element, of as many flops each.
  static CostModel cost(const Problem& problem, double operations, double flops);
  static CostModel cost(const Problem& problem, const Launch&) { return cost(problem, 1, 2); }
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// Elements that differ in a bit: none.
  Tolerance tolerance(Backend, Precision) const override { return {0, 0, {}}; }
  double reference_seconds(const Problem& problem) const override {
    return 20e-9 * double(problem.n) * double(problem.steps);
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
  std::size_t device_readout_bytes(const Problem&) const override { return sizeof(RatesFound); }
  std::vector<Readout> readouts(const Problem&, const void* written) const override;
};

}  // namespace livewarp
