#pragma once

namespace livewarp::ui {

/// How the panels share the window; chosen by its size in em, so that a larger text is a smaller
/// window. One topology throughout: controls left, picture in the middle, figures right.
enum class Arrangement {
  bare,    ///< readout and Pause only
  drawer,  ///< picture only, the panels in a drawer over it (F2)
  merged,  ///< one left column with tabs
  normal,  ///< two columns: 1280 x 720
  wide     ///< two wider columns: 1920 x 1080, 3840 x 2160
};

/// What a window of some size shows. Lengths in em.
struct Columns {
  Arrangement arrangement = Arrangement::normal;
  double left = 0, right = 0;  ///< widths of the side columns; 0: none
  double analysis = 13;        ///< height of Analysis below the picture
  bool key_caps = true;        ///< keys beside the top bar's buttons
  bool chip_words = true;      ///< else their icons alone
  bool plot = true;            ///< rolling plot in Timing
  bool minimum = true;         ///< column `min` of the interval table
  bool count = true;           ///< column `n` of the interval table
  int lesson_lines = 3;        ///< of the variant's lesson before "more"
  bool open_folds = false;     ///< room for the groups that fold
  bool operator==(const Columns&) const = default;
};

Columns arrange(double width, double height);

/// Of the right column's height; the rest is Variants, which at 1280 x 720 shows ten rows of two
/// backends.
constexpr double timing_share = 0.555;

/// Factor between logical and real pixels: what the system says, or where it says 1 a guess from
/// the monitor's height, in quarters, 1...3.
double display_scale(double content_scale, int monitor_height);

/// The next larger (+1) or smaller (-1) text size of the user, 0.75...3 in quarters.
double next_text_scale(double scale, int direction);

}  // namespace livewarp::ui
