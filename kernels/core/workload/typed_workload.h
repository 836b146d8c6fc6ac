#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels/core/base/detect.h"
#include "kernels/core/workload/launch_limits.h"
#include "kernels/core/workload/leading_simulation.h"
#include "kernels/core/workload/typed_simulation.h"
#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// Makes a `Workload` of a traits class W.
template <WorkloadTraits W>
class TypedWorkload final : public Workload {
 public:
  TypedWorkload() : cpu_(W::cpu_variants()), emulator_(W::emulator_variants()) {
#if !LIVEWARP_NO_LENS
    traced_ = W::traced_variants();
#endif
#if LIVEWARP_HAS_CUDA
    cuda_ = W::cuda_variants();
#endif
    for (auto& variant : emulator_.variants) {
      variant.axes.push_back(reserve_axis(variant));
      add_decomposition(variant);
      infos_.push_back(&variant);
    }
    for (auto& variant : cpu_.variants) {
      add_decomposition(variant);
      infos_.push_back(&variant);
    }
  }

  const WorkloadInfo& info() const override { return W::info(); }
  std::span<const VariantInfo* const> variants() const override { return infos_; }
  bool compiled_for(Executor executor) const override {
    return !variants(executor).variants.empty();
  }

  std::unique_ptr<Simulation> simulate(const Choice& choice, Executor executor,
                                       const HostState* state) const override {
    if (state) return make_simulation(choice, executor, *state);
    return make_simulation(choice, executor, initial_state(choice.problem));
  }
  std::unique_ptr<Simulation> follow(const Choice& choice, Executor executor, bool primed,
                                     std::int64_t simulation) const override {
    HostState state = blank_state(W::fields(Problem::from(choice.problem)));
    state.primed = primed;
    return std::make_unique<TypedSimulation<W>>(variants(executor), choice, executor, state,
                                                simulation);
  }
  std::unique_ptr<Simulation> simulate_traced(const Choice& choice,
                                              const HostState* state) const override {
    if (traced_.variants.empty()) return nullptr;
    return std::make_unique<TypedSimulation<W>>(traced_, in_one_piece(choice), Executor::emulator,
                                                state ? *state : initial_state(choice.problem));
  }
  Values completed(const Values& problem, const Values* complete) const override {
    return traits_.completed(problem, complete);
  }
  std::vector<Spot> moving(const Values& problem, const Values& view, Seconds span) const override {
    return traits_.moving(Problem::from(problem), view, span);
  }
  std::vector<Showing> opened(const Showing& now, ImageSize window) const override {
    return traits_.opened(now, window);
  }
  HostState initial_state(const Values& problem) const override {
    return W::initial(Problem::from(problem));
  }
  std::size_t state_bytes(const Choice& choice) const override {
    const Problem problem = Problem::from(choice.problem);
    const int parts = W::divisible ? decomposition_of(choice.launch).parts : 1;
    return with_variant(choice.variant, [&](const Variant<W>& variant) {
      const std::size_t whole = fields_bytes(problem, choice.launch);
      const Partition partition = W::partition(problem, time_steps(choice));
      if (parts == 1 || !division_refusal(partition, parts).empty())
        return whole + scratch_bytes(variant, problem, choice.launch);
      // Beside the whole a device has its share of the parts, one of which is the largest.
      std::size_t largest = 0;
      for (const PartRows& part : divide(partition, parts)) {
        const Problem own = W::of_part(problem, part);
        largest = std::max(largest, fields_bytes(own, choice.launch) +
                                        scratch_bytes(variant, own, choice.launch));
      }
      return whole + largest * parts_of_a_device(parts);
    });
  }
  std::size_t shared_bytes(const Choice& choice) const override {
    return with_variant(choice.variant, [&](const Variant<W>& variant) {
      const std::size_t own =
          variant.shared_bytes
              ? variant.shared_bytes(Problem::from(choice.problem), Launch(choice.launch))
              : 0;
      return own + reserved_shared(choice.launch);
    });
  }
  std::string refusal(const Choice& choice, Executor executor) const override {
    return with_variant(choice.variant, [&](const Variant<W>& variant) {
      std::string reason = division_refusal_of(variant, choice, executor);
      if (reason.empty() && variant.refuses)
        reason = variant.refuses(Problem::from(choice.problem), Launch(choice.launch), executor);
      if (!reason.empty() || executor == Executor::cpu) return reason;
      const bool here = executor == Executor::cuda;
      return launch_refusal(*this, choice, here ? present_gpu_limits() : GpuInfo{});
    });
  }

  CostModel cost(const Choice& choice) const override {
    const Problem problem = Problem::from(choice.problem);
    CostModel cost = with_variant(choice.variant, [&](const Variant<W>& variant) {
      return variant.cost(problem, Launch(choice.launch));
    });
    cost.precision = precision_of(choice.launch);
    cost.time_steps = time_steps(choice);
    if (on_several_gpus(choice))
      cost.note += std::string(cost.note.empty() ? "" : "; ") + "shares are of one GPU's ceilings";
    const Transfers moved = transfers_of(W::fields(problem), cost.precision, choice.memory);
    cost.to_device_bytes += moved.to_device;
    cost.to_host_bytes += moved.to_host;
    return cost;
  }
  ClosedForm closed_form(const Choice& choice) const override {
    return with_variant(choice.variant, [&](const Variant<W>& variant) {
      if (!variant.closed_form) return Workload::closed_form(choice);
      return variant.closed_form(Problem::from(choice.problem), Launch(choice.launch));
    });
  }
  Tolerance tolerance(Backend backend, Precision precision) const override {
    return traits_.tolerance(backend, precision);
  }
  std::vector<Values> check_problems(const Choice& choice) const override {
    std::vector<Values> problems = W::check_problems(choice.problem, Launch(choice.launch));
    for (Values& problem : problems) make_divisible(problem, choice);
    return problems;
  }
  int time_steps(const Choice& choice) const override {
    return with_variant(choice.variant, [&](const Variant<W>& variant) {
      return variant.time_steps ? variant.time_steps(Launch(choice.launch)) : 1;
    });
  }
  std::vector<int> check_lengths(const Choice& choice) const override {
    return traits_.check_lengths(Problem::from(choice.problem), time_steps(choice));
  }
  Values checkable(const Values& problem) const override { return traits_.checkable(problem); }
  double reference_seconds(const Values& problem) const override {
    return traits_.reference_seconds(Problem::from(problem));
  }
  std::vector<Discrepancy> compare(const Values& problem, const HostState& in, const HostState& out,
                                   const CompareScope& scope, const Job& job) const override {
    return W::compare(Problem::from(problem), in, out, scope, job);
  }
  std::vector<HostState> mutants(const Values& problem, const HostState& sound) const override {
    return W::mutants(Problem::from(problem), sound);
  }
  std::vector<PlacedPart> parts(const Choice& choice, Executor executor) const override {
    const Decomposition chosen = decomposition_of(choice.launch);
    std::vector<PlacedPart> placed;
    if (!W::divisible || chosen.parts == 1) return placed;
    const Partition partition = W::partition(Problem::from(choice.problem), time_steps(choice));
    for (const PartRows& part : divide(partition, chosen.parts))
      placed.push_back({part.own, place_of_part(int(placed.size()), executor)});
    return placed;
  }
  std::optional<ImageSize> result_size(const Values& problem) const override {
    return traits_.result_size(Problem::from(problem));
  }
  Image result_image(const Values& problem, const HostState& state) const override {
    const std::optional<ImageSize> size = result_size(problem);
    if (!size) throw Error("the result of " + info().name + " is no picture");
    if (state.steps == 0) throw Error("there is no result yet: no step has been made");
    Image image{size->width, size->height, size->channels, size->bits, {}};
    const std::vector<FieldSpec> fields = W::fields(Problem::from(problem));
    for (std::size_t i = 0; i < fields.size() && i < state.fields.size(); ++i)
      if (fields[i].role == FieldRole::result) image.pixels = state.fields[i];
    if (image.pixels.size() != image.bytes())
      throw Error("the result of " + info().name + " does not fit its problem");
    return image;
  }
  std::vector<Readout> diagnose(const Values& problem, const HostState& state,
                                const Job& job) const override {
    return traits_.diagnose(Problem::from(problem), state, job);
  }
  Outline outline(const Choice& choice, const HostState& state, const Job& job) const override {
    return traits_.outline(choice, state, job);
  }

 private:
  using Problem = typename W::Problem;

  std::unique_ptr<Simulation> make_simulation(const Choice& choice, Executor executor,
                                              const HostState& state) const {
    const auto make = [&](std::int64_t shared) {
      return std::make_unique<TypedSimulation<W>>(variants(executor), choice, executor, state,
                                                  shared);
    };
    Ranks* const ranks = present_ranks();
    if (!ranks || !W::divisible || decomposition_of(choice.launch).parts == 1) return make(0);
    return lead(*ranks, choice, executor, state, make);
  }

  const Variants<W>& variants(Executor executor) const {
    switch (executor) {
    case Executor::cuda: return cuda_;
    case Executor::emulator: return emulator_;
    case Executor::cpu: break;
    }
    return cpu_;
  }

  static std::size_t fields_bytes(const Problem& problem, const Values& launch) {
    std::size_t bytes = 0;
    for (const FieldSpec& field : W::fields(problem))
      bytes += field.stored(precision_of(launch)) * (field.constant() ? 1 : 2);
    return bytes;
  }
  static std::size_t scratch_bytes(const Variant<W>& variant, const Problem& problem,
                                   const Values& launch) {
    std::size_t bytes = variant.bytes_needed(problem, Launch(launch));
    for (const auto& shape : variant.arrays_needed(problem, Launch(launch))) bytes += shape.bytes();
    return bytes;
  }
  static std::size_t parts_of_a_device(int parts) {
    if (present_ranks()) return 1;
    const auto devices = std::int64_t(part_devices().size());
    return std::size_t(devices == 0 ? parts : ceil_div(parts, devices));
  }
  bool on_several_gpus(const Choice& choice) const {
    const bool cuda = find(choice.variant)->backend == Backend::cuda;
    return cuda && W::divisible && decomposition_of(choice.launch).parts > 1 &&
           (present_ranks() || part_devices().size() > 1);
  }
  /// With as many rows as its parts and their halos need, and an odd number more.
  void make_divisible(Values& problem, const Choice& choice) const {
    const int parts = W::divisible ? decomposition_of(choice.launch).parts : 1;
    const Partition partition = W::partition(Problem::from(problem), time_steps(choice));
    if (division_refusal(partition, parts).empty()) return;
    constexpr std::int64_t more = 5;
    problem[info().size_params.back()] = parts * std::max(partition.halo, partition.granule) + more;
  }
  /// Instrumented kernels tell of one launch.
  static Choice in_one_piece(Choice choice) {
    choice.launch = undivided(std::move(choice.launch));
    return choice;
  }
  /// What every variant of a workload that can be divided has beside its own axes.
  static void add_decomposition(Variant<W>& variant) {
    if (!W::divisible) return;
    const bool overlaps = !W::partition(Problem::from(defaults(W::info().params)), 1).all_read;
    for (Param& axis : decomposition_axes(
             variant.undivided, overlaps ? "" : "every part reads all of what the others compute"))
      variant.axes.push_back(std::move(axis));
  }
  /// Why the choice's parts cannot be; empty if they can, or there is one alone.
  std::string division_refusal_of(const Variant<W>& variant, const Choice& choice,
                                  Executor executor) const {
    const Decomposition chosen = decomposition_of(choice.launch);
    if (!W::divisible || chosen.parts == 1) return {};
    if (!variant.undivided.empty()) return variant.undivided;
    if (executor == Executor::cuda && choice.memory != MemoryMode::device)
      return "parts of a problem lie in the memory of their devices: choose memory mode device";
    if (std::string reason = exchange_refusal(chosen, executor); !reason.empty()) return reason;
    const Problem problem = Problem::from(choice.problem);
    const Partition partition = W::partition(problem, time_steps(choice));
    if (std::string reason = division_refusal(partition, chosen.parts); !reason.empty())
      return reason;
    if (!variant.refuses) return {};
    for (const PartRows& part : divide(partition, chosen.parts)) {
      const Launch launch(choice.launch);
      const std::string reason = variant.refuses(W::of_part(problem, part), launch, executor);
      if (!reason.empty()) return "of a part: " + reason;
    }
    return {};
  }

  template <class F>
  auto with_variant(const std::string& name, F&& use) const {
    for (const Variants<W>* some : {&emulator_, &cpu_})
      for (const Variant<W>& variant : some->variants)
        if (variant.name == name) return use(variant);
    throw Error(info().name + " has no variant " + name);
  }

  const W traits_;
  Variants<W> cpu_, emulator_, traced_, cuda_;
  std::vector<const VariantInfo*> infos_;
};

}  // namespace livewarp
