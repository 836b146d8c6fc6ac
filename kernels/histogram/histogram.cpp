#include "kernels/histogram/histogram.h"

#include <cmath>
#include <memory>

#include "kernels/core/base/text.h"
#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

namespace {

WorkloadInfo make_info() {
  Param plot = choice_param(
      "plot", "Plot", {{"linear", "Linear", {}}, {"log", "Logarithmic", {}}, {"none", "None", {}}},
      "linear",
      "How the counts are drawn over the picture. Linear: full height is four times what evenly "
      "spread levels would have, and taller bars are cut. Logarithmic: full height is all texels.");
  plot.group = ParamGroup::view;
  WorkloadInfo info;
  info.name = "histogram";
  info.title = "Histogram";
  info.summary = "Counts the levels of a picture: many threads add to few numbers.";
  info.item = "pixel";
  info.item_rate = "pixels/s";
  info.element = "bin";
  info.elements = "pixels";
  info.topic = "L2";
  info.variant_topic = "L2.11";
  for (const auto& more : {picture_size_params(), picture_start_params(), std::vector{plot}})
    info.params.insert(info.params.end(), more.begin(), more.end());
  info.default_cuda = "shared";
  info.default_cpu = "threads";
  info.reference = "reference";
  info.window_problem = {{"chart", std::string("scene")},
                         {"width", std::int64_t{1280}},
                         {"height", std::int64_t{720}}};
  return info;
}

}  // namespace

const WorkloadInfo& Histogram::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Histogram::fields(const Problem& problem) {
  return {{"source", problem.bytes(), FieldRole::input},
          {"counts", problem.count_bytes(), FieldRole::result}};
}

Histogram::Step Histogram::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<std::uint8_t>(0), memory.written<std::uint32_t>(1),
          memory.read<std::uint32_t>(1), memory.scratch, &problem};
}

HostState Histogram::initial(const Problem& problem) {
  return picture_state(problem, problem.count_bytes());
}

View Histogram::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view = PictureTraits::view(problem, values, launch);
  view.hint += "; the bars: how often each level occurs, dark to light";
  const std::string& plot = get_text(values, "plot");
  if (plot == "none") return view;
  const double top = 1 - plot_share;
  const std::string what =
      plot == "log" ? grouped(problem.texels()) + " pixels, logarithmic"
                    : "cut at " + grouped(std::llround(problem.linear_top())) + " pixels";
  view.notes = {{.text = what, .y = top, .above = true},
                {.text = "level 0", .y = 1},
                {.text = "64", .x = 0.25, .y = 1, .share = 0.5},
                {.text = "128", .x = 0.5, .y = 1, .share = 0.5},
                {.text = "192", .x = 0.75, .y = 1, .share = 0.5},
                {.text = "255", .x = 1, .y = 1, .share = 1}};
  return view;
}

CostModel Histogram::cost(const Problem& problem, double additions) {
  const double bytes = double(problem.bytes()), counts = double(problem.count_bytes());
  return {.items = double(problem.texels()),
          .flops = 0,
          .compulsory_bytes = bytes + counts,
          .requested_bytes = bytes + counts + 2 * sizeof(std::uint32_t) * additions,
          .streams = true};
}

std::unique_ptr<Workload> make_histogram() { return std::make_unique<TypedWorkload<Histogram>>(); }

}  // namespace livewarp
