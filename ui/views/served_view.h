#pragma once

#include <cstddef>
#include <string>

namespace livewarp::ui {

/// A window that is seen in browsers: figures of the last frames.
struct ServedView {
  int viewers = 0;
  double encode_ms = 0;      ///< median, of compressing a frame; 0: none was
  double bytes_a_frame = 0;  ///< median
  double round_trip_ms = 0;  ///< median, until the page that steers has shown it; 0: not known
  std::size_t sent = 0, dropped = 0;  ///< frames, all viewers together, since the start
  std::string failure;                ///< why frames cannot be compressed; empty: they can
  bool operator==(const ServedView&) const = default;
};

}  // namespace livewarp::ui
