#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/measure/ceilings.h"
#include "kernels/core/model/choice.h"

/// What a step could do at best, and what it does: the tab Roofline, and `livewarp roofline`.
namespace livewarp::ui {

/// Whose count of bytes an intensity divides by: the cost model's, of each input and output once
/// and of what threads ask for; the lens's, of the sectors that warps move; and the hardware
/// counters', of what came from memory and went there.
enum class BytesOf { compulsory, requested, counted, measured };
inline constexpr std::array all_bytes{BytesOf::compulsory, BytesOf::requested, BytesOf::counted,
                                      BytesOf::measured};
constexpr const char* name_of(BytesOf bytes) {
  constexpr std::array names{"compulsory", "requested", "counted", "measured"};
  return names[std::size_t(bytes)];
}
/// Who says so.
constexpr const char* origin_of(BytesOf bytes) {
  constexpr std::array origins{"model", "model", "lens", "counters"};
  return origins[std::size_t(bytes)];
}
/// Why there is no such count.
constexpr const char* no_counters(bool gpu) {
  return gpu ? "measured \u2014: hardware counters have not been read (livewarp counters)"
             : "measured \u2014: only GPUs have hardware counters";
}

/// A measured limit: of bytes of one level, or of operations.
struct Roof {
  std::string id, label, method;
  std::string unit;  ///< of the table of ceilings
  double value = 0;  ///< bytes/s or operations/s
  MemoryLevel level = MemoryLevel::none;
  bool slanted() const { return level != MemoryLevel::none; }
};

/// Operations a byte, and the roof over them.
struct RoofIntensity {
  double value = 0;  ///< operations a byte
  double bytes = 0;  ///< of a time step
  MemoryLevel level = MemoryLevel::dram;
  double attainable = 0;  ///< operations/s under its roofs; 0: they are not known
  std::string roof;       ///< label of the lowest of them
};

/// A verified setting of a variant.
struct RoofPoint {
  std::string variant, title;
  Choice choice;
  double seconds = 0;      ///< of a time step
  double performance = 0;  ///< operations/s
  bool live = false;       ///< by the times of the running simulation, not by a bench
  bool running = false;
  bool gpu = true;  ///< it ran on one
  std::array<std::optional<RoofIntensity>, all_bytes.size()> of;

  const std::optional<RoofIntensity>& by(BytesOf bytes) const { return of[std::size_t(bytes)]; }
  /// Of what its roof allows; 0 unknown. Above 1: other levels served a part of the bytes.
  double share(BytesOf bytes) const {
    const auto& intensity = by(bytes);
    return intensity && intensity->attainable > 0 ? performance / intensity->attainable : 0;
  }
};

struct Roofline {
  std::string device;     ///< whose roofs these are
  std::string operation;  ///< "FLOP"; of workloads without arithmetic their item
  bool arithmetic = true;
  std::string refusal;  ///< why there can be none; empty: there can
  std::vector<Roof> roofs;
  std::vector<RoofPoint> points;
  std::vector<RoofPoint> trail;  ///< settings that ran before, oldest first, the present one last
  const RoofPoint* running() const {
    for (const RoofPoint& point : points)
      if (point.running) return &point;
    return nullptr;
  }
};

}  // namespace livewarp::ui
