#include "app/session/live_roofline.h"

#include <algorithm>

#include "kernels/core/base/detect.h"

namespace livewarp {

namespace {

constexpr std::size_t most_steps_back = 8;    // of the trail
constexpr std::size_t most_counted = 64;      // settings
constexpr std::size_t samples_for_trail = 5;  // for a place on the trail

/// The lens counts on the host, of a smaller problem.
bool same_kernel(const Choice& a, const Choice& b) {
  return a.workload == b.workload && a.variant == b.variant && a.launch == b.launch;
}

Backend backend_of(const Session& session) {
  return session.executor() == Executor::cuda ? Backend::cuda : Backend::cpu;
}

std::string device_of(const Session& session, const ui::Model& model) {
  const GpuInfo* const gpu = session.machine().gpu(model.device);
  if (backend_of(session) == Backend::cuda) return gpu ? gpu->name : "GPU";
  return session.machine().cpu.name;
}

std::size_t cache_of(const Session& session, const ui::Model& model) {
  if (backend_of(session) == Backend::cpu) return host_cache_bytes();
  const GpuInfo* const gpu = session.machine().gpu(model.device);
  return gpu ? gpu->l2_bytes : 0;
}

}  // namespace

void LiveRoofline::note(const ui::LensView& seen) {
  if (!seen.traffic) return;
  const auto known = std::ranges::find_if(
      counted_, [&](const auto& entry) { return same_kernel(entry.first, seen.choice); });
  if (known != counted_.end()) {
    known->second = *seen.traffic;
    return;
  }
  if (counted_.size() == most_counted) counted_.erase(counted_.begin());
  counted_.emplace_back(seen.choice, *seen.traffic);
}

std::optional<ui::LensTraffic> LiveRoofline::counted_of(const Choice& choice) const {
  for (const auto& [seen, traffic] : counted_)
    if (same_kernel(seen, choice)) return traffic;
  return {};
}

/// The present setting is the last one; it moves as its median does.
void LiveRoofline::follow(const Session& session, const ui::Model& model) {
  const bool known = model.check.ok() && model.step.count >= samples_for_trail &&
                     session.executor() != Executor::emulator && !model.job;
  if (!known) return;
  const bool stayed = !trail_.empty() && same_setting(trail_.back().choice, model.choice);
  if (!stayed) {
    for (RoofTime& before : trail_) before.running = false;
    trail_.push_back({.choice = model.choice, .live = true, .running = true});
    if (trail_.size() > most_steps_back) trail_.erase(trail_.begin());
  }
  trail_.back().median_ms = model.step.median;
}

void LiveRoofline::describe(const Session& session, ui::Model& model) {
  follow(session, model);
  if (model.lens) note(*model.lens);
  if (!shown_) return;
  const Ceilings ceilings = session.roofs();
  const RooflineParts parts{session.workload(), backend_of(session), ceilings,
                            cache_of(session, model), device_of(session, model)};
  view_ = roofs_of(parts, model.choice);
  model.roofline = &view_;
  if (!view_.refusal.empty()) return;
  const auto place = [&](RoofTime time) {
    time.counted = counted_of(time.choice);
    if (const auto counters = session.result_cache().counters(time.choice);
        counters && counters->reading)
      time.dram_bytes = counters->reading->dram_bytes;
    return roof_point(parts, view_, time);
  };
  for (const RoofTime& time : trail_) {
    const VariantInfo* const info = session.workload().find(time.choice.variant);
    if (time.choice.workload != session.workload().info().name || !info ||
        info->backend != parts.backend)
      continue;
    view_.trail.push_back(place(time));
  }
  for (const ui::VariantEntry& variant : model.variants) {
    if (variant.info->backend != parts.backend) continue;
    const bool now = variant.running && !trail_.empty() &&
                     same_setting(trail_.back().choice, model.choice) && model.step.count > 0;
    if (now)
      view_.points.push_back(place(trail_.back()));
    else if (variant.bench)
      view_.points.push_back(place({.choice = variant.choice,
                                    .median_ms = variant.bench->median,
                                    .running = variant.running}));
  }
}

}  // namespace livewarp
