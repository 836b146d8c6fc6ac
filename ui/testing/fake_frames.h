#pragma once

#include "ui/views/frames_view.h"

namespace livewarp::ui {

/// Three frames of 16 ms on a GPU, with two steps each that copy in and out, and what a frame does.
FramesView fake_frames();
/// So many spans on four lanes, one after the other, some within others.
Timeline many_spans(std::size_t count);

}  // namespace livewarp::ui
