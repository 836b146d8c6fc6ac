#pragma once

#include <string>
#include <vector>

#include "app/measure/variant_run.h"
#include "app/tune/search.h"
#include "app/tune/space.h"

namespace livewarp {

/// Measures all settings of a space, one after another, each under the conditions of bench.
class CrossSweep {
 public:
  CrossSweep(Workbench& bench, Progress& progress, SettingSpace space, const BenchOptions& options);

  /// A stop leaves what was measured.
  void run();

  const SettingSpace& space() const { return space_; }
  /// Of the settings that were begun, in the space's order.
  const std::vector<VariantResult>& results() const { return results_; }
  /// One a setting.
  std::vector<Finding> findings() const;
  bool interrupted() const { return interrupted_; }

 private:
  void measure(const Setting& setting);

  Workbench* bench_;
  Progress* progress_;
  SettingSpace space_;
  BenchOptions options_;
  std::vector<VariantResult> results_;
  bool interrupted_ = false;
};

/// One line a setting, and what was refused.
std::string cross_table(const CrossSweep& sweep);

/// "Refused 12: block 32x32: ...", the most frequent reasons first.
std::string reasons_text(const std::string& heading,
                         const std::map<std::string, std::size_t>& reasons);

}  // namespace livewarp
