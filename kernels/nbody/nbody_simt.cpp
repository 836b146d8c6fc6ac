#include "kernels/nbody/nbody_rows.h"

namespace livewarp {

Rows<Nbody> Nbody::LIVEWARP_HOST_ROWS() {
  // Splits the sources as a large GPU would.
  return nbody::rows([] { return 132; });
}

}  // namespace livewarp
