#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/workload/workload.h"
#include "ui/model/model.h"

/// Models for tests, filled with plausible figures; nothing is computed.
namespace livewarp::ui {

/// Variants and parameters as data; whoever asks it to compute gets an `Error`.
class FakeWorkload : public Workload {
 public:
  FakeWorkload(WorkloadInfo info, std::vector<VariantInfo> variants);
  const WorkloadInfo& info() const override { return info_; }
  std::span<const VariantInfo* const> variants() const override { return pointers_; }
  bool compiled_for(Executor) const override { return true; }
  std::unique_ptr<Simulation> simulate(const Choice&, Executor, const HostState*) const override;
  std::unique_ptr<Simulation> simulate_traced(const Choice&, const HostState*) const override {
    return nullptr;
  }
  std::unique_ptr<Simulation> follow(const Choice&, Executor, bool, std::int64_t) const override {
    return nullptr;
  }
  Values completed(const Values& problem, const Values*) const override { return problem; }
  HostState initial_state(const Values&) const override { return {}; }
  std::size_t state_bytes(const Choice&) const override { return 0; }
  std::string refusal(const Choice&, Executor) const override { return {}; }
  int time_steps(const Choice&) const override { return 1; }
  std::vector<int> check_lengths(const Choice&) const override { return {1}; }
  CostModel cost(const Choice&) const override { return {}; }
  Tolerance tolerance(Backend, Precision) const override { return {}; }
  std::vector<Values> check_problems(const Choice&) const override { return {}; }
  Values checkable(const Values& problem) const override { return problem; }
  double reference_seconds(const Values&) const override { return 0; }
  std::vector<Discrepancy> compare(const Values&, const HostState&, const HostState&,
                                   const CompareScope&, const Job&) const override;
  std::vector<HostState> mutants(const Values&, const HostState&) const override { return {}; }
  std::optional<ImageSize> result_size(const Values&) const override { return {}; }
  Image result_image(const Values&, const HostState&) const override { return {}; }
  std::vector<Readout> diagnose(const Values&, const HostState&, const Job&) const override;

 private:
  WorkloadInfo info_;
  std::vector<VariantInfo> variants_;
  std::vector<const VariantInfo*> pointers_;
};

/// What a model points to; must outlive it.
struct FakeWorld {
  FakeWorld();
  Machine cpu_only, with_gpu;
  std::unique_ptr<FakeWorkload> nbody;      ///< two backends, seven variants
  std::unique_ptr<FakeWorkload> all_kinds;  ///< every kind of parameter in every group
  std::unique_ptr<FakeWorkload> field;      ///< cells, with tools to paint them
};

/// A machine with a GPU, verified and running.
Model running_model(const FakeWorld& world);
/// No CUDA device: CPU variants first, CUDA variants greyed with the driver's words.
Model cpu_model(const FakeWorld& world);
/// A workload with one parameter of every kind and two readouts.
Model all_kinds_model(const FakeWorld& world);
/// A field that is painted, with the pointer over it.
Model field_model(const FakeWorld& world);
/// Runs another variant of the same workload; the old number is gone.
void switch_to(Model& model, const std::string& variant);

}  // namespace livewarp::ui
