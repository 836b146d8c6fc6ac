#include "kernels/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "kernels/core/workload/typed_workload.h"
#include "kernels/scan/scan_picture.cuh"

namespace livewarp {

namespace {

constexpr int picture_width = 768, picture_height = 432;

std::vector<Param> problem_params() {
  return {
      log_scaled(integer_param("n", "Elements", "", 1, std::int64_t{1} << 30, std::int64_t{1} << 24,
                               "How many numbers are scanned. Above 25 MB even a large GPU's cache "
                               "does not hold them and their sums, and memory decides.")),
      choice_param("operation", "Operation",
                   {{"inclusive", "Sum, inclusive", {}},
                    {"exclusive", "Sum, exclusive", {}},
                    {"recurrence", "Recurrence", {}},
                    {"compaction", "Compaction", {}},
                    {"split", "Split", {}}},
                   "inclusive",
                   "Sums of all elements up to each, or before each; x[i] = a[i] x[i-1] + b[i], by "
                   "the same scan of pairs; the elements above a bound, close together; or those "
                   "in front and the others behind, backwards."),
      choice_param("pattern", "Elements are",
                   {{"uniform", "Random, 0 to 1", {}},
                    {"walk", "Random, -1 to 1", {}},
                    {"waves", "Waves", {}},
                    {"whole", "Whole numbers", {}},
                    {"nan", "With a NaN", {}},
                    {"infinity", "With \u221e", {}},
                    {"infinities", "With \u00b1\u221e", {}}},
                   "uniform",
                   "Whole numbers of -3 to 3 are added without rounding. From a NaN on every sum "
                   "is NaN, from infinity on infinity, and from both infinities on NaN: what "
                   "comes before stays what it is."),
      real_param("above", "Keep above", "", -4, 4, 0.25,
                 "Compaction keeps the elements that are larger; a split puts them in front. A "
                 "NaN is larger than nothing.")};
}

WorkloadInfo make_info() {
  Param steps = choice_param(
      "steps", "Steps", {{"none", "None", {}}, {"doubling", "Doubling", {}}, {"tree", "Tree", {}}},
      "doubling",
      "Below the bars, how 32 elements are scanned, a row a step. Doubling (Hillis and Steele): "
      "each adds the one 1, 2, 4 ... places before it. Tree (Blelloch): sums of pairs of pairs, "
      "and down again.");
  steps.group = ParamGroup::view;
  WorkloadInfo info;
  info.name = "scan";
  info.title = "Scan";
  info.summary = "Running sums of many numbers: prefix sums, and what they compact and split.";
  info.item = "element";
  info.item_rate = "elements/s";
  info.topic = "L6";
  info.variant_topic = "L6.5";
  info.params = problem_params();
  info.params.push_back(seed_param("Of the elements."));
  info.params.push_back(steps);
  info.default_cuda = "look-back";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"n"};
  info.window_problem = {{"n", std::int64_t{1} << 22}, {"pattern", std::string("waves")}};
  info.gpu_window_problem = {{"n", std::int64_t{1} << 26}};
  info.tour_problem = {{"n", std::int64_t{1} << 22}};
  return info;
}

}  // namespace

std::unique_ptr<Workload> make_scan() { return std::make_unique<TypedWorkload<Scan>>(); }

const WorkloadInfo& Scan::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

Tolerance chain_tolerance(const std::string& chain) {
  return {Scan::chain_rms, Scan::chain_worst,
          chain + ": a chain of many additions, whose roundings are of either sign and grow like "
                  "the root of its length"};
}

ScanProblem ScanProblem::from(const Values& values) {
  const std::vector<Param>& params = Scan::info().params;
  return {get_integer(values, "n"), chosen<ScanOperation>(params, values, "operation"),
          chosen<ScanPattern>(params, values, "pattern"), get_real(values, "above"),
          std::uint64_t(get_integer(values, "seed"))};
}

double ScanProblem::lowest() const {
  if (pattern == ScanPattern::whole) return -3;
  return pattern == ScanPattern::uniform ? 0 : -1;
}

double ScanProblem::highest() const { return pattern == ScanPattern::whole ? 3 : 1; }

double ScanProblem::lowest_result() const {
  if (selects()) return lowest();
  return pattern == ScanPattern::uniform ? 0 : -highest_result();
}

// A walk strays by the root of its steps; the sum over a wave's half is its length over pi.
double ScanProblem::highest_result() const {
  if (selects()) return highest();
  const double step = highest() / std::sqrt(3.0);
  if (is_recurrence()) return (pattern == ScanPattern::uniform ? 12 : 8) * highest();
  if (pattern == ScanPattern::uniform) return 1 + double(n) / 2;
  if (pattern == ScanPattern::waves) return 1 + double(n) / (2 * std::numbers::pi * scan_waves);
  return 1 + 2 * step * std::sqrt(double(n));
}

// Of waves they are the beginning of a crest, unless there are few elements.
double ScanProblem::lowest_step() const {
  const bool crest = pattern == ScanPattern::waves && n >= 128 * scan_waves;
  return crest || pattern == ScanPattern::uniform ? 0 : -highest_step();
}

double ScanProblem::highest_step() const {
  constexpr double count = scan_step_elements;
  if (pattern == ScanPattern::uniform) return 0.6 * count;
  if (pattern == ScanPattern::waves)
    return std::min(count, 1 + double(n) / (2 * std::numbers::pi * scan_waves));
  return highest() * (1 + 2 * std::sqrt(count / 3));
}

std::vector<FieldSpec> Scan::fields(const Problem& problem) {
  const std::size_t all = std::size_t(problem.n) * sizeof(float);
  std::vector<FieldSpec> fields{{"elements", all, FieldRole::input},
                                {"result", all, FieldRole::result}};
  if (problem.is_recurrence()) fields.push_back({"factors", all, FieldRole::input});
  if (problem.selects()) fields.push_back({"kept", sizeof(int), FieldRole::result});
  return fields;
}

bool Scan::same_state(const Problem& a, const Problem& b) {
  return a.n == b.n && a.pattern == b.pattern && a.seed == b.seed && a.operation == b.operation;
}

Scan::Step Scan::bind(const Problem& problem, const StepMemory& memory) {
  Step step{memory.read<float>(0), nullptr, memory.written<float>(1), nullptr,
            memory.read<float>(1), nullptr, memory.scratch,           &problem};
  if (problem.is_recurrence()) step.factors = memory.read<float>(2);
  if (problem.selects()) {
    step.kept = memory.written<int>(2);
    step.shown_kept = memory.read<int>(2);
  }
  return step;
}

PictureSpec Scan::picture(const Problem&, const Viewport&) {
  return {PictureKind::image, 0, picture_width, picture_height};
}

int Scan::result_row(const Values& view) {
  return picture_height * (get_text(view, "steps") == "none" ? 36 : 22) / 100;
}

int Scan::steps_row(const Values& view) {
  return picture_height * (get_text(view, "steps") == "none" ? 100 : 60) / 100;
}

std::int64_t Scan::shown_chunk(const Problem& problem, const Launch& launch) {
  constexpr std::int64_t least_columns = 4, usual_block = 1024;
  const std::int64_t chunk = launch.values().contains("block") ? launch.block().x : usual_block;
  return chunk * picture_width >= least_columns * problem.n ? chunk : problem.n;
}

View Scan::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view{.kind = PictureKind::image};
  const bool blocks = launch.values().contains("block");
  view.keys_title = "bars";
  const auto key = [&](uchar4 color, const std::string& meaning) {
    view.keys.push_back({color.x, color.y, color.z, meaning});
  };
  key(scan_element_color(), "elements");
  if (shown_chunk(problem, launch) < problem.n) {
    key(scan_result_color(0), blocks ? "result, even blocks" : "result, even chunks");
    key(scan_result_color(1), blocks ? "odd blocks" : "odd chunks");
  } else {
    key(scan_result_color(0), "result");
  }
  key(scan_not_finite(), "NaN, \u221e");
  const int steps = steps_row(values);
  const auto note = [&](const std::string& text, int row) {
    view.notes.push_back({.text = text, .y = double(row) / picture_height});
  };
  note("elements", 0);
  note(problem.selects()         ? "the elements that are kept, in order"
       : problem.is_recurrence() ? "x[i] = a[i] x[i-1] + b[i]"
       : problem.is_exclusive()  ? "the sum of those before each"
                                 : "the sum up to each",
       result_row(values));
  if (steps < picture_height) note("32 elements, a row a step", steps);
  view.hint = "each bar an element, and what the scan makes of those up to it";
  return view;
}

// Every element is read once and every sum written once: no cache can save that.
CostModel Scan::cost(const Problem& problem, double more) {
  const double n = double(problem.n), each = sizeof(float);
  const double kept = std::clamp(
      (problem.highest() - problem.above) / (problem.highest() - problem.lowest()), 0.0, 1.0);
  const double arrays = problem.is_recurrence()                          ? 3
                        : problem.operation == ScanOperation::compaction ? 1 + kept
                                                                         : 2;
  const double bytes = arrays * each * n;
  return {.items = n,
          .flops = problem.selects() ? 0 : (problem.is_recurrence() ? 2 : 1) * n,
          .compulsory_bytes = bytes,
          .requested_bytes = bytes + more,
          .streams = true};
}

}  // namespace livewarp
