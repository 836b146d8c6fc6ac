#include "kernels/heat3d/heat3d_rows.h"

namespace livewarp {

Rows<Heat3d> Heat3d::LIVEWARP_HOST_ROWS() {
  return heat3d::rows([] { return 132; });
}

}  // namespace livewarp
