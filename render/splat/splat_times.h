#pragma once

namespace livewarp {

/// Milliseconds of a picture's two parts: bodies added up; bloom and tone, which take the same for
/// any number of bodies.
struct SplatTimes {
  double adding = 0, showing = 0;
};

}  // namespace livewarp
