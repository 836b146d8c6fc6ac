#include "kernels/basics/basics_rows.h"

namespace livewarp {

Rows<Basics> Basics::simt_rows() { return basics::rows(); }

}  // namespace livewarp
