// How the result is shown.
#pragma once

#include <cmath>

#include "kernels/scaling/cuda/scaling_picture.cuh"
#include "kernels/scaling/cuda/scaling_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline ScalingShow show_of(const Scaling::Problem& problem, const Picture& picture) {
  const Values& view = *picture.view;
  const std::string& what = get_text(view, "show");
  ScalingShow show{};
  show.what = what == "source"       ? scaling_show_source
              : what == "split"      ? scaling_show_split
              : what == "difference" ? scaling_show_difference
                                     : scaling_show_result;
  // What mipmaps should give is not computed again for the picture.
  if (problem.filter == ScalingFilter::trilinear && show.what == scaling_show_difference)
    show.what = scaling_show_result;
  show.split = int(std::lround(get_real(view, "split") * double(problem.result_width)));
  show.amplify = float(get_integer(view, "amplify"));
  show.exact_nearest = problem.filter == ScalingFilter::nearest;
  show.width = picture.spec.width;
  show.height = picture.spec.height;
  return show;
}

inline void publish(const Scaling::Step& step, const Scaling::Problem& problem, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const ScalingShow show = show_of(problem, picture);
  const Dim3 grid{unsigned(ceil_div(show.width, block.x)),
                  unsigned(ceil_div(show.height, block.y))};
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(scaling_picture<Pixel>), grid, block, 0, source_of<Pixel>(step),
                reinterpret_cast<const Pixel*>(step.shown), static_cast<uchar4*>(picture.memory),
                show, task_of(problem), weights_of(problem));
  });
}

}  // namespace scaling

LIVEWARP_KERNELS_END
