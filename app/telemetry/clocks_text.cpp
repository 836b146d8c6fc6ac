#include "app/telemetry/clocks_text.h"

#include <array>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/telemetry/json_number.h"

namespace livewarp {

using Json = nlohmann::ordered_json;

namespace {

struct ClockName {
  const char *key, *title;
  const ClockValues StepClocks::*values;
};

constexpr std::array names{ClockName{"device", "GPU events", &StepClocks::device},
                           ClockName{"finished", "stopwatch, waiting", &StepClocks::finished},
                           ClockName{"returned", "stopwatch, not waiting", &StepClocks::returned}};

Json to_json(const ClockValues& values) {
  Json json = {{"first_ms", values.first ? json_number(*values.first) : Json()}};
  const Summary& warm = values.warm;
  const bool any = warm.count > 0;
  json["median_ms"] = any ? json_number(warm.median) : Json();
  json["min_ms"] = any ? json_number(warm.min) : Json();
  json["p95_ms"] = any ? json_number(warm.p95) : Json();
  json["count"] = warm.count;
  json["reason"] = values.reason.empty() ? Json() : Json(values.reason);
  return json;
}

std::string microseconds(double ms) { return plain_number(1000 * ms, 4); }

}  // namespace

Json to_json(const StepClocks& clocks) {
  Json json = Json::object();
  for (const ClockName& each : names) json[each.key] = to_json(clocks.*each.values);
  return json;
}

std::string clocks_table(const std::vector<std::pair<std::string, StepClocks>>& variants) {
  if (variants.empty()) return {};
  TextTable table({{"variant"},
                   {"clock"},
                   {"first \u00b5s", ColumnAlign::right},
                   {"warm \u00b5s", ColumnAlign::right},
                   {"spread", ColumnAlign::right},
                   {""}});
  for (const auto& [name, clocks] : variants)
    for (const ClockName& each : names) {
      const ClockValues& values = clocks.*each.values;
      const Summary& warm = values.warm;
      table.add({name, each.title, values.first ? microseconds(*values.first) : missing,
                 warm.count ? microseconds(warm.median) : missing,
                 warm.count > 1 ? fmt::format("{:.1f} %", 100 * warm.spread) : "", values.reason});
    }
  return "Clocks of a step: between two events of the GPU; of the host until the step is done, and\n"
         "until the call has returned. The first run is that of a new simulation, and loads what\n"
         "nothing has loaded before it.\n" +
         table.text();
}

}  // namespace livewarp
