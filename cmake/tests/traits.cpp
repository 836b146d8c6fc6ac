// The traits of a workload, complete but for what a definition on the command line takes away or
// misspells: the compiler must say what is wrong.
#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

struct SampleProblem {
  static SampleProblem from(const Values& values);
};
struct SampleStep {};

struct Sample : WorkloadBase<SampleProblem, SampleStep> {
  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem&);
#if !WITHOUT_INITIAL
  static HostState initial(const Problem&);
#endif
  static bool same_state(const Problem&, const Problem&);
  static Step bind(const Problem&, const StepMemory&);
  static PictureSpec picture(const Problem&, const Viewport&);
  static View view(const Problem&, const Values&, const Launch&);
  static Variants<Sample> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();
  static CostModel cost(const Problem&, const Launch&);
  static std::vector<Values> check_problems(const Values&, const Launch&);
  static std::vector<Discrepancy> compare(const Problem&, const HostState&, const HostState&,
                                          const CompareScope&, const Job&);
  static std::vector<HostState> mutants(const Problem&, const HostState&);
#if MISSPELT
  double timestep(const Problem&) const override;
#else
  double time_step(const Problem&) const override;
#endif
};

std::unique_ptr<Workload> make_sample() { return std::make_unique<TypedWorkload<Sample>>(); }

}  // namespace livewarp
