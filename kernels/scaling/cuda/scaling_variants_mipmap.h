// The variants that scale by mipmaps: made and read by kernels, or read by the texture units.
#pragma once

#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/scaling/cuda/scaling_mipmap.cuh"
#include "kernels/scaling/cuda/scaling_variants_fetches.h"
#include "kernels/scaling/scaling_reference.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// The levels that a scale needs, and where they lie one after the other in scratch memory; the
/// source is level 0.
struct MipPlan {
  struct Level {
    std::int64_t width, height;
    std::size_t at;  ///< in bytes
  };
  std::vector<Level> levels;
  MipShare share;
  std::size_t bytes = 0;

  explicit MipPlan(const Scaling::Problem& problem) {
    const int count = mip_levels(problem.width, problem.height);
    share = mip_share(problem.scale, count);
    levels.push_back({problem.width, problem.height, 0});
    while (int(levels.size()) < count && int(levels.size()) <= share.level + 1) {
      const Level& last = levels.back();
      const Level next{(last.width + 1) / 2, (last.height + 1) / 2, bytes};
      bytes += std::size_t(next.width * next.height * problem.channels);
      levels.push_back(next);
    }
  }
};

/// The whole task in the texels of a level, whose first texel's square begins where the source's
/// does.
inline ScalingTask task_in(const Scaling::Problem& problem, const MipPlan::Level& level, int i) {
  constexpr int64 edge = int64(1) << (fixed_bits - 1);
  ScalingTask task = task_of(problem);
  const auto within = [i](int64 position) { return ((position + edge) >> i) - edge; };
  task.width = int(level.width);
  task.height = int(level.height);
  task.u0 = within(task.u0);
  task.v0 = within(task.v0);
  for (int64* const step : {&task.u_by_x, &task.u_by_y, &task.v_by_x, &task.v_by_y}) *step >>= i;
  return task;
}

template <class Pixel>
const Pixel* texels_in(const Scaling::Step& step, const MipPlan& plan, std::size_t i) {
  if (i == 0) return source_of<Pixel>(step);
  return reinterpret_cast<const Pixel*>(static_cast<std::byte*>(step.scratch) + plan.levels[i].at);
}

/// Makes all levels but the source.
template <class Pixel>
void make_levels(const Scaling::Step& step, const MipPlan& plan, Dim3 block, KernelExec& exec) {
  for (std::size_t i = 1; i < plan.levels.size(); ++i) {
    const MipPlan::Level &larger = plan.levels[i - 1], &own = plan.levels[i];
    exec.launch(LIVEWARP_KERNEL(scaling_level<Pixel>),
                livewarp::grid_over(own.width, own.height, block), block, 0,
                texels_in<Pixel>(step, plan, i - 1),
                const_cast<Pixel*>(texels_in<Pixel>(step, plan, i)), larger.width, larger.height);
  }
}

inline void mipmap_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const MipPlan plan(problem);
  const Dim3 block = launch.block();
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    const auto texels = [&](std::size_t i) { return texels_in<Pixel>(step, plan, i); };
    if (!step.scratch_kept) make_levels<Pixel>(step, plan, block, exec);
    const auto fine = std::size_t(plan.share.level);
    const std::size_t coarse = std::min(fine + 1, plan.levels.size() - 1);
    exec.launch(LIVEWARP_KERNEL(scaling_trilinear<Pixel>), grid_over(problem, block, 1), block, 0,
                texels(fine), texels(coarse), result_of<Pixel>(step), plan.share.share,
                task_in(problem, plan.levels[fine], int(fine)),
                task_in(problem, plan.levels[coarse], int(coarse)));
  });
}

inline Variant<Scaling> mipmaps() {
  auto variant = cuda_variant<Scaling>("mipmaps", "Mipmaps", mipmap_step);
  variant.topic = "L2.6";
  variant.source = "Williams: Pyramidal Parametrics, SIGGRAPH 1983";
  variant.axes = {block_shapes()};
  variant.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) {
    return offers(problem, {ScalingFilter::trilinear}, "serves the filter trilinear alone");
  };
  refuse_too_tall(variant, rows_of_block);
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return problem.filter == ScalingFilter::trilinear ? MipPlan(problem).bytes : 0;
  };
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch&) {
    return problem.channels * (MipPlan(problem).share.share > 0 ? 9.0 : 5.0);
  });
  return variant;
}

/// The hardware's levels halve a side and round down: with sides that are multiples of what the
/// last level divides by, texels lie where the plan's do. A side that is shorter than that ends as
/// one texel, which is all that a clamped texture is asked for there.
inline TextureArray::Shape mipmapped_array(const Scaling::Problem& problem, const MipPlan& plan) {
  const int last = int(plan.levels.size()) - 1;
  const auto padded = [last](std::int64_t side) {
    const std::int64_t unit = std::int64_t{1}
                              << std::min(last, int(std::bit_width(std::uint64_t(side - 1))));
    return ceil_div(side, unit) * unit;
  };
  return {texel_of(problem), padded(problem.width), padded(problem.height), last + 1};
}

inline TextureSpec mipmapped_texture(const Scaling::Problem& problem,
                                     const TextureArray::Shape& shape) {
  TextureSpec spec;
  spec.storage = TextureStorage::array;
  spec.texel = shape.texel;
  spec.width = shape.width;
  spec.height = shape.height;
  spec.levels = shape.levels;
  spec.normalized = true;
  spec.filter = TextureFilter::linear;
  spec.read = TextureRead::normalized;
  spec.address = texture_address(problem.address);
  return spec;
}

/// The levels in scratch memory, and then in the array: once, and kept as long as the source is.
template <class Pixel>
void fill_levels(const Scaling::Step& step, const MipPlan& plan, Dim3 block, KernelExec& exec) {
  const TextureArray& array = step.arrays.front();
  make_levels<Pixel>(step, plan, block, exec);
  for (std::size_t i = 0; i < plan.levels.size(); ++i) {
    const TextureArray::Shape target = array.shape().level(int(i));
    exec.launch(LIVEWARP_KERNEL(scaling_fill_level<Pixel>),
                livewarp::grid_over(target.width, target.height, block), block, 0,
                texels_in<Pixel>(step, plan, i), plan.levels[i].width, plan.levels[i].height,
                exec.surface(array, int(i)), target.width, target.height);
  }
}

inline void mipmap_texture_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const MipPlan plan(problem);
  const TextureArray& array = step.arrays.front();
  const Dim3 block = launch.block(), grid = grid_over(problem, block, 1);
  TextureSpec spec = mipmapped_texture(problem, array.shape());
  spec.memory = array.handle();
  spec.array = array.number();
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    if (!step.scratch_kept) fill_levels<Pixel>(step, plan, block, exec);
    const ScalingFetches fetches = fetches_of(problem, spec, exec.texture(spec));
    if (launch.text("level") == "gradients")
      return exec.launch(LIVEWARP_KERNEL(scaling_mipmap_gradients<Pixel>), grid, block, 0, fetches,
                         result_of<Pixel>(step), task_of(problem));
    const auto level = float(plan.share.level + plan.share.share);
    exec.launch(LIVEWARP_KERNEL(scaling_mipmap_level<Pixel>), grid, block, 0, fetches, level,
                result_of<Pixel>(step), task_of(problem));
  });
}

inline std::string mipmap_texture_refuses(const Scaling::Problem& problem, const Launch& launch,
                                          Executor) {
  std::string why =
      offers(problem, {ScalingFilter::trilinear}, "serves the filter trilinear alone");
  if (!why.empty()) return why;
  const TextureArray::Shape shape = mipmapped_array(problem, MipPlan(problem));
  const bool padded = shape.width != problem.width || shape.height != problem.height;
  const std::int64_t unit = std::int64_t{1} << (shape.levels - 1);
  const bool whole = problem.width % unit == 0 && problem.height % unit == 0;
  if ((padded || !whole) && problem.address != Scaling::Address::clamp)
    return "the hardware halves sides and rounds down, so at this scale an address mode other than "
           "clamp needs sides that are multiples of " +
           std::to_string(unit) + ": choose clamp, or the variant mipmaps";
  if (launch.text("level") == "gradients" && !problem.map.straight())
    return "takes gradients along rows and columns alone: choose tex2DLod, which any rotation can "
           "have";
  return texture_refusal(mipmapped_texture(problem, shape));
}

inline Variant<Scaling> mipmap_texture() {
  auto variant = cuda_variant<Scaling>("mipmap-texture", "Mipmapped texture", mipmap_texture_step);
  variant.topic = "L2.6";
  variant.source = "CUDA C++ Programming Guide, Texture and Surface Memory";
  variant.tolerance = {3, 3,
                       "the hardware rounds the weights of both levels and the share of the levels "
                       "to 8 bits each: up to 1 level of 255 and another half"};
  variant.axes = {block_shapes("64x4"),
                  choice_axis("level", "Level",
                              {{"explicit", "tex2DLod", {}}, {"gradients", "tex2DGrad", {}}},
                              "explicit",
                              "tex2DLod: the kernel says which level a fetch reads. tex2DGrad: it "
                              "says how far neighbouring pixels lie apart, and the hardware finds "
                              "the level.")};
  variant.refuses = mipmap_texture_refuses;
  refuse_too_tall(variant, rows_of_block);
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return problem.filter == ScalingFilter::trilinear ? MipPlan(problem).bytes : 0;
  };
  variant.scratch_arrays = [](const Scaling::Problem& problem, const Launch&) {
    TextureArray::Shapes shapes;
    if (problem.filter == ScalingFilter::trilinear)
      shapes.push_back(mipmapped_array(problem, MipPlan(problem)));
    return shapes;
  };
  variant.cost = [](const Scaling::Problem& problem, const Launch&) {
    const bool mixed = MipPlan(problem).share.share > 0;
    CostModel cost = Scaling::cost(problem, problem.channels * (mixed ? 9.0 : 5.0));
    cost.fetches = mixed ? 2 * cost.items : cost.items;
    return cost;
  };
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
