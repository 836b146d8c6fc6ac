#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/core/base/detect.h"
#include "kernels/core/workload/launch_limits.h"
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
      infos_.push_back(&variant);
    }
    for (const auto& variant : cpu_.variants) infos_.push_back(&variant);
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
  std::unique_ptr<Simulation> simulate_traced(const Choice& choice,
                                              const HostState* state) const override {
    if (traced_.variants.empty()) return nullptr;
    return std::make_unique<TypedSimulation<W>>(traced_, choice, Executor::emulator,
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
    const Launch launch(choice.launch);
    std::size_t bytes = 0;
    for (const FieldSpec& field : W::fields(problem))
      bytes += field.stored(precision_of(choice.launch)) * (field.constant() ? 1 : 2);
    return bytes + with_variant(choice.variant, [&](const Variant<W>& variant) {
             std::size_t scratch = variant.bytes_needed(problem, launch);
             for (const auto& shape : variant.arrays_needed(problem, launch))
               scratch += shape.bytes();
             return scratch;
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
      std::string reason;
      if (variant.refuses)
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
    return W::check_problems(choice.problem, Launch(choice.launch));
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
    return std::make_unique<TypedSimulation<W>>(variants(executor), choice, executor, state);
  }

  const Variants<W>& variants(Executor executor) const {
    switch (executor) {
    case Executor::cuda: return cuda_;
    case Executor::emulator: return emulator_;
    case Executor::cpu: break;
    }
    return cpu_;
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
