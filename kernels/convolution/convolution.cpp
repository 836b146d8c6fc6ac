#include "kernels/convolution/convolution.h"

#include <cmath>
#include <memory>

#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

namespace {

std::vector<Param> view_params() {
  std::vector<Param> params{
      choice_param(
          "show", "Show",
          {{"split", "Source | result", {}}, {"result", "Result", {}}, {"source", "Source", {}}},
          "split", "The source on the left and the result on the right, or one of them."),
      real_param("split", "Split", "", 0, 1, 0.5, "Where the result begins beside the source.")};
  for (Param& param : params) param.group = ParamGroup::view;
  return params;
}

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "convolution";
  info.title = "Convolution";
  info.summary = "A blurred picture: every pixel is a weighted sum of the texels around it.";
  info.item = "pixel";
  info.item_rate = "pixels/s";
  info.element = "pixel";
  info.elements = "pixels";
  info.topic = "L2";
  info.method = "radius";
  info.variant_topic = "L2.9";
  info.params = {integer_param("radius", "Filter radius", "texels", 1, Convolution::most_radius, 4,
                               "Texels that the filter takes on each side of a pixel, in each "
                               "direction. The Gaussian's standard deviation is half of it.")};
  for (const auto& more : {picture_size_params(), picture_start_params(), view_params()})
    info.params.insert(info.params.end(), more.begin(), more.end());
  info.default_cuda = "separable";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.window_problem = {{"chart", std::string("scene")},
                         {"width", std::int64_t{1280}},
                         {"height", std::int64_t{720}}};
  return info;
}

}  // namespace

ConvolutionProblem ConvolutionProblem::from(const Values& values) {
  ConvolutionProblem problem{SourcePicture::from(values)};
  problem.radius = int(get_integer(values, "radius"));
  return problem;
}

const WorkloadInfo& Convolution::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Convolution::fields(const Problem& problem) {
  return {{"source", problem.bytes(), FieldRole::input},
          {"result", problem.bytes(), FieldRole::result}};
}

Convolution::Step Convolution::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<std::uint8_t>(0),
          memory.written<std::uint8_t>(1),
          memory.read<std::uint8_t>(1),
          memory.scratch,
          &problem,
          memory.scratch_kept};
}

HostState Convolution::initial(const Problem& problem) {
  return picture_state(problem, problem.bytes());
}

View Convolution::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view = PictureTraits::view(problem, values, launch);
  if (get_text(values, "show") == "split")
    divide(view, get_real(values, "split"), "Source", "Result");
  return view;
}

CostModel Convolution::cost(const Problem& problem, double products, double requested) {
  const double pixels = double(problem.texels());
  return {.items = pixels,
          .flops = 2 * products * problem.channels * pixels,
          .compulsory_bytes = 2 * double(problem.bytes()),
          .requested_bytes = requested * pixels,
          .streams = true};
}

std::vector<double> gaussian_weights(int radius) {
  const double deviation = radius / 2.0;
  std::vector<double> weights;
  double sum = 0;
  for (int i = -radius; i <= radius; ++i) {
    weights.push_back(std::exp(-0.5 * (i / deviation) * (i / deviation)));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

ConvolutionSplit convolution_split(const Convolution::Step& step,
                                   const Convolution::Problem& problem, const Values& view) {
  const std::string& show = get_text(view, "show");
  if (show == "result") return {step.source, step.shown, 0};
  if (show == "source") return {step.source, step.shown, problem.width};
  return {step.source, step.shown, std::llround(get_real(view, "split") * double(problem.width))};
}

std::unique_ptr<Workload> make_convolution() {
  return std::make_unique<TypedWorkload<Convolution>>();
}

}  // namespace livewarp
