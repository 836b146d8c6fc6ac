// How results are checked, and what is told of them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/rates/rates.h"
#include "kernels/rates/rates_reference.h"

namespace livewarp {

namespace {

RatesKind kind_of(const HostState& state) {
  return RatesKind(field_as<RatesFound>(state, 2)->kind);
}

/// Something that no step can have left.
std::vector<Discrepancy> nothing_found() {
  Discrepancy found("kind of result", 1);
  const double is = std::numeric_limits<double>::quiet_NaN(), should_be = 0;
  found.add(0, &is, &should_be, 1);
  return {found};
}

/// Bits turned over that every unit looks at; c besides moved by a half, towards the middle.
void spoil(RatesStart& start) {
  const auto turned = [](float value, std::uint32_t bits) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ bits);
  };
  constexpr std::uint32_t bits = 0x5550;
  const std::uint32_t before = std::bit_cast<std::uint32_t>(start.c);
  const float moved = start.c < -0.9f ? start.c + 0.5f : start.c - 0.5f;
  start.x = turned(start.x, bits);
  start.c = turned(moved, (std::bit_cast<std::uint32_t>(moved) ^ before ^ bits) & 0xfff0u);
}

}  // namespace

// Less and more than a warp, several blocks, with fewer steps than a turn and with some beside
// whole turns.
std::vector<Values> Rates::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  const auto add = [&](std::int64_t n, std::int64_t steps) {
    problems.push_back(changed(problem, {{"n", n}, {"steps", steps}}));
  };
  for (const std::int64_t steps : {1, 7, 32, 33}) add(131, steps);
  for (const std::int64_t n : {1, 31, 33, 1000}) add(n, 77);
  add(4099, 40);
  if (launch.values().contains("block")) add(beyond_blocks(8 * launch.block().x, 4099), 9);
  return problems;
}

std::vector<Discrepancy> Rates::compare(const Problem& problem, const HostState& in,
                                        const HostState& out, const CompareScope& scope,
                                        const Job& job) {
  job.at(0);
  const RatesKind kind = kind_of(out);
  if (kind == RatesKind::none || kind > RatesKind::loads) return nothing_found();
  const auto* const start = field_as<RatesStart>(in, 0);
  const auto* const end = field_as<std::uint64_t>(out, 1);
  if (rates_exact(kind))
    return {compare_elements(
        "share of wrong elements", problem.n, scope, job,
        [&](std::int64_t i) { return end[i] != rates_bits(kind, problem, start, i) ? 2.0 : 1.0; },
        [](std::int64_t) { return 1.0; })};
  return {compare_elements(
      "x", problem.n, scope, job,
      [&](std::int64_t i) {
        return double(std::bit_cast<float>(std::uint32_t(end[i]))) /
               rates_real(kind, problem, start[i]);
      },
      [](std::int64_t) { return 1.0; })};
}

std::vector<HostState> Rates::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants;
  for (const std::int64_t i : {std::int64_t{0}, problem.n / 2, problem.n - 1}) {
    mutants.push_back(sound);
    spoil(field_as<RatesStart>(mutants.back(), 0)[i]);
  }
  return mutants;
}

std::vector<Readout> Rates::diagnose(const Problem& problem, const HostState& state,
                                     const Job& job) const {
  job.at(0);
  return readouts(problem, field_as<RatesFound>(state, 2));
}

std::vector<Readout> Rates::readouts(const Problem&, const void* written) const {
  const RatesFound& found = *static_cast<const RatesFound*>(written);
  if (RatesKind(found.kind) == RatesKind::none || found.timed == 0) return {};
  const double clocks = double(found.cycles) / double(found.timed);
  return {{.id = "clocks",
           .label = "Clocks a step",
           .value = clocks,
           .digits = 3,
           .help = "Clocks of the multiprocessor from one operation of a chain to the next, by its "
                   "own counter, for the first warp. With one chain a thread and few warps that is "
                   "the latency of the operation; where it grows with chains and warps, the unit "
                   "is at its limit."},
          {.id = "clocks-each",
           .label = "Clocks an operation",
           .value = clocks / std::max(1.0, double(found.chains)),
           .digits = 3,
           .help = "The same for each of the chains that the warp has under way meanwhile."}};
}

}  // namespace livewarp
