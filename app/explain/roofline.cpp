#include "app/explain/roofline.h"

#include <algorithm>
#include <cmath>

#include "app/measure/lens_view.h"

namespace livewarp {

namespace {

ui::RoofIntensity intensity_under(const ui::Roofline& roofline, MemoryLevel level,
                                  double operations, double bytes, const FlatRoof& flat) {
  ui::RoofIntensity found{operations / bytes, bytes, level, 0, {}};
  const ui::Roof* slanted = roof_of(roofline.roofs, level);
  if (!slanted && level == MemoryLevel::l2) slanted = roof_of(roofline.roofs, MemoryLevel::dram);
  const auto consider = [&](const ui::Roof* roof, double attainable) {
    if (!roof || (found.attainable > 0 && found.attainable <= attainable)) return;
    found.attainable = attainable;
    found.roof = roof->label;
  };
  if (slanted) consider(slanted, slanted->value * found.value);
  consider(flat.roof, flat.attainable);
  return found;
}

}  // namespace

double operations_of(const CostModel& cost) { return cost.flops > 0 ? cost.flops : cost.items; }

double counted_bytes(const ui::LensTraffic& counted, const CostModel& cost) {
  // Of blocks in the middle, as if all were whole: what carries over is how much moves for a byte
  // that lanes ask for.
  if (counted.requested > 0 && cost.requested_bytes > 0)
    return counted.moved / counted.requested * cost.requested_bytes;
  const double some = operations_of(counted.cost);
  return some > 0 ? counted.moved / some * operations_of(cost) : 0;
}

MemoryLevel level_of_state(const RooflineParts& parts, const Choice& choice,
                           const CostModel& cost) {
  const bool fits = parts.workload.state_bytes(choice) <= parts.cache_bytes && !cost.streams;
  return fits ? MemoryLevel::l2 : MemoryLevel::dram;
}

FlatRoof flat_roof(std::span<const ui::Roof> roofs, const CostModel& cost) {
  FlatRoof lowest;
  for (const UnitLoad& load : unit_loads_of(cost)) {
    const auto found = std::ranges::find(roofs, load.ceiling, &ui::Roof::id);
    if (found == roofs.end()) continue;
    const double attainable = found->value * (cost.flops / load.amount);
    if (!lowest.roof || attainable < lowest.attainable) lowest = {&*found, attainable};
  }
  return lowest;
}

const ui::Roof* roof_of(std::span<const ui::Roof> roofs, MemoryLevel level) {
  const ui::Roof* best = nullptr;
  for (const ui::Roof& roof : roofs)
    if (roof.level == level && level != MemoryLevel::none && (!best || roof.value > best->value))
      best = &roof;
  return best;
}

ui::Roofline roofs_of(const RooflineParts& parts, const Choice& choice) {
  ui::Roofline roofline;
  roofline.device = parts.device;
  const WorkloadInfo& info = parts.workload.info();
  const CostModel cost = parts.workload.cost(choice);
  roofline.arithmetic = cost.flops > 0;
  roofline.operation = roofline.arithmetic ? "FLOP" : info.item;
  if (!(operations_of(cost) > 0) || !(cost.compulsory_bytes > 0)) {
    roofline.refusal = info.name + " has no roofline: its cost model counts no operations or bytes";
    return roofline;
  }
  for (const Ceiling& ceiling : parts.ceilings.all) {
    const CeilingKind* const kind = find_ceiling_kind(ceiling.id);
    if (!kind || ceiling.backend != parts.backend || !(ceiling.value > 0)) continue;
    // Transfers are bounded by another path than the bytes that a step counts.
    const bool slanted = kind->level != MemoryLevel::none && kind->level != MemoryLevel::host;
    if (!slanted && !(kind->counts_flops && roofline.arithmetic)) continue;
    roofline.roofs.push_back({ceiling.id, kind->short_label, ceiling.method, ceiling.unit,
                              ceiling.value, slanted ? kind->level : MemoryLevel::none});
  }
  return roofline;
}

ui::RoofPoint roof_point(const RooflineParts& parts, const ui::Roofline& roofline,
                         const RoofTime& time) {
  const CostModel cost = parts.workload.cost(time.choice).of_one_time_step();
  const VariantInfo* const info = parts.workload.find(time.choice.variant);
  ui::RoofPoint point;
  point.variant = time.choice.variant;
  point.title = info ? info->title : time.choice.variant;
  point.choice = time.choice;
  point.live = time.live;
  point.running = time.running;
  point.gpu = parts.backend == Backend::cuda;
  point.seconds = time.median_ms / 1000;
  const double operations = operations_of(cost);
  if (!(point.seconds > 0)) return point;
  point.performance = operations / point.seconds;
  const FlatRoof flat = roofline.arithmetic ? flat_roof(roofline.roofs, cost) : FlatRoof();
  const auto set = [&](ui::BytesOf of, MemoryLevel level, double bytes) {
    if (bytes > 0)
      point.of[std::size_t(of)] = intensity_under(roofline, level, operations, bytes, flat);
  };
  set(ui::BytesOf::compulsory, level_of_state(parts, time.choice, cost), cost.compulsory_bytes);
  set(ui::BytesOf::requested, MemoryLevel::l1, cost.requested_bytes);
  if (time.counted) set(ui::BytesOf::counted, MemoryLevel::l1, counted_bytes(*time.counted, cost));
  set(ui::BytesOf::measured, MemoryLevel::dram, time.dram_bytes.value_or(0));
  return point;
}

}  // namespace livewarp
