#pragma once

#include "app/code/look_worker.h"
#include "ui/views/lens_view.h"

namespace livewarp {

/// Counts the accesses of the steps that panels ask for.
class LensWorker : public LookWorker<Choice, ui::LensView> {
 public:
  LensWorker();
};

}  // namespace livewarp
