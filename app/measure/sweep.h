#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "app/measure/lens_view.h"
#include "app/measure/variant_run.h"
#include "kernels/core/model/graph.h"

/// What sweeps in the window and without one have in common: which settings are measured, and how
/// they become a graph.
namespace livewarp {

/// What is varied: "size" (all size parameters together) or the id of an axis of the variants.
struct SweepOver {
  std::string id = "size";
  std::optional<std::int64_t> from,
      to;          ///< of sizes, threads of a block, or values that are numbers
  int points = 0;  ///< at most so many, evenly spread; 0: all
  bool size() const { return id == "size"; }
};

/// What is varied, as its id: "reserve-shared" is written like an option.
std::string over_id(std::string written);

/// Throws `Error` on what fits no sweep of these variants, asked for by `given`.
void check_sweep(const SweepOver& over, const VariantSelection& selection,
                 const ParsedOptions& given);

/// The choice with one value of what is varied.
struct SweepStep {
  double x = 0;      ///< size, threads or number; without any the place among the offered values
  std::string text;  ///< "16,384", "32x8"
  Choice choice;
};

/// Settings in ascending order: powers of two of the size (the sides of a field together), or the
/// values that the axis offers. Empty where the variant has nothing of that name to vary.
std::vector<SweepStep> sweep_steps(const Workload& workload, const Choice& choice,
                                   const SweepOver& over);

/// The axis against which a variant's launch is shown: its block, else its threads, else the first
/// with a choice; empty without any.
std::string launch_axis(const VariantInfo& variant);

/// One curve for each variant and condition, ascending; a dotted one for each ceiling that the
/// results are compared with. What is not verified is no point.
Graph sweep_graph(const std::vector<VariantResult>& results, const SweepOver& over);

/// Verified, with samples.
bool timed(const VariantResult& result);

/// What tables of a sweep say of results after what was varied: time, spread, rate, ceiling, error,
/// and why something is missing. One unit a column.
class ResultColumns {
 public:
  explicit ResultColumns(const std::vector<VariantResult>& results);
  void add_headings(std::vector<TextTable::Column>& columns) const;
  void add_cells(std::vector<std::string>& cells, const VariantResult& result) const;

 private:
  bool micro_ = false;  ///< us in place of ms
  Prefix prefix_;       ///< of the rates
  std::string rate_unit_;
};

/// One line a result, which begins with the value of what was varied. With what the lens counted of
/// each, where it was asked.
using LensCounts = std::vector<std::optional<CountedSectors>>;
std::string sweep_table(const std::vector<VariantResult>& results, const SweepOver& over,
                        const LensCounts& counts = {});

/// Where a setting stands on the x axis of such a graph; nothing where the graph has no place for
/// it.
std::optional<double> place_in(const Graph& graph, const Workload& workload, const Choice& choice,
                               const SweepOver& over);

/// "Intel Xeon, 4 cores", for pictures that leave the window: where and by what was measured.
std::string origin_text(const Machine& machine, const std::vector<VariantResult>& results,
                        int device);

}  // namespace livewarp
