#include "kernels/core/job.h"

#include "kernels/core/error.h"

namespace livewarp {

void Job::at(double fraction) const {
  if (stop.stop_requested()) throw Cancelled();
  if (progress) progress(fraction);
}

}  // namespace livewarp
