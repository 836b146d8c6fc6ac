#pragma once

#include <string>

#include "ui/views/roofline_view.h"
#include "ui/widgets/widgets_graph.h"

/// A roofline as it is drawn and said: in its tab, and in pictures.
namespace livewarp::ui {

/// Points where the bytes of that kind put them; the working point's other intensities beside it.
RoofPlot roof_plot(const Roofline& roofline, BytesOf bytes);

/// "64.9 TFLOP/s", "512 G pixels/s".
std::string performance_text(const Roofline& roofline, double value);
/// "DRAM 4.29 TB/s": a value beside the name of its roof.
std::string roof_text(const Roof& roof);
/// "0.75 FLOP/B".
std::string intensity_text(const Roofline& roofline, double value);
/// "63 % of DRAM copy", and why a share above 1 is none of a mistake; empty where no roof is known.
std::string share_text(const RoofPoint& point, BytesOf bytes);
/// Lines: all that is known of a point, or of a roof.
std::string about_point(const Roofline& roofline, const RoofPoint& point);
std::string about_roof(const Roofline& roofline, const Roof& roof);
/// The working point in one line: what binds it, and its bandwidths.
std::string working_words(const RoofPoint& point);

}  // namespace livewarp::ui
