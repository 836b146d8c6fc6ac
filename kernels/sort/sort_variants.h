// The CUDA variants of sorting with their launch code, written once for every compiler.
#pragma once

#include <cmath>

#include "kernels/core/color/color_map.h"
#include "kernels/sort/sort_picture.cuh"
#include "kernels/sort/sort_variants_bitonic.h"
#include "kernels/sort/sort_variants_library.h"
#include "kernels/sort/sort_variants_radix.h"

LIVEWARP_KERNELS_BEGIN

namespace sort {

/// What the view asks for, over a picture of that size.
inline SortLayout layout_of(const Sort::Problem& problem, const PictureSpec& size,
                            const Values& view, const Launch& launch) {
  SortLayout layout{};
  layout.columns = int(std::min<std::int64_t>(problem.n, sort_most_columns));
  layout.column_width = size.width / layout.columns;
  layout.width = size.width;
  layout.height = size.height;
  // Of a variant: whether it sorts by bits, or makes tiles longer; of others nobody knows.
  const Values& axes = launch.values();
  const auto bits = axes.contains("bits") ? int(launch.integer("bits")) : 0;
  const bool tiles = !bits && (axes.contains("block") || axes.contains("isa"));
  const std::string& passes = get_text(view, "passes");
  constexpr int least_height = 300;
  if (size.height < least_height || passes == "none" || (passes == "variant" && !bits && !tiles)) {
    layout.bars = size.height / 2;
    return layout;
  }
  if (passes == "bits" || (passes == "variant" && bits)) layout.bits = bits ? bits : 4;
  layout.passes = layout.bits ? 32 / layout.bits : stages(layout.columns);
  layout.bars = size.height * 3 / 10;
  return layout;
}

inline SortColors colors_of() {
  SortColors colors{};
  colors.lowest = float(Sort::lowest);
  colors.highest = float(Sort::highest);
  const auto byte = [](float share) { return (unsigned char)(std::lround(255 * share)); };
  for (int i = 0; i < sort_colors; ++i) {
    const Rgb rgb = point_color(ColorMap::viridis, double(i) / (sort_colors - 1));
    colors.of[i] = make_uchar4(byte(rgb.r), byte(rgb.g), byte(rgb.b), 255);
  }
  return colors;
}

inline void publish(const Step& step, const Sort::Problem& problem, const Launch& launch,
                    const Picture& picture, KernelExec& exec) {
  exec.launch(LIVEWARP_KERNEL(sort_picture), {unsigned(picture.spec.height)}, {256}, 0, step.keys,
              step.shown, int(problem.n), static_cast<uchar4*>(picture.memory),
              layout_of(problem, picture.spec, *picture.view, launch), colors_of());
}

inline Variants<Sort> variants() {
  return {{bitonic_global(), bitonic(), bitonic_registers(), split(), ballots(), cub_library()},
          publish};
}

}  // namespace sort

LIVEWARP_KERNELS_END
