// The CUDA variants of the heat workload with their launch code, written once for every compiler:
// the list, and what shows and paints the plate.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/grids/grid_sums.h"
#include "kernels/grids/temperature_view.h"
#include "kernels/heat/cuda/heat_picture.cuh"
#include "kernels/heat/cuda/heat_sums.cuh"
#include "kernels/heat/cuda/heat_variants_cell.h"
#include "kernels/heat/cuda/heat_variants_reuse.h"
#include "kernels/heat/cuda/heat_variants_texture.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

inline void publish(const Heat::Step& step, const Heat::Problem&, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const PictureSpec& spec = picture.spec;
  const HeatPixels pixels{spec.region.x,      spec.region.y, spec.region.width,
                          spec.region.height, spec.width,    spec.height};
  const PictureTarget<float2> target{static_cast<float2*>(picture.memory), picture.surface,
                                     spec.width, spec.height};
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_picture<Stored>), grid_over(spec.width, spec.height, block),
                block, 0, input<Stored>(step), step.marks, target, pixels, step.nx, step.ny);
  });
}

/// What the tool that a view names does along a stroke, clipped to the plate. "pan" paints nothing.
inline HeatStroke stroke_of(const Heat::Step& step, const Values& view, const Stroke& stroke) {
  const std::string& tool = get_text(view, "tool");
  const auto radius = double(get_integer(view, "brush"));
  const auto clipped = [](double value, int n) { return int(std::clamp(value, 0.0, double(n))); };
  HeatStroke painted{};
  painted.x0 = float(stroke.x0);
  painted.y0 = float(stroke.y0);
  painted.x1 = float(stroke.x1);
  painted.y1 = float(stroke.y1);
  painted.radius = float(radius);
  painted.first_x = clipped(std::floor(std::min(stroke.x0, stroke.x1) - radius), step.nx);
  painted.first_y = clipped(std::floor(std::min(stroke.y0, stroke.y1) - radius), step.ny);
  painted.last_x = clipped(std::ceil(std::max(stroke.x0, stroke.x1) + radius), step.nx);
  painted.last_y = clipped(std::ceil(std::max(stroke.y0, stroke.y1) + radius), step.ny);
  painted.sets_temperature = tool != "erase";
  if (tool == "source" || tool == "heat")
    painted.temperature = float(get_real(view, "brush_temperature") / degrees_per_unit);
  if (tool == "source") painted.mark = heat_held;
  if (tool == "insulator") painted.mark = heat_insulator;
  if (tool == "pan") painted.last_x = painted.first_x;
  return painted;
}

inline void paint(const Heat::Step& step, const Heat::Problem&, const Launch&, const Values& view,
                  const Stroke& stroke, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const HeatStroke painted = stroke_of(step, view, stroke);
  const int width = painted.last_x - painted.first_x, height = painted.last_y - painted.first_y;
  if (width <= 0 || height <= 0) return;
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_paint<Stored>), grid_over(width, height, block), block, 0,
                const_cast<Stored*>(input<Stored>(step)), step.marks_to_paint, painted, step.nx);
  });
}

static_assert(CellSums::numbers == GridSums::numbers);

inline void enqueue_readouts(const Heat::Step& step, const Heat::Problem&, void* written,
                             KernelExec& exec) {
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_stock<Stored>), GridSums::grid_for(step.nx, step.ny),
                GridSums::block, GridSums::shared_bytes(), input<Stored>(step), step.marks,
                plate_of<double>(step), static_cast<double*>(written));
  });
}

/// Of heat_variants_stream.h.
std::vector<Variant<Heat>> stream_group();

inline Variants<Heat> variants() {
  return {joined<Heat>({{naive(), transposed(), readonly(), texture(), shared(), march(), shuffle(),
                         vectorized()},
                        stream_group()}),
          publish, paint, enqueue_readouts};
}

}  // namespace heat

LIVEWARP_KERNELS_END
