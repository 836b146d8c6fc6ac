// What a picture is given.
#pragma once

#include <algorithm>

#include "kernels/access/access.h"
#include "kernels/access/access_picture.cuh"
#include "kernels/access/access_touch.h"

LIVEWARP_KERNELS_BEGIN

namespace access {

/// The largest result that there may be.
inline float brightest_result(const Access::Problem& problem) {
  const int table_sum = Access::table_size * (Access::table_size - 1) / 2;
  if (problem.task == AccessTask::table) return float(Access::levels + table_sum);
  if (problem.task == AccessTask::mesh) return float(2 * Access::levels);
  if (problem.task == AccessTask::stencil) return float(Access::levels * (2 * problem.radius + 1));
  return float(Access::levels);
}

inline AccessShown shown_of(const Access::Step& step, const Launch& launch,
                            const Picture& picture) {
  const Access::Problem& problem = *step.problem;
  const AccessTouch touch = access_touch(problem, launch, get_real(*picture.view, "place"));
  AccessShown shown{};
  shown.result = step.shown;
  shown.n = int(problem.n);
  shown.width = picture.spec.width;
  shown.height = picture.spec.height;
  shown.unit = access_unit(launch);
  shown.brightest = brightest_result(problem);
  if (problem.task == AccessTask::mesh) shown.mesh = int(problem.row());
  if (step.index) {
    shown.index = step.index + 32 * touch.warp;
    shown.lanes = int(std::min<std::int64_t>(32, problem.n - 32 * touch.warp));
    shown.lines = shown.lanes;
  }
  for (const AccessLine& line : touch.lines) {
    if (shown.lines == access_most_lines) break;
    shown.line[shown.lines] = int(line.number);
    shown.used[shown.lines++] = line.used;
  }
  shown.cell_height =
      std::min(access_cell_height, (shown.height - access_lines_row) / std::max(shown.lines, 1));
  return shown;
}

}  // namespace access

LIVEWARP_KERNELS_END
