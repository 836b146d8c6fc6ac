// Copies by stride, offset and width; of structures.
#pragma once

#include <vector>

#include "kernels/access/access.cuh"
#include "kernels/access/access_structures.cuh"
#include "kernels/access/access_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace access {

inline Variant<Access> copy() {
  return variant_for(AccessTask::copy, "copy", "Coalesced copy",
                     [](const Step& step, const Launch&, KernelExec& exec) {
                       exec.launch(LIVEWARP_KERNEL(access_copy), blocks_for(step.problem->n),
                                   {Access::block}, 0, step.x, step.result, elements(step));
                     });
}

inline void stride_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::int64_t stride = launch.integer("stride");
  Dim3 grid = blocks_for(ceil_div(step.problem->n, stride));
  grid.y = unsigned(stride);  // a row of blocks for each remainder
  exec.launch(LIVEWARP_KERNEL(access_stride), grid, {Access::block}, 0, step.x, step.result,
              elements(step), int(stride));
}

/// Refuses distances that are as long as the array, too.
inline void keep_inside(Variant<Access>& variant, const char* what, const char* axis) {
  variant.refuses = [task = variant.refuses, what, axis](const Access::Problem& problem,
                                                         const Launch& launch, Executor executor) {
    const std::string refusal = task(problem, launch, executor);
    return refusal.empty() ? beyond_array(what, launch.integer(axis), problem.n) : refusal;
  };
}

inline Variant<Access> stride() {
  auto variant = variant_for(AccessTask::copy, "stride", "Stride", stride_step);
  variant.source = "Harris: How to Access Global Memory Efficiently in CUDA C/C++ Kernels (2013)";
  variant.axes = {integer_axis("stride", "Stride", "",
                               {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 128, 256, 1024}, 2,
                               "Elements of 4 bytes from one lane to the next.")};
  keep_inside(variant, "a stride", "stride");
  return variant;
}

inline void offset_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::int64_t offset = launch.integer("offset");
  exec.launch(LIVEWARP_KERNEL(access_offset), blocks_for(step.problem->n + offset), {Access::block},
              0, step.x, step.result, elements(step), int(offset));
}

inline Variant<Access> offset() {
  auto variant = variant_for(AccessTask::copy, "offset", "Offset", offset_step);
  variant.source = "Harris: How to Access Global Memory Efficiently in CUDA C/C++ Kernels (2013)";
  variant.axes = {integer_axis("offset", "Offset", "",
                               {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32}, 1,
                               "Elements of 4 bytes by which the grid begins before the array.")};
  keep_inside(variant, "an offset", "offset");
  return variant;
}

inline void width_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const auto copy_words = [&]<class Word>(Word) {
    const std::int64_t words = ceil_div(4 * step.problem->n, std::int64_t(sizeof(Word)));
    exec.launch(LIVEWARP_KERNEL(access_width<Word>), blocks_for(words), {Access::block}, 0,
                reinterpret_cast<const Word*>(step.x), reinterpret_cast<Word*>(step.result),
                int(words));
  };
  switch (launch.integer("bytes")) {
  case 1: return copy_words((unsigned char)0);
  case 4: return copy_words(0.0f);
  case 8: return copy_words(float2{});
  default: return copy_words(float4{});
  }
}

inline Variant<Access> width() {
  auto variant = variant_for(AccessTask::copy, "width", "Bytes per lane", width_step);
  variant.source = "Luitjens: CUDA Pro Tip, Vectorized Memory Access (2013)";
  variant.axes = {integer_axis("bytes", "Bytes per lane", "B", {1, 4, 8, 16}, 16,
                               "What a thread loads and stores at once: unsigned char, float, "
                               "float2, float4.")};
  return variant;
}

inline std::vector<std::int64_t> field_counts() { return {1, 2, 3, 4, 6, 8, 12, 16}; }

inline Param fields_axis() {
  return integer_axis("fields", "Fields", "", field_counts(), 3,
                      "Of 4 bytes, in a structure: 3 are 12 bytes, 6 are 24.");
}

inline std::int64_t structures(const Step& step, const Launch& launch) {
  return ceil_div(step.problem->n, launch.integer("fields"));
}

inline void aos_step(const Step& step, const Launch& launch, KernelExec& exec) {
  exec.launch(LIVEWARP_KERNEL(access_aos), blocks_for(structures(step, launch)), {Access::block}, 0,
              step.x, step.result, elements(step), int(launch.integer("fields")));
}

inline Variant<Access> aos() {
  auto variant = variant_for(AccessTask::copy, "aos", "Structures", aos_step);
  variant.axes = {fields_axis()};
  return variant;
}

inline void soa_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::int64_t pitch = access_pitch(step.problem->n, launch.integer("arrays"));
  exec.launch(LIVEWARP_KERNEL(access_soa), blocks_for(pitch), {Access::block}, 0, step.x,
              step.result, elements(step), int(pitch));
}

inline Variant<Access> soa() {
  auto variant = variant_for(AccessTask::copy, "soa", "Arrays", soa_step);
  variant.axes = {
      integer_axis("arrays", "Arrays", "", field_counts(), 3, "One for each field of 4 bytes.")};
  return variant;
}

inline void structures_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const auto copy_all = [&]<class Structure>(Structure) {
    const std::int64_t count = ceil_div(4 * step.problem->n, std::int64_t(sizeof(Structure)));
    exec.launch(LIVEWARP_KERNEL(access_structures<Structure>), blocks_for(count), {Access::block},
                0, reinterpret_cast<const Structure*>(step.x),
                reinterpret_cast<Structure*>(step.result), int(count));
  };
  if (launch.integer("structure") == 12) return copy_all(AccessPoint{});
  copy_all(AccessBody{});
}

inline Variant<Access> of_structures() {
  auto variant = variant_for(AccessTask::copy, "structures", "12, 24 bytes", structures_step);
  variant.source = "CUDA C++ Programming Guide, Device Memory Accesses: Size and Alignment";
  variant.axes = {integer_axis("structure", "Structure", "B", {12, 24}, 12,
                               "12 bytes aligned to 4, or 24 bytes aligned to 8.")};
  return variant;
}

inline void cached_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const auto copy_all = [&](const auto& kernel) {
    exec.launch(kernel, blocks_for(structures(step, launch)), {Access::block}, 0, step.x,
                step.result, elements(step), int(launch.integer("fields")));
  };
  if (launch.text("operator") == "ca")
    return copy_all(LIVEWARP_KERNEL(access_cached<AccessAllLevels>));
  copy_all(LIVEWARP_KERNEL(access_cached<AccessSecondLevel>));
}

inline Variant<Access> cached() {
  auto variant = variant_for(AccessTask::copy, "cached", "ld.ca, ld.cg", cached_step);
  variant.topic = "L6.9";
  variant.source = "PTX ISA, Cache Operators";
  variant.axes = {choice_axis("operator", "Operator", {{"ca", "ld.ca", {}}, {"cg", "ld.cg", {}}},
                              "cg", "ld.ca caches in L1 and L2, ld.cg in L2 alone."),
                  fields_axis()};
  return variant;
}

}  // namespace access

LIVEWARP_KERNELS_END
