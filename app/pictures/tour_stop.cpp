#include "app/pictures/tour_stop.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/table.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// What of a window the picture shows, where something moves: four seconds.
constexpr int tour_frames = 240;
/// Of a frame, where something moves over the picture: that it leaves a trail.
constexpr int steps_under_what_moves = 8;

PictureRequest picture_of(const Workload& workload, const Choice& choice) {
  PictureRequest picture;
  // A result that is a picture is the same after every step.
  picture.frames = workload.result_size(choice.problem) ? 1 : tour_frames;
  const bool moving = !workload.moving(choice.problem, choice.view, {0, 1}).empty();
  picture.time_steps = moving ? steps_under_what_moves : 1;
  return picture;
}

/// "8,192 bodies", "1,024 × 576 cells".
std::string size_with_unit(const Workload& workload, const Values& problem) {
  std::string text, unit;
  for (const std::string& id : workload.info().size_params) {
    const Param& size = *find_param(workload.info().params, id);
    text += (text.empty() ? "" : " \u00d7 ") + grouped(get_integer(problem, id));
    unit = size.unit.empty() ? workload.info().elements : size.unit;
  }
  return text.empty() ? text : text + " " + unit;
}

}  // namespace

const VariantResult* TourStop::best() const {
  const VariantResult* best = nullptr;
  const auto is_better = [&](const VariantResult& result) {
    if (!best) return true;
    const bool reference = result.variant.info->name == workload->info().reference;
    if (best->variant.info->name == workload->info().reference) return true;
    return !reference && result.measurement->rate() > best->measurement->rate();
  };
  for (const VariantResult& result : results)
    if (result.measurement && result.verified() && is_better(result)) best = &result;
  return best;
}

bool TourStop::failed() const { return std::ranges::any_of(results, &VariantResult::failed); }

TourStop tour_stop(const Context& context, const Workload& workload) {
  const WorkloadInfo& info = workload.info();
  VariantSelection selection;
  selection.workload = &workload;
  selection.problem = info.window_problem;
  for (const auto& [id, value] : info.tour_problem) selection.problem[id] = value;
  TourStop stop{&workload, {}};
  for (SelectedVariant& variant : select_variants(context, selection, Purpose::check)) {
    for (const auto& [id, value] : info.window_view) variant.choice.view[id] = value;
    stop.results.emplace_back().variant = std::move(variant);
  }
  return stop;
}

bool run_stop(Workbench& bench, double seconds, TourStop& stop) {
  BenchOptions options;
  options.seconds = seconds;
  options.min_samples = 3;
  try {
    for (VariantResult& result : stop.results) {
      if (result.variant.executor == Executor::emulator)
        bench.check_sizes(result);
      else
        bench.measure(result, options);
    }
  } catch (const Cancelled&) {
    return false;
  }
  return true;
}

PixelImage draw_stop(const Context& context, Progress& progress, const TourStop& stop, int width,
                     int height) {
  const VariantResult* best = stop.best();
  if (!best) throw Error("no verified variant can draw " + stop.workload->info().name);
  const SelectedVariant& variant = best->variant;
  PictureRequest picture = picture_of(*variant.workload, variant.choice);
  picture.width = width;
  picture.height = height;
  const Offscreen gl = off_screen_for(context, variant);
  return draw_off_screen(context, progress, variant, picture);
}

ContactPicture contact_picture(const TourStop& stop, std::optional<PixelImage> pixels,
                               const std::string& hindrance) {
  ContactPicture picture;
  picture.tile.title = stop.workload->info().title;
  if (const VariantResult* best = stop.best()) {
    const SelectedVariant& variant = best->variant;
    const std::string size = size_with_unit(*stop.workload, variant.choice.problem);
    picture.tile.made_by = variant.info->title + (size.empty() ? "" : " \u00b7 " + size);
    picture.tile.time = step_time_text(*best);
    picture.tile.verdict = "verified";
    picture.tile.verified = true;
  } else {
    picture.tile.verdict = hindrance;
  }
  picture.pixels = std::move(pixels);
  return picture;
}

std::string step_time_text(const VariantResult& result) {
  if (!result.measurement || !result.verified()) return missing;
  const double ms = result.measurement->step.median;
  return ms < 1 ? fmt::format("{:.1f} \u00b5s", 1000 * ms) : plain_number(ms, 4) + " ms";
}

}  // namespace livewarp
