#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "kernels/core/measure/ceilings.h"
#include "kernels/core/workload/workload.h"
#include "ui/views/lens_view.h"
#include "ui/views/roofline_view.h"

namespace livewarp {

/// A verified time of a setting, by which it gets its place under the roofs.
struct RoofTime {
  Choice choice;
  double median_ms = 0;  ///< of a time step
  bool live = false, running = false;
  std::optional<ui::LensTraffic> counted;  ///< if the lens has looked at it
  std::optional<double> dram_bytes;        ///< of a time step, if counters were read
};

/// What a roofline is made of.
struct RooflineParts {
  const Workload& workload;
  Backend backend = Backend::cpu;
  const Ceilings& ceilings;
  std::size_t cache_bytes = 0;  ///< of the last-level cache
  std::string device;
};

/// Roofs, and what the workload counts; no points. Of a choice whose cost model counts neither
/// operations nor bytes it refuses.
ui::Roofline roofs_of(const RooflineParts& parts, const Choice& choice);

/// Where a time stands under the roofs. Compulsory bytes come from memory, or from the second cache
/// where the whole state fits the last one; those that are requested or counted from the first.
ui::RoofPoint roof_point(const RooflineParts& parts, const ui::Roofline& roofline,
                         const RoofTime& time);

/// Operations of a step: floating-point, or items where none are counted.
double operations_of(const CostModel& cost);

/// What the lens counted at a smaller size, of a step of this cost: what moves for a byte that
/// lanes ask for, times the bytes that the model says are requested; or by operations where one of
/// the two is not known. 0: nothing is.
double counted_bytes(const ui::LensTraffic& counted, const CostModel& cost);

/// Where compulsory bytes come from: see `roof_point`. A time of a step that streams is taken with
/// other memory each time.
MemoryLevel level_of_state(const RooflineParts& parts, const Choice& choice, const CostModel& cost);

/// The roof over arithmetic, and how many of a step's `flops` it allows a second: fused operations
/// of the precision, or, by what the step's model counts, tensor cores or special functions.
struct FlatRoof {
  const ui::Roof* roof = nullptr;  ///< null: none was measured
  double attainable = 0;
};
FlatRoof flat_roof(std::span<const ui::Roof> roofs, const CostModel& cost);

/// The highest of the roofs of that level; null where none was measured.
const ui::Roof* roof_of(std::span<const ui::Roof> roofs, MemoryLevel level);

}  // namespace livewarp
