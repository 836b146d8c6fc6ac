#include "render/splat/manner_choice.h"

#include <algorithm>
#include <numbers>

namespace livewarp {

using splat::Manner;

namespace {

/// Until something is measured.
constexpr std::int64_t most_lights_at_first = 131'072;

double pixels_of_lights(const PointsLook& look) {
  const double radius = std::max(look.radius, look.least_radius);
  return std::numbers::pi * radius * radius;
}

}  // namespace

void MannerChoice::Recent::add(double number) { numbers_[count_++ % numbers_.size()] = number; }

double MannerChoice::Recent::least() const {
  const auto end = numbers_.begin() + std::ptrdiff_t(std::min(count_, numbers_.size()));
  return *std::min_element(numbers_.begin(), end);
}

std::optional<double> MannerChoice::lights_cost(std::int64_t bodies, const PointsLook& look) const {
  const double all = double(bodies) * pixels_of_lights(look);
  if (manner_ == Manner::density && density_.enough()) return density_.least() * light_pixel_ * all;
  if (manner_ == Manner::lights && light_.enough()) return light_.least() * all;
  return {};
}

Manner MannerChoice::choose(std::int64_t bodies, const PointsLook& look) {
  const std::optional<double> cost = lights_cost(bodies, look);
  if (!light_.enough() && !density_.enough()) {
    manner_ = bodies > most_lights_at_first ? Manner::density : Manner::lights;
  } else if (cost) {
    const double allowed = std::max(showing_.least(), least_ms_);
    const Manner before = manner_;
    if (*cost > allowed) manner_ = Manner::density;
    if (*cost < allowed / 2) manner_ = Manner::lights;
    // What was known of the other manner may have been of another view.
    if (manner_ != before) (manner_ == Manner::density ? density_ : light_) = {};
  }
  return manner_;
}

void MannerChoice::note(Manner manner, std::int64_t bodies, const PointsLook& look,
                        const SplatTimes& times) {
  if (bodies <= 0) return;
  showing_.add(times.showing);
  if (manner == Manner::density)
    density_.add(times.adding / double(bodies));
  else
    light_.add(times.adding / (double(bodies) * pixels_of_lights(look)));
  if (light_.enough() && density_.enough()) light_pixel_ = light_.least() / density_.least();
}

}  // namespace livewarp
