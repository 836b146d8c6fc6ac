#include "app/base/suggest.h"

#include <algorithm>

#include "kernels/core/base/text.h"

namespace livewarp {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + differs});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(a.size(), b.size());
}

std::string nearest_name(const std::string& typed, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& name : known) {
    const bool beginning = typed.size() >= 2 && name.starts_with(typed);
    const std::size_t distance = beginning ? 1 : edit_distance(typed, name);
    const std::size_t bearable = std::max<std::size_t>(1, name.size() / 3);
    if (distance > bearable || distance >= name.size()) continue;
    if (!best.empty() && distance >= best_distance) continue;
    best = name;
    best_distance = distance;
  }
  return best;
}

std::string advice_among(const std::string& typed, const std::vector<std::string>& known) {
  const std::string near = nearest_name(typed, known);
  return near.empty() ? "known are " + joined(known) : "did you mean " + near + "?";
}

}  // namespace livewarp
