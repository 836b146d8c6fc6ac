// The CUDA variants of access patterns with their launch code, written once for every compiler.
#pragma once

#include <utility>

#include "kernels/access/access_shown.h"
#include "kernels/access/access_variants_copy.h"
#include "kernels/access/access_variants_mesh.h"
#include "kernels/access/access_variants_tasks.h"

LIVEWARP_KERNELS_BEGIN

namespace access {

inline void publish(const Step& step, const Access::Problem&, const Launch& launch,
                    const Picture& picture, KernelExec& exec) {
  const int pixels = picture.spec.width * picture.spec.height;
  exec.launch(LIVEWARP_KERNEL(access_picture), blocks_for(pixels), {Access::block}, 0,
              shown_of(step, launch, picture), static_cast<uchar4*>(picture.memory), pixels);
}

inline Variants<Access> variants() {
  return {{copy(),     stride(),        offset(),         width(),          aos(),
           soa(),      of_structures(), cached(),         plane(),          texture(),
           gather(),   reverse(),       reverse_shared(), stencil(),        stencil_shared(),
           constant(), lookup(),        edges_atomic(),   edges_coloured(), edges_owner()},
          publish};
}

}  // namespace access

LIVEWARP_KERNELS_END
