#include "app/live/live_roofline.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/detect.h"

namespace livewarp {

namespace {

constexpr std::chrono::milliseconds hold{250};  // as all live numbers are
constexpr std::size_t most_steps_back = 8;      // of the trail
constexpr std::size_t most_counted = 64;        // settings
constexpr std::size_t samples_for_trail = 5;    // for a place on the trail

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
  ui::LensView kept{seen.choice, seen.problem, seen.refusal, {}, seen.traffic};
  const auto known = std::ranges::find_if(
      seen_, [&](const ui::LensView& view) { return same_kernel(view.choice, seen.choice); });
  if (known != seen_.end()) {
    *known = std::move(kept);
    return;
  }
  if (seen_.size() == most_counted) seen_.erase(seen_.begin());
  seen_.push_back(std::move(kept));
}

const ui::LensView* LiveRoofline::seen_of(const Choice& choice) const {
  for (const ui::LensView& view : seen_)
    if (same_kernel(view.choice, choice)) return &view;
  return nullptr;
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
  if (shown_) describe_roofline(session, model);
  if (traffic_choice_) describe_traffic(session, model);
}

/// Whether the last time of the trail is of what runs.
bool LiveRoofline::times_present(const ui::Model& model) const {
  return !trail_.empty() && same_setting(trail_.back().choice, model.choice) &&
         model.step.count > 0;
}

void LiveRoofline::describe_roofline(const Session& session, ui::Model& model) {
  const Ceilings ceilings = session.roofs();
  const RooflineParts parts{session.workload(), backend_of(session), ceilings,
                            cache_of(session, model), device_of(session, model)};
  view_ = roofs_of(parts, model.choice);
  model.roofline = &view_;
  if (!view_.refusal.empty()) return;
  const auto place = [&](RoofTime time) {
    if (const ui::LensView* const seen = seen_of(time.choice)) time.counted = seen->traffic;
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
    if (variant.running && times_present(model))
      view_.points.push_back(place(trail_.back()));
    else if (variant.bench)
      view_.points.push_back(place({.choice = variant.choice,
                                    .median_ms = variant.bench->median,
                                    .running = variant.running}));
  }
}

/// Another setting's is never held.
double LiveRoofline::held_median(const RoofTime& present) {
  const auto now = std::chrono::steady_clock::now();
  if (!same_setting(held_.choice, present.choice) || now - held_at_ >= hold) {
    held_ = present;
    held_at_ = now;
  }
  return held_.median_ms;
}

/// Live where it runs, else of a bench; or why there is none.
void LiveRoofline::add_time(const Choice& choice, const ui::Model& model, TrafficFacts& facts) {
  const auto entry = std::ranges::find_if(model.variants, [&](const ui::VariantEntry& variant) {
    return variant.info->name == choice.variant;
  });
  const bool listed = entry != model.variants.end();
  if (same_setting(choice, model.choice) && times_present(model)) {
    facts.median_ms = held_median(trail_.back());
    facts.live = true;
  } else if (listed && entry->bench && same_setting(entry->choice, choice)) {
    facts.median_ms = entry->bench->median;
  } else if (listed && !entry->reason.empty()) {
    facts.why_untimed = entry->reason;
  } else if (same_setting(choice, model.choice) && !model.check.ok()) {
    facts.why_untimed =
        model.check.failure.empty() ? "its result is not checked yet" : "its result is wrong";
  }
}

void LiveRoofline::describe_traffic(const Session& session, ui::Model& model) {
  const Choice& choice = *traffic_choice_;
  const VariantInfo* const info = session.workload().find(choice.variant);
  if (choice.workload != session.workload().info().name || !info) return;
  const bool same_backend = info->backend == backend_of(session);
  const Ceilings ceilings = same_backend ? session.roofs() : Ceilings{};
  const RooflineParts parts{session.workload(), info->backend, ceilings,
                            same_backend ? cache_of(session, model) : 0, device_of(session, model)};
  TrafficFacts facts;
  facts.choice = choice;
  facts.counters = no_counter_reading(info->backend);
  if (const auto read = session.result_cache().counters(choice))
    facts.counters = *read;
  else if (info->backend == Backend::cuda && !model.counters_reason.empty())
    facts.counters.why_absent = model.counters_reason;
  const ui::LensView* seen = info->backend == Backend::cuda ? seen_of(choice) : nullptr;
  if (seen && seen->choice.problem != choice.problem) seen = nullptr;
  if (seen) facts.counted = seen->traffic;
  facts.counting = info->backend == Backend::cuda && !seen;
  facts.why_uncounted = facts.counting ? "it is being counted"
                                       : why_uncounted(info->backend, seen ? seen->refusal : "");
  add_time(choice, model, facts);
  traffic_ = traffic_of(parts, facts);
  model.traffic = &traffic_;
}

}  // namespace livewarp
