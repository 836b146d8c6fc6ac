// Scatter along the edges of a mesh, with its three cures.
#pragma once

#include <algorithm>

#include "kernels/access/access_mesh.cuh"
#include "kernels/access/access_mesh.h"
#include "kernels/access/access_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace access {

inline Variant<Access> mesh_variant(const char* name, const char* title,
                                    StepFunction<Access> step) {
  auto variant = variant_for(AccessTask::mesh, name, title, std::move(step));
  variant.topic = "L6.19";
  return variant;
}

inline const int2* pairs(const int* edges) { return reinterpret_cast<const int2*>(edges); }

/// Edges add to what is there: zeros at first.
inline void clear_result(const Step& step, KernelExec& exec) {
  exec.fill_bytes(step.result, 0, std::size_t(step.problem->n) * sizeof(float));
}

inline Variant<Access> edges_atomic() {
  auto variant = mesh_variant(
      "edges-atomic", "Atomics", [](const Step& step, const Launch&, KernelExec& exec) {
        const std::int64_t edges = access_edge_count(*step.problem);
        clear_result(step, exec);
        if (edges > 0)
          exec.launch(LIVEWARP_KERNEL(access_edges_atomic), blocks_for(edges), {Access::block}, 0,
                      step.x, pairs(step.edges), step.result, int(edges));
      });
  variant.source = "CUDA C++ Programming Guide, Atomic Functions";
  return variant;
}

inline Variant<Access> edges_coloured() {
  auto variant = mesh_variant(
      "edges-coloured", "Colouring", [](const Step& step, const Launch&, KernelExec& exec) {
        const int2* first = pairs(step.coloured);
        clear_result(step, exec);
        for (const std::int64_t edges : access_edge_counts(*step.problem)) {
          if (edges > 0)
            exec.launch(LIVEWARP_KERNEL(access_edges_coloured), blocks_for(edges), {Access::block},
                        0, step.x, first, step.result, int(edges));
          first += edges;
        }
      });
  variant.source = "Giles, Mudalige and others: OP2, an Active Library for Unstructured Mesh "
                   "Applications (2011)";
  return variant;
}

inline Variant<Access> edges_owner() {
  auto variant = mesh_variant(
      "edges-owner", "Owner computes", [](const Step& step, const Launch&, KernelExec& exec) {
        exec.launch(LIVEWARP_KERNEL(access_edges_owner), blocks_for(step.problem->n),
                    {Access::block}, 0, step.x, step.starts, step.neighbours, step.result,
                    elements(step));
      });
  variant.source = "Rogers and Pingali: Process Decomposition through Locality of Reference (1989)";
  return variant;
}

}  // namespace access

LIVEWARP_KERNELS_END
