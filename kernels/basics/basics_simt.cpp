#include "kernels/basics/basics_rows.h"

namespace livewarp {

Rows<Basics> Basics::LIVEWARP_HOST_ROWS() { return basics::rows(); }

}  // namespace livewarp
