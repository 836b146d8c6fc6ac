#include "kernels/transpose/transpose.h"

#include <memory>

#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

namespace {

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "transpose";
  info.title = "Transpose";
  info.summary = "A picture whose columns become rows: coalesced reads become strided writes.";
  info.item = "pixel";
  info.item_rate = "pixels/s";
  info.element = "pixel";
  info.elements = "pixels";
  info.topic = "L2";
  info.method = "turn";
  info.variant_topic = "L2.10";
  info.params = {
      choice_param("turn", "Rotation",
                   {{"transpose", "Transpose", {}},
                    {"left", "90\u00b0 left", {}},
                    {"right", "90\u00b0 right", {}}},
                   "transpose",
                   "Transpose mirrors the picture at its diagonal, left and right rotate it by "
                   "90\u00b0. All three make columns of rows; a rotation stores them in reverse.")};
  for (const auto& more : {picture_size_params(), picture_start_params()})
    info.params.insert(info.params.end(), more.begin(), more.end());
  info.default_cuda = "padded";
  info.default_cpu = "vector";
  info.reference = "reference";
  info.window_problem = {{"chart", std::string("scene")},
                         {"width", std::int64_t{1280}},
                         {"height", std::int64_t{960}}};
  info.gpu_window_problem = {{"width", std::int64_t{2560}}, {"height", std::int64_t{1920}}};
  return info;
}

}  // namespace

TransposeProblem TransposeProblem::from(const Values& values) {
  TransposeProblem problem{SourcePicture::from(values)};
  problem.turn = chosen<Turn>(Transpose::info().params, values, "turn");
  return problem;
}

const WorkloadInfo& Transpose::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Transpose::fields(const Problem& problem) {
  return {{"source", problem.bytes(), FieldRole::input},
          {"result", problem.result().bytes(), FieldRole::result}};
}

Transpose::Step Transpose::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<std::uint8_t>(0), memory.written<std::uint8_t>(1),
          memory.read<std::uint8_t>(1), &problem};
}

HostState Transpose::initial(const Problem& problem) {
  return picture_state(problem, problem.result().bytes());
}

View Transpose::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view = PictureTraits::view(problem, values, launch);
  view.parts = problem.shown().parts("Source", "Result");
  return view;
}

CostModel Transpose::cost(const Problem& problem, const Launch&) {
  const double bytes = 2 * double(problem.bytes());
  return {.items = double(problem.texels()),
          .flops = 0,
          .compulsory_bytes = bytes,
          .requested_bytes = bytes,
          .streams = true};
}

std::unique_ptr<Workload> make_transpose() { return std::make_unique<TypedWorkload<Transpose>>(); }

}  // namespace livewarp
