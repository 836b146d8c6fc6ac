#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measure/variant_run.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/measure/ceilings.h"
#include "kernels/core/model/graph.h"
#include "kernels/core/workload/workload.h"
#include "ui/views/lens_view.h"

namespace livewarp {

/// A picture of the report, RGBA of 8 bits a channel; without pixels there is a reason.
struct ReportPicture {
  std::string caption;
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  std::string reason;   ///< why there is none
  std::string command;  ///< that draws it again; may be empty
};

/// The fastest variant measured in turn with the next.
struct ReportVerdict {
  std::string best, next;               ///< names of variants
  std::string verdict;                  ///< "faster", as in files
  std::string sentence, details;        ///< in words
  double ratio = 0, low = 0, high = 0;  ///< the best's time over the other's; 0: no pair
  std::size_t pairs = 0;
  std::string command;
};

/// All that a report of one workload tells, as plain data: the page and its JSON are made of it.
/// What is pointed to outlives it.
struct ReportContent {
  const Workload* workload = nullptr;
  const Machine* machine = nullptr;
  int device = 0;
  std::string problem;  ///< "bodies 16,384, dt 0.001"
  std::string date, version;
  std::string command;                 ///< that writes such a report again
  std::vector<VariantResult> results;  ///< in the registry's order; skipped ones too
  Ceilings ceilings;
  std::vector<ReportPicture> pictures;
  std::optional<ReportVerdict> verdict;
  std::vector<Graph> graphs;
  std::string graph_command;
  std::vector<ui::LensView> lenses;  ///< of CUDA variants
  bool partial = false;              ///< stopped before all was done
};

/// The result of the highest verified rate, the reference only where it is alone; null without any.
const VariantResult* fastest_of(const std::vector<VariantResult>& results);
/// The next after it, by the same rule; null where there is none.
const VariantResult* runner_up(const std::vector<VariantResult>& results);

/// Command lines that reproduce what is said of a result, each with what it does.
struct ReportCommand {
  std::string what, line;
};
std::vector<ReportCommand> commands_of(const VariantResult& result);

/// The command that measures B in turn with A, of the same problem.
std::string against_command(const Workload& workload, const Choice& a, const Choice& b);

}  // namespace livewarp
