#pragma once

#include <string>
#include <vector>

#include "ui/frame/frame.h"
#include "ui/widgets/overlay_layout.h"

namespace livewarp::ui {

/// What is written at places of an image: names of its parts, and a plot's axes.
class ImageNotes {
 public:
  /// `image` is where it lies, `room` what is seen of it and around.
  ImageNotes(const Look& look, const View& view, const Box& image, const Box& room);

  /// The room that is left to what stands at the picture's foot, where `other` would cover a note
  /// there.
  Box room_above(const Box& room, const PlacedOverlays& other) const;
  /// Finds places for the others, and writes all.
  void put(const PlacedOverlays& other);

 private:
  struct Placed {
    std::string text;
    Box box;
  };
  Box wanted(const ImageNote& note, const Box& picture) const;
  void place(const ImageNote& note, const Box& picture, const std::vector<Box>& taken);

  const Look& look_;
  const View& view_;
  Box image_, room_;
  std::vector<Placed> placed_;
};

/// The line where two pictures meet, to be dragged.
void image_divider(Frame& frame, const Box& room);

}  // namespace livewarp::ui
