#pragma once

#include <string>
#include <vector>

namespace livewarp {

/// What all who look on are asked.
struct HallQuestion {
  std::string id;                       ///< another one: what was voted before counts no longer
  std::string text;                     ///< a sentence
  std::vector<std::string> candidates;  ///< one is to be chosen; empty: a factor above 0
  bool slower = false;                  ///< how many times as long; else as fast
  bool operator==(const HallQuestion&) const = default;
};

/// What they have answered so far.
struct HallVotes {
  int viewers = 0;            ///< who could
  std::vector<double> votes;  ///< one a viewer at most: a factor, or a candidate's place from 0
};

}  // namespace livewarp
