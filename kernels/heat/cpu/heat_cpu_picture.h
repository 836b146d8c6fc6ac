#pragma once

#include "kernels/heat/heat.h"

namespace livewarp {

/// Picture and brush of the CPU variants, as `Variants` wants them; any precision. They do what the
/// kernels in heat_picture.cuh do, to the bit.
void heat_publish_on_host(const Heat::Step& step, const Heat::Problem& problem,
                          const Launch& launch, const Picture& picture, Exec& exec);
void heat_paint_on_host(const Heat::Step& step, const Heat::Problem& problem, const Launch& launch,
                        const Values& view, const Stroke& stroke, Exec& exec);

}  // namespace livewarp
