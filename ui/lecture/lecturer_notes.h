#pragma once

#include "ui/views/lecturer_view.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// What the lecturer reads, two metres away: their notes as large as all of them fit, what the hall
/// sees, what comes next, and the time.
void lecturer_notes(const Look& look, const Box& sheet, const LecturerView& view);

}  // namespace livewarp::ui
