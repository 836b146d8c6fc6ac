#include "app/explain/traffic.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/explain/traffic_words.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

using ui::StageKind;
using ui::StageOrigin;
using ui::TrafficStage;

/// Writes the amount as it is read, and how long it takes at its roof, which may be null.
void set_amount(TrafficStage& stage, double amount, const ui::Roof* roof) {
  const auto [value, unit] =
      amount_text(amount, stage.kind == StageKind::operations ? "FLOP" : "B");
  stage.amount = amount;
  stage.value = value;
  stage.unit = unit;
  if (!roof) return;
  stage.roof = roof->label;
  stage.ms = 1000 * amount / roof->value;
}

const ui::Roof* roof_at(const ui::Roofline& roofline, MemoryLevel level) {
  const ui::Roof* const found = roof_of(roofline.roofs, level);
  return found || level != MemoryLevel::l2 ? found : roof_of(roofline.roofs, MemoryLevel::dram);
}

void add_model(const RooflineParts& parts, const ui::Roofline& roofline, const Choice& choice,
               const CostModel& cost, std::vector<TrafficStage>& stages) {
  TrafficStage compulsory{.id = "compulsory",
                          .label = "compulsory",
                          .about = "Each input read once and each output written once."};
  if (cost.compulsory_bytes > 0)
    set_amount(compulsory, cost.compulsory_bytes,
               roof_at(roofline, level_of_state(parts, choice, cost)));
  else
    compulsory.absent = "the cost model of this workload counts no bytes";
  stages.push_back(std::move(compulsory));
  TrafficStage requested{
      .id = "requested", .label = "requested", .about = "What threads ask for, before any cache."};
  if (cost.requested_bytes > 0)
    set_amount(requested, cost.requested_bytes, roof_at(roofline, MemoryLevel::l1));
  else
    requested.absent = "the cost model of this variant counts no requests";
  stages.push_back(std::move(requested));
}

void add_counted(const TrafficFacts& facts, const ui::Roofline& roofline, const CostModel& cost,
                 std::vector<TrafficStage>& stages) {
  TrafficStage stage{.id = "counted",
                     .label = "counted",
                     .origin = StageOrigin::lens,
                     .about = "Sectors of 32 bytes that warps move, counted from the kernel's "
                              "source at a smaller size and scaled."};
  const double bytes = facts.counted ? counted_bytes(*facts.counted, cost) : 0;
  if (bytes > 0)
    set_amount(stage, bytes, roof_at(roofline, MemoryLevel::l1));
  else
    stage.absent = facts.why_uncounted.empty() ? "it was not counted" : facts.why_uncounted;
  stages.push_back(std::move(stage));
}

/// One stage for each counter that there is; one that says why there is none.
void add_counters(const TrafficFacts& facts, const ui::Roofline& roofline,
                  std::vector<TrafficStage>& stages) {
  struct Counter {
    const char *id, *label, *about;
    MemoryLevel level;
    std::optional<double> bytes;
  };
  const CounterReading none, &reading = facts.counters.reading ? *facts.counters.reading : none;
  const std::array counters{
      Counter{"l1", "L1",
              "Sectors of global loads, stores and atomics and of textures, by the GPU's counters.",
              MemoryLevel::l1, reading.global_bytes},
      Counter{"l2", "L2", "What the second cache is asked for, by the GPU's counters.",
              MemoryLevel::l2, reading.l2_bytes},
      Counter{"dram", "DRAM", "What the GPU's memory reads and writes, by its counters.",
              MemoryLevel::dram, reading.dram_bytes}};
  bool any = false;
  for (const Counter& counter : counters) {
    if (!counter.bytes) continue;
    any = true;
    TrafficStage stage{.id = counter.id,
                       .label = counter.label,
                       .origin = StageOrigin::counters,
                       .about = counter.about};
    set_amount(stage, *counter.bytes, roof_at(roofline, counter.level));
    stages.push_back(std::move(stage));
  }
  if (any) return;
  std::string why = facts.counters.why_absent;
  if (why.empty()) why = "this GPU has no counters of bytes";
  if (!facts.counters.advice.empty()) why += "; " + facts.counters.advice;
  stages.push_back({.id = "counters",
                    .label = "counters",
                    .origin = StageOrigin::counters,
                    .about = "What the GPU's hardware counters say.",
                    .absent = std::move(why)});
}

/// What the memory mode copies between host and GPU in each step.
void add_transfer(const RooflineParts& parts, const CostModel& cost,
                  std::vector<TrafficStage>& stages) {
  const double bytes = cost.to_device_bytes + cost.to_host_bytes;
  if (!(bytes > 0)) return;
  TrafficStage stage{.id = "transfer",
                     .label = "transfers",
                     .kind = StageKind::transfer,
                     .about = "What the variant and its memory mode copy between host and GPU."};
  const Ceiling* const ceiling = parts.ceilings.find(parts.backend, "transfer");
  const bool known = ceiling && ceiling->value > 0;
  const ui::Roof roof{"transfer",       "host transfer", "", "", known ? ceiling->value : 1,
                      MemoryLevel::host};
  set_amount(stage, bytes, known ? &roof : nullptr);
  stages.push_back(std::move(stage));
}

void add_arithmetic(const ui::Roofline& roofline, const CostModel& cost,
                    std::vector<TrafficStage>& stages) {
  if (!(cost.flops > 0)) return;
  TrafficStage stage{.id = "arithmetic",
                     .label = "arithmetic",
                     .kind = StageKind::operations,
                     .about = "Floating-point operations, a fused one counted as two."};
  const FlatRoof flat = flat_roof(roofline.roofs, cost);
  set_amount(stage, cost.flops, nullptr);
  if (flat.roof) {
    stage.roof = flat.roof->label;
    stage.ms = 1000 * cost.flops / flat.attainable;
  }
  stages.push_back(std::move(stage));
}

void add_time(const TrafficFacts& facts, std::vector<TrafficStage>& stages) {
  TrafficStage stage{.id = "time",
                     .label = "time",
                     .kind = StageKind::time,
                     .origin = StageOrigin::clock,
                     .about = "Median of a time step, of a verified result."};
  if (facts.median_ms && *facts.median_ms > 0) {
    stage.amount = stage.ms = *facts.median_ms;
    const ui::TimeUnit unit = ui::time_unit(stage.ms);
    stage.value = ui::time_in(stage.ms, unit);
    stage.unit = unit.name;
    stage.share = 1;
  } else {
    stage.absent = facts.why_untimed.empty() ? "it is not measured yet" : facts.why_untimed;
  }
  stages.push_back(std::move(stage));
}

void add_ratios(std::vector<TrafficStage>& stages) {
  TrafficStage* before = nullptr;
  for (TrafficStage& stage : stages) {
    if (stage.kind != StageKind::bytes || !stage.known()) continue;
    if (before && before->amount > 0) before->to_next = stage.amount / before->amount;
    before = &stage;
  }
}

/// What is requested binds nothing: lanes that ask for the same bytes are served at once. A count
/// of a counter takes the place of what was expected of that level.
void mark_binding(ui::TrafficView& view) {
  const bool dram = view.find("dram"), l1 = view.find("l1");
  TrafficStage* longest = nullptr;
  for (TrafficStage& stage : view.stages) {
    if (stage.kind == StageKind::time || !(stage.ms > 0)) continue;
    if (stage.id == "requested" || (dram && stage.id == "compulsory") ||
        (l1 && stage.id == "counted"))
      continue;
    if (!longest || stage.ms > longest->ms) longest = &stage;
  }
  if (longest) longest->binds = true;
}

}  // namespace

CounterResult no_counter_reading(Backend backend) {
  CounterResult none;
  none.why_absent = backend == Backend::cuda ? "hardware counters have not been read"
                                             : "only GPUs have hardware counters";
  return none;
}

std::string why_uncounted(Backend backend, const std::string& refusal) {
  if (backend == Backend::cpu) return "the lens counts CUDA variants alone";
  if (!refusal.empty()) return refusal;
  return "it reads textures, whose sectors the lens does not count";
}

ui::TrafficView traffic_of(const RooflineParts& parts, const TrafficFacts& facts) {
  const CostModel cost = parts.workload.cost(facts.choice);
  const CostModel step = cost.of_one_time_step();
  const ui::Roofline roofline = roofs_of(parts, facts.choice);
  const VariantInfo* const info = parts.workload.find(facts.choice.variant);
  ui::TrafficView view;
  view.choice = facts.choice;
  view.title = info ? info->title : facts.choice.variant;
  view.live = facts.live;
  view.counting = facts.counting;
  if (!roofline.roofs.empty()) view.device = parts.device;
  add_model(parts, roofline, facts.choice, step, view.stages);
  add_counted(facts, roofline, step, view.stages);
  add_counters(facts, roofline, view.stages);
  add_transfer(parts, step, view.stages);
  add_arithmetic(roofline, step, view.stages);
  add_time(facts, view.stages);
  add_ratios(view.stages);
  mark_binding(view);
  if (view.time().known())
    for (TrafficStage& stage : view.stages) stage.share = stage.ms / view.time().ms;
  view.pace = pace_text(view);
  view.sentence = gap_sentence(view);
  return view;
}

}  // namespace livewarp
