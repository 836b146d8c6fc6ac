#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// Work that takes a while, in a line: what, how far, how long still, and a way out, which is
/// always there.
void put_job(Frame& frame, const Box& box, const JobStrip& job);

}  // namespace livewarp::ui
