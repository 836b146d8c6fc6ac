// The variant that reads the plate by a texture object, in three kinds of storage.
#pragma once

#include <string>

#include "kernels/core/memory/texture.h"
#include "kernels/heat/cuda/heat_texture.cuh"
#include "kernels/heat/cuda/heat_variants_cell.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

inline bool by_index(const Launch& launch) { return launch.text("storage") == "linear"; }

/// Calls f with a value of the type that is stored, and of the way in which the texture finds a
/// cell.
template <class F>
decltype(auto) with_texels(const Launch& launch, F&& f) {
  const bool half = precision_of(launch.values()) == Precision::half;
  if (by_index(launch)) return half ? f(Half16{}, HeatByIndex{}) : f(float{}, HeatByIndex{});
  return half ? f(Half16{}, HeatByPlace{}) : f(float{}, HeatByPlace{});
}

/// The plate as an array of texels, which it is in one of the storages.
inline TextureArray::Shape plate_array(std::int64_t nx, std::int64_t ny, const Launch& launch) {
  const bool half = precision_of(launch.values()) == Precision::half;
  return {half ? Texel::half1 : Texel::float1, nx, ny};
}

/// The plate as a texture over the memory in which it lies; an array's is described by the array.
inline TextureSpec plate_texture(std::int64_t nx, std::int64_t ny, const Launch& launch) {
  TextureSpec spec;
  spec.texel = plate_array(nx, ny, launch).texel;
  spec.width = nx * ny;
  if (by_index(launch)) return spec;
  const bool array = launch.text("storage") == "array";
  spec.storage = array ? TextureStorage::array : TextureStorage::pitched;
  spec.width = nx;
  spec.height = ny;
  spec.pitch = std::size_t(nx) * bytes_of(spec.texel);
  return spec;
}

inline std::string texture_refuses(const Heat::Problem& problem, const Launch& launch, Executor) {
  const TextureSpec spec = plate_texture(problem.nx, problem.ny, launch);
  std::string refusal = texture_refusal(spec);
  if (refusal.empty() || spec.storage != TextureStorage::pitched) return refusal;
  return refusal + "; linear and array storage take any width";
}

inline void texture_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  TextureSpec spec = plate_texture(step.nx, step.ny, launch);
  spec.memory = step.in;
  if (spec.storage == TextureStorage::array) {
    exec.copy_to_array(step.arrays[0], step.in, spec.pitch);
    spec = step.arrays[0].texture();
  }
  const Dim3 block = launch.block();
  with_texels(launch, [&]<class Stored, class Texels>(Stored, Texels) {
    exec.launch(LIVEWARP_KERNEL(heat_texture<Stored, Texels>), grid_over(step.nx, step.ny, block),
                block, 0, Texels{exec.texture(spec)}, output<Stored>(step), step.marks,
                plate_of<float>(step));
  });
}

inline Param texture_storage_axis() {
  return choice_axis(
      "storage", "Storage",
      {{"linear", "Linear", {}}, {"pitched", "Pitched", {}}, {"array", "Array", {}}}, "linear",
      "What the texture object lies over. Linear: linear memory, fetched by index. Pitched: "
      "pitch-linear memory, fetched by coordinates; rows must be a multiple of 32 bytes. Array: a "
      "CUDA array in the GPU's own layout, filled by a copy every step.");
}

inline Param texture_precision_axis() {
  Param precision = all_precisions();
  for (Option& option : precision.options)
    if (option.id == "fp64") option.reason = "textures hold no 64-bit floats";
  return precision;
}

inline Variant<Heat> texture() {
  auto variant = cuda_variant<Heat>("texture", "Texture fetch", texture_step);
  variant.topic = "L3.4";
  variant.source = "CUDA C++ Programming Guide, Texture Memory and Texture Fetching";
  variant.axes = {block_shapes(), texture_storage_axis(), texture_precision_axis()};
  variant.refuses = texture_refuses;
  variant.scratch_arrays = [](const Heat::Problem& problem, const Launch& launch) {
    TextureArray::Shapes shapes;
    if (launch.text("storage") == "array")
      shapes.push_back(plate_array(problem.nx, problem.ny, launch));
    return shapes;
  };
  variant.cost = work_of([](const Heat::Problem& problem, const Launch& launch) {
    // An array is one more read and one more write of the plate.
    return Heat::star_values(problem) + (launch.text("storage") == "array" ? 2 : 0);
  });
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
