#pragma once

#include <future>
#include <optional>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"

namespace livewarp {

/// Writes a picture as PNG beside the frames: a large one takes seconds. What was begun is finished
/// before its owner goes.
class ImageSaver {
 public:
  /// Throws `Error` where there is no such place, or while another picture is being written.
  void save(Image image, const std::string& path);

  bool is_done() const;  ///< something can be taken
  struct Saved {
    std::string path;
    std::optional<Error> failure;
  };
  /// What was saved, once it has been.
  std::optional<Saved> take();

 private:
  std::future<Saved> writing_;
};

}  // namespace livewarp
