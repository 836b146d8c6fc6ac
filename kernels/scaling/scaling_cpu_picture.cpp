#include "kernels/scaling/scaling_cpu_picture.h"

#include "kernels/scaling/scaling_rows_picture.h"

namespace livewarp {

void scaling_publish_on_host(const Scaling::Step& step, const Scaling::Problem& problem,
                             const Launch&, const Picture& picture, Exec& exec) {
  const ScalingShow show = scaling::show_of(problem, picture);
  const ScalingTask task = scaling::task_of(problem);
  const ScalingWeights weights = scaling::weights_of(problem);
  auto* const pixels = static_cast<uchar4*>(picture.memory);
  scaling::with_pixel(problem, [&]<class Pixel>(Pixel) {
    const auto* const source = scaling::source_of<Pixel>(step);
    const auto* const result = reinterpret_cast<const Pixel*>(step.shown);
    exec.for_range(show.height, 32, 1, [&](Range rows) {
      for (auto py = int(rows.first); py < rows.last; ++py)
        for (int px = 0; px < show.width; ++px)
          pixels[std::int64_t(py) * show.width + px] =
              scaling_picture_pixel(source, result, px, py, show, task, weights);
    });
  });
}

}  // namespace livewarp
