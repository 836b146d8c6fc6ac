#pragma once

#include "app/scene/frame_stats.h"
#include "app/session/session.h"
#include "app/session/study.h"
#include "app/window/offered_axes.h"
#include "ui/model/model.h"

namespace livewarp {

/// Writes what runs, what could, and what is known of it into what panels read; `device`: the GPU
/// in use, `axes`: what it allows.
void describe(Session& session, int device, OfferedAxes& axes, ui::Model& model);

/// What is studied beside the run; `axes`: of the studied setting.
void describe(Study& study, const Session& session, int device, OfferedAxes& axes,
              ui::Model& model);

/// Likewise what frames take, once the way of pictures to the screen is written. `resting`: they
/// are drawn now and then only, and their rate means nothing.
void describe(const FrameStats& frames, const Session& session, bool resting, ui::Model& model);

}  // namespace livewarp
