// The row that lets NVIDIA's library scale.
#pragma once

#include "kernels/scaling/scaling_npp.h"
#include "kernels/scaling/scaling_rows_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline void npp_step(const Scaling::Step& step, const Launch&, Exec& exec) {
  const NppResize task(step);
  exec.call_library(task.function(), [task](void* stream) { npp().resize(task, stream); });
}

inline Variant<Scaling> npp_row() {
  const auto requested = [](const Scaling::Problem&, const Launch&) { return 0.0; };
  Variant<Scaling> row =
      cuda_row("npp", "NPP (vendor library)", "L2.12", "scaling_npp.cpp", requested);
  row.source = "NVIDIA Performance Primitives, nppiResizeSqrPixel";
  row.lesson =
      "The vendor's library: one call, and nothing to write, to tune or to choose. It has nearest, "
      "bilinear, area and Lanczos, clamps at the edges, and neither turns nor widens. The "
      "device's limits are the same for it: memory, or arithmetic where a filter takes many "
      "texels. Compare it with the rows texture, taps and separable: what is its time worth, and "
      "what is yours?";
  row.tolerance = {0.6, 0.6, "NPP weighs in its own way: a little beyond half a level"};
  row.gpu_only = true;
  row.missing = [] { return npp().missing(); };
  row.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) {
    return npp_refusal(problem);
  };
  row.work = [](const Scaling::Problem& problem, const Launch&) {
    Work work = Scaling::work(problem, 0);
    work.requested_bytes = work.compulsory_bytes;  // what its threads ask for it does not say
    return work;
  };
  row.step = npp_step;
  return row;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
