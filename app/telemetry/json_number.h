#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

namespace livewarp {

/// JSON knows neither NaN nor infinity.
inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

}  // namespace livewarp
