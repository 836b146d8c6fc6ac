#include "app/tune/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/core/measure/statistics.h"

namespace livewarp {

namespace {

constexpr double hopeless = 3;            ///< times as slow as the best
constexpr std::size_t first_samples = 3;  ///< that decide on it
/// How much slower than the best a setting counts at most: what is slow is of no interest, and a
/// cliff beside the best must not hide it.
constexpr double slowest_that_counts = 2;

}  // namespace

Search::Search(Terrain terrain, std::vector<std::size_t> first)
    : landscape_(std::move(terrain)), first_(std::move(first)), findings_(landscape_.size()) {}

std::optional<std::size_t> Search::next() const {
  for (const std::size_t setting : first_)
    if (findings_[setting].kind == Finding::Kind::unseen) return setting;
  std::optional<std::size_t> found;
  const double best = best_ms(), level = std::isfinite(best) ? std::log(best) : 0;
  double most = -1;
  for (std::size_t i = 0; i < size(); ++i) {
    if (findings_[i].kind != Finding::Kind::unseen) continue;
    const double gain = landscape_.expected_improvement(i, level);
    if (gain > most) {
      most = gain;
      found = i;
    }
  }
  return found;
}

bool Search::is_hopeless(std::span<const double> samples) const {
  return samples.size() >= first_samples && summarize(samples).median > hopeless * best_ms();
}

void Search::add(std::size_t setting, Finding finding) {
  ++seen_;
  Finding& kept = findings_[setting] = std::move(finding);
  if (!kept.has_time()) return;
  // What the clock shows as 0 counts as 1 ns.
  kept.ms = std::max(kept.ms, 1e-6);
  landscape_.add(setting, std::log(std::min(kept.ms, slowest_that_counts * best_ms())));
}

std::size_t Search::count(Finding::Kind kind) const {
  return std::size_t(std::ranges::count(findings_, kind, &Finding::kind));
}

std::vector<std::size_t> Search::ranking(std::size_t most) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < size(); ++i)
    if (findings_[i].has_time()) all.push_back(i);
  std::ranges::stable_sort(all, [this](std::size_t a, std::size_t b) {
    const Finding &of_a = findings_[a], &of_b = findings_[b];
    return std::pair(of_a.kind, of_a.ms) < std::pair(of_b.kind, of_b.ms);
  });
  if (all.size() > most) all.resize(most);
  return all;
}

std::optional<std::size_t> Search::best() const {
  const std::vector<std::size_t> first = ranking(1);
  if (first.empty() || findings_[first[0]].kind != Finding::Kind::measured) return {};
  return first[0];
}

double Search::best_ms() const {
  double best = std::numeric_limits<double>::infinity();
  for (const Finding& finding : findings_)
    if (finding.kind == Finding::Kind::measured) best = std::min(best, finding.ms);
  return best;
}

void run_search(Search& search, const Evaluate& evaluate, const std::function<bool()>& enough) {
  const CutOff cut_off = [&search](std::span<const double> samples) {
    return search.is_hopeless(samples);
  };
  while (!enough()) {
    const std::optional<std::size_t> setting = search.next();
    if (!setting) return;
    search.add(*setting, evaluate(*setting, cut_off));
  }
}

}  // namespace livewarp
