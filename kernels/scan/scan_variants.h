// The CUDA variants of a scan with their launch code, written once for every compiler.
#pragma once

#include "kernels/scan/scan_picture.cuh"
#include "kernels/scan/scan_variants_common.h"
#include "kernels/scan/scan_variants_library.h"
#include "kernels/scan/scan_variants_one_pass.h"
#include "kernels/scan/scan_variants_passes.h"

LIVEWARP_KERNELS_BEGIN

namespace scan {

/// What a picture shows of a state, with `chunk` elements of a colour.
inline ScanShown shown_of(const Step& step, const Launch& launch, const Picture& picture) {
  const Scan::Problem& problem = *step.problem;
  ScanShown shown{};
  shown.elements = step.x;
  shown.result = step.shown;
  shown.kept = step.shown_kept;
  shown.n = int(problem.n);
  shown.split = problem.splits();
  shown.chunk = int(Scan::shown_chunk(problem, launch));
  shown.width = picture.spec.width;
  const std::string& steps = get_text(*picture.view, "steps");
  shown.steps = steps == "none" ? 0 : steps == "doubling" ? 1 : 2;
  constexpr int gap = 6;
  shown.bands = {Scan::result_row(*picture.view), Scan::steps_row(*picture.view),
                 picture.spec.height, gap};
  shown.of_elements = {float(problem.lowest()), float(problem.highest())};
  shown.of_steps = {float(problem.lowest_step()), float(problem.highest_step())};
  shown.of_result = {float(problem.lowest_result()), float(problem.highest_result())};
  return shown;
}

inline void publish(const Step& step, const Scan::Problem&, const Launch& launch,
                    const Picture& picture, KernelExec& exec) {
  constexpr unsigned block = 256;
  const std::int64_t pixels = std::int64_t(picture.spec.width) * picture.spec.height;
  exec.launch(LIVEWARP_KERNEL(scan_picture), {unsigned(ceil_div(pixels, block))}, {block}, 0,
              shown_of(step, launch, picture), static_cast<uchar4*>(picture.memory), int(pixels));
}

inline Variants<Scan> variants() {
  return {{hillis_steele(), blelloch(), padded(), shuffle(), three_pass(), chained(),
           look_back_index(), look_back(), look_back_large(), cub_library()},
          publish};
}

}  // namespace scan

LIVEWARP_KERNELS_END
