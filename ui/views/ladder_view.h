#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/history.h"

/// What each variant of a workload takes, from the first kernel to the library's or the limit: the
/// tab Ladder, and `livewarp sweep --over variant`.
namespace livewarp::ui {

/// A variant of the ladder.
struct LadderRung {
  std::string variant;                   ///< its name
  std::string title;                     ///< as charts have it
  std::string library = {};              ///< whose call it is, "NPP"; empty: our own kernels
  std::string operands = {};             ///< by the axis of that name, "fp16"; empty: fp32
  double ms = 0;                         ///< of a step, verified, under bench conditions; 0: none
  double spread = 0;                     ///< of its samples
  std::string reason = {};               ///< why there is none
  bool wrong = false;                    ///< there is none because its result is wrong
  bool running = false;                  ///< it is what the window runs
  std::string ceiling = {};              ///< its nearest one
  double bound_ms = 0;                   ///< what that alone would take; 0: not known
  std::vector<TextFigure> history = {};  ///< a figure a source at most
  bool timed() const { return ms > 0; }
};

/// The rungs in teaching order, a library's last.
struct Ladder {
  std::string title;    ///< "Transpose, variant by variant"
  std::string setting;  ///< what is the same for all
  std::vector<LadderRung> rungs;
  bool partial = false;  ///< stopped before all was measured

  bool empty() const {
    for (const LadderRung& rung : rungs)
      if (rung.timed()) return false;
    return true;
  }
};

/// A text's figure beside a rung, drawn so that its ratios can be compared with ours: the text's
/// first rung is as fast as what was measured of it here.
struct LadderGhost {
  std::size_t rung = 0;
  std::size_t source = 0;  ///< of the history's
  double ms = 0;           ///< as the text says
  double speed = 0;        ///< as it is drawn: how many times as fast as the base
  double ratio = 1;        ///< the text's first time over this one
};

/// A text whose figures are drawn, and the rung at which both begin.
struct LadderSource {
  TextSource source;
  std::size_t first = 0;
};

struct LadderHistory {
  std::vector<LadderSource> sources;
  std::vector<LadderGhost> ghosts;
};

/// The time that a ceiling leaves to the fastest rung.
struct LadderBound {
  std::string ceiling;
  double ms = 0;
};

}  // namespace livewarp::ui
