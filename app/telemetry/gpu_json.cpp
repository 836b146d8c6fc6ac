#include "app/telemetry/gpu_json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/telemetry/json_number.h"
#include "kernels/core/base/text.h"

namespace livewarp {

using Json = nlohmann::ordered_json;

namespace {

Json number_or_null(const std::optional<double>& value) {
  return value ? json_number(*value) : Json();
}

Json to_json(const ReadingRange& range) {
  if (range.count == 0) return nullptr;
  return {{"min", json_number(range.min)},
          {"median", json_number(range.median)},
          {"max", json_number(range.max)}};
}

Json median_of(const ReadingRange& range) {
  return range.count ? json_number(range.median) : Json();
}

double share(std::size_t some, std::size_t all) {
  return all ? std::min(1.0, double(some) / double(all)) : 0;
}

Json reasons(unsigned throttle) {
  Json names = Json::array();
  for (const ThrottleWords& words : throttle_words())
    if (throttle & words.bit) names.push_back(words.name);
  return names;
}

}  // namespace

Json to_json(const GpuConditions& conditions, std::size_t samples) {
  if (!conditions.unknown.empty()) return {{"unknown", conditions.unknown}};
  Json others = Json::array();
  for (const GpuProcess& other : conditions.others) others.push_back(process_text(other));
  return {{"readings", conditions.readings},
          {"sm_mhz", to_json(conditions.sm_mhz)},
          {"memory_mhz", to_json(conditions.memory_mhz)},
          {"power_w", to_json(conditions.power_w)},
          {"temperature_c", to_json(conditions.temperature_c)},
          {"throttled", reasons(conditions.throttle)},
          {"throttled_share", share(conditions.throttled_samples, samples)},
          {"others", others},
          {"shared_share", share(conditions.shared_samples, samples)},
          {"not_told", conditions.not_told}};
}

void add_gpu(Json& json, const Measurement& measured) {
  const GpuConditions& gpu = measured.gpu;
  json["memory_clock_mhz"] = median_of(gpu.memory_mhz);
  json["power_w"] = median_of(gpu.power_w);
  json["temperature_c"] = median_of(gpu.temperature_c);
  json["throttled"] = gpu.throttle ? Json(throttle_text(gpu.throttle)) : Json();
  json["energy_j"] = number_or_null(gpu.energy_j);
  json["items_per_joule"] = number_or_null(measured.items_per_joule());
  json["no_energy"] = gpu.energy_j ? Json() : Json(gpu.no_energy);
  json["gpu"] = to_json(gpu, measured.samples.size());
}

std::string energy_text(double joules) {
  struct Unit {
    double from;
    const char* name;
  };
  for (const Unit unit : {Unit{1e3, "kJ"}, {1, "J"}, {1e-3, "mJ"}, {1e-6, "\u00b5J"}})
    if (joules >= unit.from) return rounded(joules / unit.from, 3) + " " + unit.name;
  return rounded(joules / 1e-9, 3) + " nJ";
}

std::string disturbance_text(const Measurement& measured) {
  return disturbance_text(measured.gpu, measured.samples.size());
}

std::string disturbance_text(const GpuConditions& conditions, std::size_t samples) {
  std::string text = throttled_text(conditions, samples);
  if (!text.empty()) text.insert(0, "throttled: ");
  if (const std::string shared = shared_text(conditions, samples); !shared.empty())
    text += (text.empty() ? "" : "; ") + shared;
  return text;
}

std::string bench_state_text(const WorkloadInfo& info, const Measurement& measured) {
  const GpuConditions& gpu = measured.gpu;
  if (!gpu.unknown.empty()) return {};
  std::vector<std::string> parts;
  const ReadingRange& clock = gpu.sm_mhz;
  if (clock.count) {
    std::string text = "SM clock " + grouped(std::lround(clock.median)) + " MHz";
    if (clock.max > clock.min)
      text +=
          " (" + grouped(std::lround(clock.min)) + " to " + grouped(std::lround(clock.max)) + ")";
    parts.push_back(text);
  }
  if (gpu.power_w.count) parts.push_back(fmt::format("{:.0f} W", gpu.power_w.median));
  if (gpu.energy_j)
    parts.push_back(energy_text(*gpu.energy_j) + " a step");
  else
    parts.push_back("no energy: " + gpu.no_energy);
  if (const auto items = measured.items_per_joule()) {
    const Prefix prefix = prefix_for(*items);
    parts.push_back(plain_number(*items / prefix.factor, 3) + " " + prefix.name +
                    (prefix.name.empty() ? "" : " ") + info.item + "s/J");
  }
  return joined(parts);
}

std::string reading_text(const GpuReading& reading) {
  if (!reading.unknown.empty()) return reading.unknown;
  std::vector<std::string> parts;
  const auto add = [&](const auto& value, auto&& text) {
    if (value) parts.push_back(text(*value));
  };
  add(reading.sm_mhz, [](int mhz) { return "SM clock " + grouped(mhz) + " MHz"; });
  add(reading.memory_mhz, [](int mhz) { return "memory clock " + grouped(mhz) + " MHz"; });
  add(reading.power_w, [&](double watt) {
    return fmt::format("{:.0f} W", watt) +
           (reading.power_limit_w ? fmt::format(" of {:.0f} W", *reading.power_limit_w) : "");
  });
  add(reading.temperature_c, [](int celsius) { return std::to_string(celsius) + " \u00b0C"; });
  if (reading.energy_j) parts.emplace_back("counts energy");
  if (reading.throttled()) parts.push_back("throttled: " + throttle_text(*reading.throttle));
  if (reading.shared())
    for (const GpuProcess& other : *reading.others)
      parts.push_back("also computing: " + process_text(other));
  for (const std::string& each : reading.not_told) parts.push_back("no " + each);
  return joined(parts);
}

}  // namespace livewarp
