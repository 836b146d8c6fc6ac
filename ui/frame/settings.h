#pragma once

#include "ui/frame/state.h"

namespace livewarp::ui {

/// Keeps text size, theme, hints, lock and column widths in Dear ImGui's settings file. `state`
/// must outlive the current context. A line that cannot be read is skipped and sets
/// `settings_damaged`.
void keep_settings(State& state);

}  // namespace livewarp::ui
