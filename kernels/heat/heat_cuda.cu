#include "kernels/core/executors.h"
#include "kernels/heat/heat_rows.h"

namespace livewarp {

Rows<Heat> Heat::cuda_rows() { return heat::rows(multiprocessors_to_fill); }

}  // namespace livewarp
