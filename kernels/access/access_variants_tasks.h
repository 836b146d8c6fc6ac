// Gather, reversal, stencil and table; warps as rectangles of a picture.
#pragma once

#include <vector>

#include "kernels/access/access_plane.cuh"
#include "kernels/access/access_tasks.cuh"
#include "kernels/access/access_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace access {

/// A block whose warps are `wide` texels wide, as high as that leaves it, and the grid over all
/// rows.
struct PlaneLaunch {
  AccessPlane plane;
  Dim3 grid, block;

  PlaneLaunch(const Step& step, std::int64_t wide)
      : plane{int(step.problem->row()), elements(step)}, block{unsigned(wide),
                                                               Access::block / unsigned(wide)} {
    const std::int64_t rows = ceil_div(step.problem->n, step.problem->row());
    grid = {unsigned(plane.width) / block.x, unsigned(ceil_div(rows, block.y))};
  }
};

inline Param shape_axis(const char* id) {
  return integer_axis(id, "Warp's width", "", {1, 2, 4, 8, 16, 32}, 8,
                      "Texels that a warp is wide; it is 32 / width high.");
}

inline Variant<Access> plane() {
  auto variant = variant_for(AccessTask::copy, "plane", "Warp's shape",
                             [](const Step& step, const Launch& launch, KernelExec& exec) {
                               const PlaneLaunch shape(step, launch.integer("warp_width"));
                               exec.launch(LIVEWARP_KERNEL(access_plane), shape.grid, shape.block,
                                           0, step.x, step.result, shape.plane);
                             });
  variant.axes = {shape_axis("warp_width")};
  return variant;
}

inline TextureArray::Shapes picture_array(const Access::Problem& problem, const Launch&) {
  return {{Texel::float1, problem.row(), ceil_div(problem.n, problem.row())}};
}

inline Variant<Access> texture() {
  auto variant =
      variant_for(AccessTask::copy, "texture", "Texture in 2D",
                  [](const Step& step, const Launch& launch, KernelExec& exec) {
                    const PlaneLaunch shape(step, launch.integer("texels"));
                    if (!step.array_kept)
                      exec.copy_to_array(*step.array, step.x, step.array->shape().row_bytes());
                    exec.launch(LIVEWARP_KERNEL(access_texture), shape.grid, shape.block, 0,
                                exec.texture(step.array->texture()), step.result, shape.plane);
                  });
  variant.source = "CUDA C++ Programming Guide, Texture Memory";
  variant.axes = {shape_axis("texels")};
  variant.scratch_arrays = picture_array;
  return variant;
}

inline Variant<Access> gather() {
  auto variant = variant_for(AccessTask::gather, "gather", "Gather",
                             [](const Step& step, const Launch&, KernelExec& exec) {
                               exec.launch(LIVEWARP_KERNEL(access_gather),
                                           blocks_for(step.problem->n), {Access::block}, 0, step.x,
                                           step.index, step.result, elements(step));
                             });
  variant.source = "He and others: Efficient Gather and Scatter Operations on Graphics Processors, "
                   "SC 2007";
  return variant;
}

inline Variant<Access> reverse() {
  auto variant =
      variant_for(AccessTask::reverse, "reverse", "Reversal",
                  [](const Step& step, const Launch&, KernelExec& exec) {
                    exec.launch(LIVEWARP_KERNEL(access_reverse), blocks_for(step.problem->n),
                                {Access::block}, 0, step.x, step.result, elements(step));
                  });
  variant.topic = "L6.15";
  return variant;
}

inline Variant<Access> reverse_shared() {
  auto variant =
      variant_for(AccessTask::reverse, "reverse-shared", "Rev. shared",
                  [](const Step& step, const Launch&, KernelExec& exec) {
                    exec.launch(LIVEWARP_KERNEL(access_reverse_shared), blocks_for(step.problem->n),
                                {Access::block}, Access::block * sizeof(float), step.x, step.result,
                                elements(step));
                  });
  variant.topic = "L6.15";
  variant.source = "Harris: Using Shared Memory in CUDA C/C++ (2013)";
  return variant;
}

inline Variant<Access> stencil() {
  auto variant = variant_for(AccessTask::stencil, "stencil", "1D stencil",
                             [](const Step& step, const Launch&, KernelExec& exec) {
                               exec.launch(LIVEWARP_KERNEL(access_stencil),
                                           blocks_for(step.problem->n), {Access::block}, 0, step.x,
                                           step.result, elements(step), int(step.problem->radius));
                             });
  variant.topic = "L6.15";
  variant.source = "NVIDIA: CUDA C/C++ Basics, 1D Stencil (2011)";
  return variant;
}

inline Variant<Access> stencil_shared() {
  auto variant = variant_for(AccessTask::stencil, "stencil-shared", "Shared halo",
                             [](const Step& step, const Launch&, KernelExec& exec) {
                               const std::int64_t radius = step.problem->radius;
                               exec.launch(LIVEWARP_KERNEL(access_stencil_shared),
                                           blocks_for(step.problem->n), {Access::block},
                                           std::size_t(Access::block + 2 * radius) * sizeof(float),
                                           step.x, step.result, elements(step), int(radius));
                             });
  // A block asks for its own elements and two halos.
  variant.cost = [cost = variant.cost](const Access::Problem& problem, const Launch& launch) {
    CostModel model = cost(problem, launch);
    const std::int64_t halos = 2 * problem.radius * ceil_div(problem.n, Access::block);
    model.requested_bytes = model.compulsory_bytes + 4 * double(halos);
    return model;
  };
  variant.topic = "L6.15";
  variant.source = "NVIDIA: CUDA C/C++ Basics, 1D Stencil (2011)";
  return variant;
}

inline std::vector<std::int64_t> place_counts() { return {1, 2, 4, 8, 16, 32}; }

inline Variant<Access> constant() {
  auto variant = variant_for(
      AccessTask::table, "constant", "Constant",
      [](const Step& step, const Launch& launch, KernelExec& exec) {
        exec.copy_to_constant(access_constants, step.table, access_table_size);
        exec.launch(LIVEWARP_KERNEL(access_constant), blocks_for(step.problem->n), {Access::block},
                    0, step.x, step.result, elements(step), int(launch.integer("addresses")));
      });
  variant.source = "CUDA C++ Programming Guide, Constant Memory";
  variant.axes = {integer_axis("addresses", "Addresses", "", place_counts(), 1,
                               "Different words that the lanes of a warp want at once.")};
  return variant;
}

inline Variant<Access> lookup() {
  auto variant = variant_for(
      AccessTask::table, "lookup", "Table in L1",
      [](const Step& step, const Launch& launch, KernelExec& exec) {
        exec.launch(LIVEWARP_KERNEL(access_lookup), blocks_for(step.problem->n), {Access::block}, 0,
                    step.x, step.table, step.result, elements(step), int(launch.integer("words")));
      });
  variant.cost = [cost = variant.cost](const Access::Problem& problem, const Launch& launch) {
    CostModel model = cost(problem, launch);
    model.requested_bytes += 4.0 * access_table_size * double(problem.n);
    return model;
  };
  variant.source = "CUDA C++ Programming Guide, Global Memory";
  variant.axes = {integer_axis("words", "Addresses", "", place_counts(), 1,
                               "Different words that the lanes of a warp want at once.")};
  return variant;
}

}  // namespace access

LIVEWARP_KERNELS_END
