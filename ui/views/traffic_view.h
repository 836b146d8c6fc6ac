#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/model/choice.h"

/// What a step moves, by everybody who counts it, beside its time: the tab Traffic, and `livewarp
/// traffic`.
namespace livewarp::ui {

enum class StageKind { bytes, transfer, operations, time };

/// Who says so: a formula, the lens, hardware counters, or a clock.
enum class StageOrigin { model, lens, counters, clock };
constexpr const char* name_of(StageOrigin origin) {
  constexpr std::array names{"model", "lens", "counters", "clock"};
  return names[std::size_t(origin)];
}

/// An amount of a time step, and how long it would take by itself.
struct TrafficStage {
  std::string id;  ///< in files: "compulsory"
  std::string label;
  StageKind kind = StageKind::bytes;
  StageOrigin origin = StageOrigin::model;
  std::string about;                  ///< what is counted, in a sentence
  std::string absent = {};            ///< why there is no amount; empty: there is one
  double amount = 0;                  ///< bytes, operations, or ms
  std::string value = {}, unit = {};  ///< the amount as it is written: "8.39", "MB"
  double to_next = 0;  ///< the next stage of bytes that is known, over this one; 0: there is none
  std::string roof = {};  ///< measured limit of its level: "DRAM read"; empty: not measured
  double ms = 0;          ///< that it takes at this limit; of the time itself; 0: not known
  double share = 0;       ///< of the measured time; 0: not known
  bool binds = false;     ///< of all that certainly happens it takes the longest

  bool known() const { return absent.empty(); }
};

/// From what the model must move to what a clock reads.
struct TrafficView {
  Choice choice;
  std::string title;                 ///< of the variant
  std::vector<TrafficStage> stages;  ///< the time comes last
  bool live = false;                 ///< the time is of the running simulation, not of a bench
  bool counting = false;             ///< the lens has not looked yet
  std::string pace;                  ///< "1.69 TB/s, 78 % of DRAM read"; empty without a time
  std::string sentence;              ///< on the largest gap
  std::string device;                ///< whose limits these are; empty: none were measured

  const TrafficStage* find(std::string_view id) const {
    const auto found = std::ranges::find(stages, id, &TrafficStage::id);
    return found == stages.end() ? nullptr : &*found;
  }
  const TrafficStage& time() const { return stages.back(); }
};

}  // namespace livewarp::ui
