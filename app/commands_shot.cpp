#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "app/commands.h"
#include "app/off_screen.h"
#include "app/output_file.h"
#include "app/row_run.h"
#include "app/table.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"
#include "kernels/core/verification.h"

namespace livewarp {

namespace {

std::string wrong_text(const RowResult& result) {
  return result.broken.empty() ? result.check().failure : result.broken;
}

std::string steps_text(std::int64_t steps) {
  return grouped(steps) + (steps == 1 ? " step" : " steps");
}

/// Writes it, and says how large it is.
template <class Picture>
std::pair<int, int> written(const Picture& image, OutputFile& file) {
  write_picture(image, file);
  return {image.width, image.height};
}

}  // namespace

int run_shot(const Context& context, const ShotRequest& request) {
  OutputFile file(request.out);
  RowResult result;
  result.row = row_of(context, request.choice);
  const Row& row = result.row;
  const std::string name = row.workload->info().name + " " + row.info->name;
  if (!row.skip.empty()) {
    *context.err << "livewarp: " << cannot_run_text(row, row.skip) << "\n";
    return exit_wrong;
  }
  require_memory(row);
  Progress progress(context);
  std::optional<Offscreen> gl;
  if (!request.result) gl.emplace(off_screen_for(context, row));
  Workbench bench(context, progress);
  bench.check_sizes(result);
  bench.check_here(result);
  if (!result.verified()) {
    progress.wipe();
    *context.err << "livewarp: " << name << " draws nothing: " << wrong_text(result) << "\n";
    return exit_wrong;
  }
  const PictureRequest picture{request.frames, std::max(1, request.choice.steps_per_frame),
                               request.width, request.height};
  const auto [width, height] =
      request.result ? written(computed_result(context, progress, row, picture), file)
                     : written(draw_off_screen(context, progress, row, picture), file);
  progress.wipe();
  *context.out << request.out << ": " << name << ", "
               << problem_text(*row.workload, row.choice.problem) << ", after "
               << steps_text(std::int64_t(picture.frames) * picture.steps) << ", " << width
               << "\u00d7" << height << ", verified (error " << error_text(result.check().error)
               << ")\n";
  return exit_ok;
}

}  // namespace livewarp
