// The CUDA variants of the heat workload with their launch code, written once for every compiler:
// the list, and what shows and paints the plate.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/grids/grid_sums.h"
#include "kernels/grids/temperature_view.h"
#include "kernels/heat/cuda/heat_picture.cuh"
#include "kernels/heat/cuda/heat_sums.cuh"
#include "kernels/heat/cuda/heat_variants_border.h"
#include "kernels/heat/cuda/heat_variants_cell.h"
#include "kernels/heat/cuda/heat_variants_residual.h"
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

/// What a brush of that radius meets from (x0, y0) to (x1, y1), clipped to the plate.
inline HeatStroke stroke_along(const Heat::Step& step, double x0, double y0, double x1, double y1,
                               double radius) {
  const auto clipped = [](double value, int n) { return int(std::clamp(value, 0.0, double(n))); };
  HeatStroke painted{};
  painted.x0 = float(x0);
  painted.y0 = float(y0);
  painted.x1 = float(x1);
  painted.y1 = float(y1);
  painted.radius = float(radius);
  painted.first_x = clipped(std::floor(std::min(x0, x1) - radius), step.nx);
  painted.first_y = clipped(std::floor(std::min(y0, y1) - radius), step.ny);
  painted.last_x = clipped(std::ceil(std::max(x0, x1) + radius), step.nx);
  painted.last_y = clipped(std::ceil(std::max(y0, y1) + radius), step.ny);
  return painted;
}

/// What the tool that a view names does along a stroke. "pan" paints nothing.
inline HeatStroke stroke_of(const Heat::Step& step, double radius, const Values& view,
                            const Stroke& stroke) {
  const std::string& tool = get_text(view, "tool");
  HeatStroke painted = stroke_along(step, stroke.x0, stroke.y0, stroke.x1, stroke.y1, radius);
  painted.sets_mark = true;
  painted.sets_temperature = tool != "erase";
  if (tool == "source" || tool == "heat")
    painted.temperature = float(get_real(view, "brush_temperature") / degrees_per_unit);
  if (tool == "source") painted.mark = heat_held;
  if (tool == "insulator") painted.mark = heat_insulator;
  if (tool == "pan") painted.last_x = painted.first_x;
  return painted;
}

inline HeatStroke stroke_of(const Heat::Step& step, const Spot& spot) {
  HeatStroke painted = stroke_along(step, spot.x0, spot.y0, spot.x1, spot.y1, spot.radius);
  painted.sets_temperature = true;
  painted.temperature = float(spot.value);
  return painted;
}

inline void paint(const Heat::Step& step, const HeatStroke& painted, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const int width = painted.last_x - painted.first_x, height = painted.last_y - painted.first_y;
  if (width <= 0 || height <= 0) return;
  // Where no cell is marked, the marks may not have come to the device.
  unsigned char* const marks = painted.sets_mark || step.marks ? step.marks_to_paint : nullptr;
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_paint<Stored>), grid_over(width, height, block), block, 0,
                const_cast<Stored*>(input<Stored>(step)), marks, painted, step.nx);
  });
}

inline void paint_stroke(const Heat::Step& step, const Heat::Problem& problem, const Launch&,
                         const Values& view, const Stroke& stroke, KernelExec& exec) {
  for (const Spot& spot : stroke.spots) paint(step, stroke_of(step, spot), exec);
  if (stroke.spots.empty())
    paint(step, stroke_of(step, Heat::brush_cells(problem, view), view, stroke), exec);
}

static_assert(CellSums::numbers == GridSums::numbers);
static_assert(sizeof(HeatFound) == heat_found_numbers * sizeof(double));

inline void enqueue_readouts(const Heat::Step& step, const Heat::Problem&, void* written,
                             KernelExec& exec) {
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_stock<Stored>), GridSums::grid_for(step.nx, step.ny),
                GridSums::block, GridSums::shared_bytes(), input<Stored>(step), step.marks,
                plate_of<double>(step), &step.found->steps, double(step.index),
                static_cast<double*>(written));
  });
}

/// Of heat_variants_stream.h.
std::vector<Variant<Heat>> stream_group();

inline Variants<Heat> variants() {
  return {joined<Heat>({{naive(), transposed(), readonly(), texture(), shared(), march(), shuffle(),
                         vectorized()},
                        stream_group(),
                        {general(), shared_general(), residual_apart(), residual_fused(),
                         border_apart(), until_still()}}),
          publish, paint_stroke, enqueue_readouts};
}

}  // namespace heat

LIVEWARP_KERNELS_END
