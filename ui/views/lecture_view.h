#pragma once

#include <string>
#include <vector>

#include "kernels/core/model/choice.h"

/// What panels read of a lecture that is given, and of named choices.
namespace livewarp::ui {

/// A named choice.
struct PresetEntry {
  std::string name;
  Choice choice;
  std::string reason;  ///< why it cannot be chosen here; empty if it can
  bool own = false;    ///< saved by the user
};

/// A lecture that ships with the program.
struct LectureOffer {
  std::string name, title;  ///< `name` as it stands behind --lecture
};

/// The lecture at its present slide.
struct LectureView {
  std::string title;
  std::vector<std::string> slides;  ///< their titles; never empty
  int slide = 0;
  int arrivals = 0;       ///< another number: a slide has just been reached
  std::string hall;       ///< its note for the hall; may be empty
  std::string question;   ///< asked of the hall; may be empty
  std::string highlight;  ///< what is pointed at: a place of `highlight_places`, or a control's id
  std::string tab;        ///< of the panel below the picture; empty: that is closed
  std::string looked_at;  ///< the CUDA variant that its tab is about; empty: as it comes
  bool away = false;      ///< something else was chosen since: free play
  double seconds = 0, planned = 0;              ///< since the lecture began; of all slides
  double slide_seconds = 0, slide_planned = 0;  ///< 0: nothing is planned
};

}  // namespace livewarp::ui
