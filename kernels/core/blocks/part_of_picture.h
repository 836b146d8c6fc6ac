#pragma once

#include <cstdint>

namespace livewarp {

/// Where the elements of an array lie in a picture that shows others beside it, counted in
/// elements. Of width 0: the picture shows these alone.
struct PartOfPicture {
  std::int64_t x = 0, y = 0;           ///< of the first element
  std::int64_t width = 0, height = 0;  ///< of the whole picture
  bool operator==(const PartOfPicture&) const = default;
};

}  // namespace livewarp
