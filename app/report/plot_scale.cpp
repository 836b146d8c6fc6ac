#include "app/report/plot_scale.h"

#include <algorithm>
#include <cmath>

namespace livewarp {

LogScale LogScale::around(const std::vector<double>& values, double begin, double end) {
  LogScale scale{1, 10, begin, end};
  if (values.empty()) return scale;
  const auto [least, most] = std::ranges::minmax(values);
  // Never less than a factor of two: what is nearly equal is to look so.
  const double room =
      std::max(0.06 * std::log(most / least), (std::log(2.0) - std::log(most / least)) / 2);
  scale.low = least * std::exp(-room);
  scale.high = most * std::exp(room);
  return scale;
}

double LogScale::at(double value) const {
  return begin + (end - begin) * std::log(value / low) / std::log(high / low);
}

std::vector<double> LogScale::ticks(std::size_t most) const {
  for (const std::vector<double>& steps :
       {std::vector<double>{1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 8}, {1, 2, 5}, {1}}) {
    std::vector<double> found;
    for (int decade = int(std::floor(std::log10(low))); decade <= int(std::log10(high)) + 1;
         ++decade)
      for (const double step : steps)
        if (const double tick = step * std::pow(10.0, decade); tick >= low && tick <= high)
          found.push_back(tick);
    if (found.size() <= most) return found;
  }
  return {};
}

}  // namespace livewarp
