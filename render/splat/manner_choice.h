#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "render/splat/density.h"
#include "render/splat/splat_times.h"

namespace livewarp {

/// Chooses whether bodies are drawn as lights or as density, by what both cost here. Few bodies
/// look better as lights. They stay lights while adding them up takes no longer than the rest of
/// the picture, which takes the same for any number of them; they become lights again when that
/// would take half as long. Before anything is measured it is guessed.
class MannerChoice {
 public:
  /// What takes less than `least_ms` matters to nobody.
  explicit MannerChoice(double least_ms) : least_ms_(least_ms) {}

  /// For the next picture.
  splat::Manner choose(std::int64_t bodies, const PointsLook& look);
  /// How long a picture of these bodies took.
  void note(splat::Manner manner, std::int64_t bodies, const PointsLook& look,
            const SplatTimes& times);

 private:
  /// The least of the last second or so: what else the machine does, as steps that a GPU ends
  /// before it draws, makes numbers larger, never smaller.
  class Recent {
   public:
    void add(double number);
    bool enough() const { return count_ >= 3; }
    double least() const;

   private:
    std::array<double, 48> numbers_{};
    std::size_t count_ = 0;
  };

  /// Milliseconds that adding up lights would take; nothing as long as too little is known.
  std::optional<double> lights_cost(std::int64_t bodies, const PointsLook& look) const;

  double least_ms_;
  splat::Manner manner_ = splat::Manner::lights;
  Recent light_, density_;  ///< ms a body and pixel of its light; ms a body
  Recent showing_;
  /// What a pixel of a light costs, in bodies of density; a guess until both are known.
  double light_pixel_ = 0.5;
};

}  // namespace livewarp
