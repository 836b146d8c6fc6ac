#pragma once

#include "ui/views/tuner_view.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// What is said of a search's best, from the box's top on: smaller where it does not fit, and whole
/// in the hover text where it does not fit even then. Returns where it ends.
float put_words(const Look& look, const TunerView& view, Box box);

}  // namespace livewarp::ui
