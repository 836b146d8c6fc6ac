#pragma once

#include "kernels/scaling/scaling.h"

namespace livewarp {

/// Shows the result, the source or their difference, as the view asks, on all cores.
void scaling_publish_on_host(const Scaling::Step& step, const Scaling::Problem& problem,
                             const Launch& launch, const Picture& picture, Exec& exec);

}  // namespace livewarp
