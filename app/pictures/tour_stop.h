#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measure/variant_run.h"
#include "app/pictures/contact_picture.h"
#include "app/pictures/off_screen.h"

namespace livewarp {

/// One workload of a tour: its variants, at the problem that a window begins with, in a size that
/// is soon done.
struct TourStop {
  const Workload* workload = nullptr;
  std::vector<VariantResult> results;

  /// The fastest of those that are verified, the reference only where it is alone; null if there is
  /// none.
  const VariantResult* best() const;
  bool failed() const;
};

/// The stop at a workload, nothing done yet. Variants that cannot be timed here are to be checked
/// from their source.
TourStop tour_stop(const Context& context, const Workload& workload);

/// Checks all variants, and times those that can be, for at most so many seconds each; the
/// reference, which is there to be right, and what a step takes longer by one step. False where it
/// was interrupted: the rest of the results is as it was.
bool run_stop(Workbench& bench, double seconds, TourStop& stop);

/// What the best variant draws after some seconds of a window's frames. Throws `Error` where it
/// cannot be drawn.
PixelImage draw_stop(const Context& context, Progress& progress, const TourStop& stop, int width,
                     int height);

/// Its place on the contact sheet; `hindrance` says why there is no picture.
ContactPicture contact_picture(const TourStop& stop, std::optional<PixelImage> pixels,
                               const std::string& hindrance);

/// "8.37 ms", "512.0 µs", or the dash.
std::string step_time_text(const VariantResult& result);

}  // namespace livewarp
