#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/decomposition/decomposition.h"
#include "kernels/core/model/field_spec.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// The memory that a step works on, and what is known of it.
struct StepMemory {
  std::vector<void*> in, out;  ///< by field; where a field has one copy, both pointers are the same
  void* scratch = nullptr;     ///< that the variant asked for
  std::span<const TextureArray> arrays;   ///< the same
  Precision precision = Precision::fp32;  ///< of the reals in the fields
  bool marked = false;                    ///< a field of marks holds something
  bool scratch_kept =
      false;               ///< scratch, arrays and constant fields are as the last step left them
  std::int64_t index = 0;  ///< which step of the run it is

  /// A field that the step reads, and one that it writes.
  template <class T>
  const T* read(std::size_t field) const {
    return static_cast<const T*>(in.at(field));
  }
  template <class T>
  T* written(std::size_t field) const {
    return static_cast<T*>(out.at(field));
  }
};

/// What a workload's traits class derives from, with the types of its problem and of its step. The
/// functions are what a workload may say beside what `WorkloadTraits` asks for: marked `override`,
/// a misspelt one does not compile.
template <class ProblemType, class StepType>
class WorkloadBase {
 public:
  using Problem = ProblemType;
  using Step = StepType;

  virtual ~WorkloadBase() = default;

  /// The largest error that counts as verified, where a variant does not name its own and the
  /// reason.
  virtual Tolerance tolerance(Backend, Precision precision) const {
    switch (precision) {
    case Precision::fp32: return {1e-6, 1e-5, {}};
    case Precision::fp64: return {1e-12, 1e-10, {}};
    case Precision::half: break;
    }
    return {1e-3, 1e-2, {}};
  }
  /// With what follows from the other parameters, see `Workload::completed`.
  virtual Values completed(const Values& problem, const Values* /*complete*/) const {
    return problem;
  }
  /// See `Workload::opened`.
  virtual std::vector<Showing> opened(const Showing& /*now*/, ImageSize /*window*/) const {
    return {};
  }
  /// See `Workload::moving`.
  virtual std::vector<Spot> moving(const Problem&, const Values& /*view*/, Seconds) const {
    return {};
  }
  /// A problem whose step makes derived fields fit the rest; nothing where there are none.
  virtual std::optional<Problem> priming(const Problem&) const { return {}; }
  virtual double time_step(const Problem&) const { return 1; }

  /// See the functions of these names in `Workload`.
  virtual Values checkable(const Values& problem) const { return problem; }
  virtual std::vector<int> check_lengths(const Problem&, int /*time_steps*/) const { return {1}; }
  virtual double reference_seconds(const Problem&) const { return 0; }
  virtual std::vector<Readout> diagnose(const Problem&, const HostState&, const Job&) const {
    return {};
  }
  virtual Outline outline(const Choice&, const HostState&, const Job&) const { return {}; }

  /// Whether devices can share a problem, each with some of its rows. Then a workload has its own
  /// of these functions: what is divided, for a step of so many time steps; the problem of a part,
  /// with the rows that it holds; the fields that parts exchange after a step, by their places.
  static constexpr bool divisible = false;
  static Partition partition(const ProblemType&, int /*time_steps*/) { return {}; }
  static ProblemType of_part(const ProblemType& problem, const PartRows&) { return problem; }
  static std::vector<std::size_t> exchanged() { return {}; }

  /// The size of the picture that the field of role `result` is, row by row without padding.
  virtual std::optional<ImageSize> result_size(const Problem&) const { return {}; }

  /// What `Variants::enqueue_readouts` writes, in bytes and as readouts.
  virtual std::size_t device_readout_bytes(const Problem&) const { return 0; }
  virtual std::vector<Readout> readouts(const Problem&, const void* /*written*/) const {
    return {};
  }
};

/// What `TypedWorkload<W>` asks of a workload's traits class W.
template <class W>
concept WorkloadTraits =
    std::derived_from<W, WorkloadBase<typename W::Problem, typename W::Step>> &&
    requires(const typename W::Problem& problem, const Values& values, const Launch& launch,
             const StepMemory& memory, const Viewport& viewport, const HostState& state,
             const CompareScope& scope, const Job& job) {
  { W::info() } -> std::same_as<const WorkloadInfo&>;
  // Size and physics, typed. Throws `Error` for what cannot be.
  { W::Problem::from(values) } -> std::same_as<typename W::Problem>;
  // The canonical state, never empty.
  { W::fields(problem) } -> std::same_as<std::vector<FieldSpec>>;
  { W::initial(problem) } -> std::same_as<HostState>;
  // Whether the state of the first serves the second, where the fields' sizes are the same.
  { W::same_state(problem, problem) } -> std::same_as<bool>;
  // What the functions of variants read: pointers and numbers.
  { W::bind(problem, memory) } -> std::same_as<typename W::Step>;
  { W::picture(problem, viewport) } -> std::same_as<PictureSpec>;
  { W::view(problem, values, launch) } -> std::same_as<View>;
  // The variants: those of the CPU, and those of CUDA as each compiler makes them; the last three
  // are generated.
  { W::cpu_variants() } -> std::same_as<Variants<W>>;
  { W::emulator_variants() } -> std::same_as<Variants<W>>;
  { W::traced_variants() } -> std::same_as<Variants<W>>;
  { W::cuda_variants() } -> std::same_as<Variants<W>>;
  // Of a launch of a variant that says no other.
  { W::cost(problem, launch) } -> std::same_as<CostModel>;
  // How results are checked: see the functions of these names in `Workload`.
  { W::check_problems(values, launch) } -> std::same_as<std::vector<Values>>;
  { W::compare(problem, state, state, scope, job) } -> std::same_as<std::vector<Discrepancy>>;
  { W::mutants(problem, state) } -> std::same_as<std::vector<HostState>>;
};

/// What the step of a variant of W is.
template <class W>
using StepFunction = ExecFunction<const typename W::Step&, const Launch&>;

/// A variant with all that a workload's variants of that backend begin with: what `begun` says,
/// tolerance and cost.
template <class W>
Variant<W> variant_of(Backend backend, std::string name, std::string title, StepFunction<W> step) {
  Variant<W> variant;
  static_cast<VariantInfo&>(variant) = begun(W::info(), backend, std::move(name), std::move(title));
  variant.tolerance = W().tolerance(backend, Precision::fp32);
  variant.cost = [](const typename W::Problem& problem, const Launch& launch) {
    return W::cost(problem, launch);
  };
  variant.step = std::move(step);
  return variant;
}
/// One whose step launches kernels; its state can have every memory mode.
template <class W>
Variant<W> cuda_variant(std::string name, std::string title, StepFunction<W> step) {
  return variant_of<W>(Backend::cuda, std::move(name), std::move(title), std::move(step));
}
/// One whose step is a loop of the host.
template <class W>
Variant<W> cpu_variant(std::string name, std::string title, StepFunction<W> step) {
  return variant_of<W>(Backend::cpu, std::move(name), std::move(title), std::move(step));
}

/// Room for such fields, all zero.
inline HostState blank_state(const std::vector<FieldSpec>& fields) {
  HostState state;
  for (const FieldSpec& field : fields) state.fields.emplace_back(field.bytes);
  return state;
}

/// A field of a state as what it holds.
template <class T>
const T* field_as(const HostState& state, std::size_t index) {
  return reinterpret_cast<const T*>(state.fields.at(index).data());
}
template <class T>
T* field_as(HostState& state, std::size_t index) {
  return reinterpret_cast<T*>(state.fields.at(index).data());
}

}  // namespace livewarp
