#pragma once

#include <optional>
#include <string>

#include "app/explain/roofline.h"
#include "kernels/core/telemetry/counter_reading.h"
#include "ui/views/lens_view.h"
#include "ui/views/traffic_view.h"

namespace livewarp {

/// What is known of a setting's step beside its cost model; of what is not, the reason.
struct TrafficFacts {
  Choice choice;
  std::optional<ui::LensTraffic> counted;
  std::string why_uncounted;
  bool counting = false;  ///< the lens will look
  CounterResult counters;
  std::optional<double> median_ms;  ///< of a time step, verified
  bool live = false;
  std::string why_untimed;
};

/// Bytes of the model, of the lens and of hardware counters, operations and time of a time step,
/// each with the time that it takes at the measured limit of its level; and what binds.
ui::TrafficView traffic_of(const RooflineParts& parts, const TrafficFacts& facts);

/// Why a backend's steps have no counter reading here.
CounterResult no_counter_reading(Backend backend);

/// Why the lens has no bytes of a variant that it has looked at, or cannot look at; `refusal` is
/// what the lens itself says.
std::string why_uncounted(Backend backend, const std::string& refusal);

}  // namespace livewarp
