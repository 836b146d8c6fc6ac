#include "app/telemetry/counter_text.h"

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/telemetry/json_number.h"

namespace livewarp {

namespace {

std::string number(const std::optional<double>& value, double unit = 1) {
  return value ? plain_number(*value / unit, 4) : missing;
}

std::string megabytes(const std::optional<double>& bytes) { return number(bytes, 1e6); }

std::string share(const std::optional<double>& part) {
  return part ? fmt::format("{:.1f} %", 100 * *part) : missing;
}

}  // namespace

std::string counter_table(const std::vector<CountedStep>& steps) {
  std::vector<TextTable::Column> columns{{"variant"}, {"launch"}};
  for (const char* const heading : {"model MB", "DRAM MB", "L2 MB", "global MB", "lens MB",
                                    "shared wavefronts", "instructions", "achieved", "theoretical"})
    columns.push_back({heading, ColumnAlign::right});
  TextTable table(std::move(columns));
  for (const CountedStep& step : steps) {
    const CounterReading& of = step.reading;
    table.add({step.variant, step.launch, megabytes(step.compulsory_bytes),
               megabytes(of.dram_bytes), megabytes(of.l2_bytes), megabytes(of.global_bytes),
               megabytes(step.lens_bytes), number(of.shared_wavefronts), number(of.instructions),
               share(of.achieved_occupancy), share(step.theoretical)});
  }
  return table.text();
}

nlohmann::ordered_json counter_json(const CountedStep& step) {
  using Json = nlohmann::ordered_json;
  const CounterReading& of = step.reading;
  const auto number = [](const std::optional<double>& value) {
    return value ? Json(json_number(*value)) : Json();
  };
  return {{"compulsory_bytes", json_number(step.compulsory_bytes)},
          {"dram_bytes", number(of.dram_bytes)},
          {"l2_bytes", number(of.l2_bytes)},
          {"global_bytes", number(of.global_bytes)},
          {"lens_bytes", number(step.lens_bytes)},
          {"shared_wavefronts", number(of.shared_wavefronts)},
          {"instructions", number(of.instructions)},
          {"achieved_occupancy", number(of.achieved_occupancy)},
          {"theoretical_occupancy", number(step.theoretical)}};
}

}  // namespace livewarp
