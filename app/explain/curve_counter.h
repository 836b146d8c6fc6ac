#pragma once

#include "app/code/look_worker.h"
#include "ui/views/curves_view.h"

namespace livewarp {

/// Counts points of curves that the frames ask for, one after another.
class CurveCounter : public LookWorker<Choice, ui::CurvePoint> {
 public:
  CurveCounter();
};

}  // namespace livewarp
