#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/measure/result_cache.h"
#include "app/measure/variant_run.h"
#include "app/tune/contest.h"
#include "app/tune/search.h"
#include "app/tune/space.h"

namespace livewarp {

struct TuneOptions {
  double seconds = 20;         ///< of all
  bool exhaustive = false;     ///< until all settings were seen, however long that takes
  bool cold = false;           ///< flush the last-level cache before each sample
  double trial_seconds = 0.2;  ///< of one setting
};

/// What a search works with. Each of these throws `Cancelled` when it is to stop.
struct TuneTools {
  ExecFactory make_exec;
  /// Of a step; 0 unknown.
  std::function<double(const SelectedVariant&)> predicted_seconds;
  /// What the steps of a setting begin with; null: the initial state of its problem.
  std::function<const HostState*(const SelectedVariant&)> start;
  std::function<void(VariantResult&)> check_sizes, check_here;
  std::function<void(VariantResult&)> compare_with_ceilings;
  std::function<void(const std::string& what)> begin;  ///< says what comes now
  std::function<void(double fraction)> at;             ///< how far it is; between samples only
  std::function<void()> found;                         ///< after each setting
  std::stop_token stop;
};

/// Those of a command.
TuneTools tune_tools(const Context& context, Workbench& bench, Progress& progress);

/// The best against the one after it.
struct TuneVerdict {
  PairedTest::Result time;  ///< the best's by the other's
  std::optional<PairedTest::Result> cycles;
  bool interrupted = false;
};

/// Searches a space for its fastest setting: each is verified at the check sizes before it is
/// timed, the two best at the present size too, and what leads in the end is measured in turn with
/// the one after it.
class Tuner {
 public:
  Tuner(TuneTools tools, SettingSpace space, const TuneOptions& options);

  /// Until all was seen or the time is out. A stop leaves what was found.
  void run();

  double seconds_left() const;
  const SettingSpace& space() const { return space_; }
  const Search& search() const { return search_; }
  /// One a setting; those that were not seen are empty.
  const std::vector<VariantResult>& results() const { return results_; }
  std::optional<std::size_t> best() const { return best_; }
  std::optional<std::size_t> runner_up() const { return runner_up_; }
  const std::optional<TuneVerdict>& verdict() const { return verdict_; }
  /// What kept the best from being measured in turn, or from being compared with a ceiling.
  const std::string& trouble() const { return trouble_; }
  bool interrupted() const { return interrupted_; }
  /// Seconds that all settings would take, the decision with them, by those that were seen.
  double seconds_for_all() const;

 private:
  Finding evaluate(std::size_t setting, const CutOff& cut_off);
  Finding timed(VariantResult& result, const SpaceSetting& setting, const CutOff& cut_off);
  double expected_seconds(const SelectedVariant& variant);
  std::string under_way(const SpaceSetting& setting) const;
  const HostState* state_of(const SelectedVariant& variant);
  void choose_leaders();
  bool holds_here(std::size_t setting);
  void finish();
  void decide();
  double spent() const;

  TuneTools tools_;
  SettingSpace space_;
  TuneOptions options_;
  Search search_;
  std::vector<VariantResult> results_;
  ResultCache checks_;
  std::map<std::string, double> expected_;
  std::chrono::steady_clock::time_point start_;
  double searched_seconds_ = 0;
  std::optional<std::size_t> best_, runner_up_;
  std::optional<TuneVerdict> verdict_;
  std::string trouble_;
  bool interrupted_ = false;
};

}  // namespace livewarp
