// The variant that scales by the texture units.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/scaling/cuda/scaling_variants_fetches.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// Whether texels are kept as reals, 4 bytes a channel.
inline bool as_reals(const Launch& launch) { return launch.text("texel") == "float"; }

inline Texel texel_of(const Scaling::Problem& problem, const Launch& launch) {
  if (!as_reals(launch)) return texel_of(problem);
  return problem.channels == 1 ? Texel::float1 : Texel::float4;
}

/// The texture over the source that a launch asks for, but for where the source lies.
inline TextureSpec texture_of(const Scaling::Problem& problem, const Launch& launch) {
  TextureSpec spec;
  spec.texel = texel_of(problem, launch);
  spec.width = problem.width * problem.height;
  if (launch.text("storage") == "linear") return spec;
  const bool array = launch.text("storage") == "array";
  spec.storage = array ? TextureStorage::array : TextureStorage::pitched;
  spec.width = problem.width;
  spec.height = problem.height;
  spec.pitch = array ? 0 : std::size_t(problem.width) * bytes_of(spec.texel);
  spec.address = texture_address(problem.address);
  spec.normalized = launch.text("coordinates") == "normalized";
  spec.read = launch.text("read") == "element" ? TextureRead::element : TextureRead::normalized;
  spec.filter =
      problem.filter == ScalingFilter::bilinear ? TextureFilter::linear : TextureFilter::point;
  return spec;
}

inline bool on_surface(const Launch& launch) { return launch.text("output") == "surface"; }

/// The source where it is read from an array, and the result where it is written by a surface.
inline TextureArray::Shapes texture_arrays(const Scaling::Problem& problem, const Launch& launch) {
  TextureArray::Shapes shapes;
  if (launch.text("storage") == "array")
    shapes.push_back({texel_of(problem, launch), problem.width, problem.height});
  if (on_surface(launch))
    shapes.push_back({texel_of(problem), problem.result_width, problem.result_height});
  return shapes;
}

/// Makes reals of the source, in an array or, of pitched storage, in scratch memory.
inline void make_reals(const Scaling::Step& step, bool array, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const int width = int(step.problem->width), height = int(step.problem->height);
  with_pixel(*step.problem, [&]<class Pixel>(Pixel) {
    using Reals = ScalingSum<Pixel>;
    const PictureTarget<Reals> target{array ? nullptr : static_cast<Reals*>(step.scratch),
                                      array ? exec.surface(step.arrays.front()) : 0, width, height};
    exec.launch(LIVEWARP_KERNEL(scaling_to_reals<Pixel>), livewarp::grid_over(width, height, block),
                block, 0, source_of<Pixel>(step), target);
  });
}

/// With the source in it: an array is filled once, and kept as long as the source is; so are reals.
inline TextureSpec filled_texture(const Scaling::Step& step, const Launch& launch,
                                  KernelExec& exec) {
  TextureSpec spec = texture_of(*step.problem, launch);
  const bool reals = as_reals(launch), array = spec.storage == TextureStorage::array;
  if (!step.scratch_kept && reals) make_reals(step, array, exec);
  if (!array) {
    spec.memory = reals ? step.scratch : step.source;
    return spec;
  }
  const TextureArray& filled = step.arrays.front();
  if (!step.scratch_kept && !reals)
    exec.copy_to_array(filled, step.source, pitch_of(*step.problem));
  spec.memory = filled.handle();
  spec.array = filled.number();
  return spec;
}

inline std::string surface_refusal(const Scaling::Problem& problem, const Launch& launch) {
  if (launch.text("storage") == "linear" || (launch.text("read") == "element" && !as_reals(launch)))
    return "writes filtered floats to a surface: choose array or pitched storage, and read mode "
           "normalized";
  TextureSpec result;
  result.storage = TextureStorage::array;
  result.width = problem.result_width;
  result.height = problem.result_height;
  const std::string refusal = texture_refusal(result);
  return refusal.empty() ? "" : "the result is " + refusal + "; a buffer holds more";
}

inline std::string texture_refuses(const Scaling::Problem& problem, const Launch& launch,
                                   Executor) {
  if (widened(problem)) return "has no antialiasing: choose the variant separable";
  std::string filters =
      offers(problem, {ScalingFilter::nearest, ScalingFilter::bilinear},
             "a texture unit filters nearest and bilinear alone: choose the variant taps");
  if (!filters.empty()) return filters;
  const bool linear = launch.text("storage") == "linear";
  if (linear && problem.filter == ScalingFilter::bilinear)
    return "linear storage has no filter: choose array or pitched storage";
  if (linear && as_reals(launch))
    return "reals are kept in arrays and in rows alone: choose array or pitched storage";
  std::string refusal = texture_refusal(texture_of(problem, launch));
  if (refusal.empty() && on_surface(launch)) return surface_refusal(problem, launch);
  if (refusal.empty() || launch.text("storage") != "pitched") return refusal;
  return refusal + "; array storage takes any width";
}

/// A surface is written pixel by pixel.
inline int items_of(const Launch& launch) {
  return on_surface(launch) ? 1 : int(launch.integer("items"));
}
inline bool one_below(const Launch& launch) { return launch.text("order") == "below"; }

/// Calls f with a pixel, the pixels of a thread, and 1 where these lie one below the other; one
/// alone lies in no order.
template <class F>
decltype(auto) with_items(const Scaling::Problem& problem, const Launch& launch, F&& f) {
  return with_pixel(problem, [&]<class Pixel>(Pixel pixel) {
    const std::integral_constant<int, 0> beside{};
    if (items_of(launch) == 1) return f(pixel, std::integral_constant<int, 1>{}, beside);
    return dispatch<0, 1>(one_below(launch), [&](auto below) {
      return f(pixel, std::integral_constant<int, 4>{}, below);
    });
  });
}

/// Only of memory in rows, of which a result that is no smaller skips none. `cells`: pixels of a
/// block.
inline ScalingAhead ahead_of(const Scaling::Problem& problem, const Launch& launch, Dim3 cells) {
  const ScalingMap& map = problem.map;
  constexpr FixedPoint texel = FixedPoint{1} << fixed_bits;
  const std::int64_t rows = launch.integer("ahead");
  if (rows == 0 || launch.text("storage") != "pitched" || as_reals(launch) || !map.straight() ||
      map.u_by_x > texel || map.v_by_y > texel)
    return {};
  const double bytes = double(cells.x) * texels_of(map.u_by_x) * problem.channels;
  return {int(rows), int(std::ceil(bytes / 128)),
          int(std::ceil(double(cells.y) * texels_of(map.v_by_y)))};
}

/// The result as an array, and then as rows: both are the step's work.
inline void texture_to_surface(const Scaling::Step& step, const ScalingFetches& fetches,
                               const Dim3& block, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const TextureArray& result = step.arrays.back();
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(scaling_texture_surface<Pixel>), grid_over(problem, block, 1),
                block, 0, fetches, exec.surface(result));
  });
  exec.copy_from_array(step.result, result.shape().row_bytes(), result);
}

inline void texture_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const TextureSpec spec = filled_texture(step, launch, exec);
  const cudaTextureObject_t texture = exec.texture(spec);
  const Dim3 block = launch.block();
  if (on_surface(launch))
    return texture_to_surface(step, fetches_of(problem, spec, texture), block, exec);
  with_items(problem, launch, [&]<class Pixel>(Pixel, auto items, auto below) {
    constexpr bool down = below != 0;
    const Dim3 cells = down ? Dim3{block.x, block.y * items} : Dim3{block.x * items, block.y};
    const Dim3 grid = livewarp::grid_over(problem.result_width, problem.result_height, cells);
    const ScalingTask task = task_of(problem);
    if (spec.storage == TextureStorage::linear)
      return exec.launch(LIVEWARP_KERNEL(scaling_texture_linear<Pixel, items, down>), grid, block,
                         0, texture, result_of<Pixel>(step), task);
    const ScalingFetches fetches = fetches_of(problem, spec, texture);
    const auto run = [&](const auto& kernel) {
      exec.launch(kernel, grid, block, 0, fetches, source_of<Pixel>(step), result_of<Pixel>(step),
                  ahead_of(problem, launch, cells), task);
    };
    if (spec.read == TextureRead::element && holds_integers(spec.texel))
      run(LIVEWARP_KERNEL(scaling_texture_bytes<Pixel, items, down>));
    else
      run(LIVEWARP_KERNEL(scaling_texture_filtered<Pixel, items, down>));
  });
}

inline std::vector<Param> texture_axes() {
  return {
      block_shapes("64x4"),
      items_axis(),
      choice_axis("order", "Pixel order", {{"beside", "Along x", {}}, {"below", "Along y", {}}},
                  "below",
                  "How the pixels of a thread lie. Along x they are stored at once; along y a "
                  "warp's fetches lie next to each other."),
      choice_axis(
          "storage", "Storage",
          {{"array", "Array", {}}, {"pitched", "Pitched", {}}, {"linear", "Linear", {}}}, "array",
          "What the texture object lies over. Array: a CUDA array, copied once into the GPU's "
          "own layout, which keeps neighbours in both directions near. Pitched: pitch-linear "
          "memory, rows a multiple of 32 bytes long. Linear: linear memory, fetched by index."),
      choice_axis("texel", "Texel", {{"uchar", "uchar4", {}}, {"float", "float4", {}}}, "uchar",
                  "uchar4: the source as it is, 4 bytes a texel. float4: 16 bytes a texel, made "
                  "of the source once and kept, which is no part of a step's time. Of grey "
                  "pictures uchar and float. Reals are read as they are, in either read mode."),
      choice_axis("read", "Read mode",
                  {{"normalized", "Normalized float", {}}, {"element", "Element type", {}}},
                  "normalized",
                  "Read mode: a fetch returns floats of 0 \u2026 1, or the element type, "
                  "bytes. Only floats can be filtered: the hardware's rule."),
      choice_axis("coordinates", "Normalized", {{"texels", "No", {}}, {"normalized", "Yes", {}}},
                  "normalized",
                  "Normalized coordinates: a fetch names its place by 0 \u2026 1 instead of by "
                  "texels. Wrap and mirror need them: the hardware's rule."),
      choice_axis("output", "Output", {{"buffer", "Buffer", {}}, {"surface", "Surface", {}}},
                  "buffer",
                  "Buffer: linear memory. Surface: surface writes, pixel by pixel, into a CUDA "
                  "array in the GPU's own layout; what lies outside is dropped. The result "
                  "could be fetched as a texture next. Others want rows: the step ends with a "
                  "copy. Pixels per thread and pixel order do not matter then."),
      integer_axis("ahead", "Prefetch distance", "rows", {0, 16, 32, 64, 96, 128}, 96,
                   "A block prefetches rows of texels into the L2 cache, so many rows before "
                   "they are needed. Only of pitched storage of bytes, for results that are no "
                   "smaller: a CUDA array has a layout of its own.")};
}

inline CostModel texture_cost(const Scaling::Problem& problem, const Launch& launch) {
  const double texels = problem.filter == ScalingFilter::nearest ? 1 : 4;
  const double bytes = as_reals(launch) ? sizeof(float) : 1;
  // From an array to rows is one more read and one more write of the result.
  CostModel cost =
      Scaling::cost(problem, problem.channels * (bytes * texels + (on_surface(launch) ? 3 : 1)));
  const double written = problem.channels * cost.items;
  cost.compulsory_bytes = bytes * (cost.compulsory_bytes - written) + written;
  cost.requested_bytes = std::max(cost.requested_bytes, cost.compulsory_bytes);
  // The measured rate is that of texels of bytes.
  const bool filtered = launch.text("read") == "normalized" && launch.text("storage") != "linear";
  if (filtered && !as_reals(launch)) cost.fetches = cost.items;
  return cost;
}

inline Variant<Scaling> texture() {
  auto variant = cuda_variant<Scaling>("texture", "Texture fetch", texture_step);
  variant.topic = "L2.2";
  variant.source = "CUDA C++ Programming Guide, Texture Memory and Texture Fetching";
  variant.cost = texture_cost;
  variant.tolerance = {2, 2,
                       "the hardware rounds weights to 8 bits in each direction, and their "
                       "products again"};
  variant.axes = texture_axes();
  variant.refuses = texture_refuses;
  refuse_too_tall(variant, [](const Scaling::Problem&, const Launch& launch) {
    return launch.block().y * (one_below(launch) ? items_of(launch) : 1);
  });
  variant.scratch_arrays = texture_arrays;
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch& launch) {
    const bool rows = as_reals(launch) && launch.text("storage") == "pitched";
    return rows ? pitch_of(problem) * std::size_t(problem.height) * sizeof(float) : 0;
  };
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
