#include "kernels/core/counters/counter_metrics.h"

#include <cmath>

namespace livewarp {

CounterReading reading_of(std::span<const std::optional<double>, counter_metrics.size()> values) {
  CounterReading reading;
  for (std::size_t i = 0; i < values.size(); ++i) reading.*counter_metrics[i].field = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::optional<double>& field = reading.*counter_metrics[i].field;
    if (!values[i] || !std::isfinite(*values[i]))
      field.reset();
    else if (field)
      *field += counter_metrics[i].factor * *values[i];
  }
  return reading;
}

}  // namespace livewarp
