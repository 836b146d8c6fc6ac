#include "kernels/core/base/job.h"

#include "kernels/core/base/error.h"

namespace livewarp {

void Job::at(double fraction) const {
  if (stop.stop_requested()) throw Cancelled();
  if (progress) progress(fraction);
}

}  // namespace livewarp
