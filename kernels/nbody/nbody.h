#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// Four doubles side by side, aligned as memory of the host comes from an allocator.
struct alignas(16) Double4 {
  double x = 0, y = 0, z = 0, w = 0;
  bool operator==(const Double4&) const = default;
};

struct NbodyProblem {
  enum class Start { plummer, galaxies, halos, cold, cube, cosmos, ring, file };
  enum class Integrator { leapfrog, euler };

  std::int64_t n = 1;
  Range own;  ///< bodies whose forces a step computes: all, but for a part of a divided problem
  double dt = 0;
  double softening = 0.01;  ///< above 0, so that a body does not pull itself to infinity
  std::uint64_t seed = 1;
  Start start = Start::plummer;
  Integrator integrator = Integrator::leapfrog;
  std::string bodies;  ///< path of the file of that start; empty: a Plummer sphere
  static NbodyProblem from(const Values& values);
};

/// The fields as what they are, Vec4 being Float4 or Double4.
template <class Vec4>
struct NbodyFields {
  Vec4 *position, *velocity, *acceleration;
};
/// The fields as memory.
struct NbodyMemory {
  void *position, *velocity, *acceleration;
  template <class Vec4>
  NbodyFields<Vec4> as() const {
    return {static_cast<Vec4*>(position), static_cast<Vec4*>(velocity),
            static_cast<Vec4*>(acceleration)};
  }
};

/// The energy after a step, if its variant has found it beside the forces. It is that of a state if
/// `steps` is the number of its steps; a variant that finds nothing leaves it as it is.
struct NbodyFound {
  double steps = 0, kinetic = 0, potential = 0;
};

/// A step reads only `in` and writes all of `out`; within the step it may read `out` again.
struct NbodyStep {
  NbodyMemory in, out;
  void* scratch;
  int n;
  Precision precision;  ///< fp32 or fp64: of the fields, and what the numbers below are rounded to
  double dt, softening2;
  double kick_before, kick_after;  ///< times that the old and the new force act on the velocity
  Range own;                       ///< bodies whose forces it computes; of others it moves the
                                   ///< positions alone
  std::int64_t index;              ///< of the step
  bool scratch_kept;               ///< as the last step left it
  NbodyFound* to_find;
};

/// N-body: n point masses that attract one another, softened as Plummer spheres are (Aarseth 1963),
/// in units with G = 1:
///
///     a_i = sum over j of m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2)
///
/// A step is a kick of the velocity with the old acceleration, a drift of the position, the new
/// acceleration there, and another kick. Halves of dt before and after make it the leapfrog, of
/// second order and reversible in time; all of dt before and nothing after the semi-implicit Euler
/// method, of first order. Both are symplectic: the energy swings, it does not run away.
///
/// State, one Float4 or Double4 a body and field, as the variant's precision says: position (x, y,
/// z, mass), velocity (x, y, z, unused 0), acceleration (x, y, z, unused 0). The acceleration is
/// derived: a step of dt = 0 makes it fit. Behind them what the step has found.
struct Nbody : WorkloadBase<NbodyProblem, NbodyStep> {
  using Start = Problem::Start;
  using Integrator = Problem::Integrator;

  static constexpr std::int64_t most_bodies = 64'000'000;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  /// Throws `Error` where a file cannot be read, or has another number of bodies by now.
  static HostState initial(const Problem& problem);
  /// Time step, softening and integrator may change while it runs. The new softening holds from the
  /// next force on: the half kick in between still uses the old force, as if the law had changed at
  /// that moment.
  static bool same_state(const Problem& a, const Problem& b);
  static Step bind(const Problem& problem, const StepMemory& memory);
  /// By slices of bodies. Every part holds all of them and moves their positions itself: what is
  /// exchanged are velocities and accelerations.
  static constexpr bool divisible = true;
  static Partition partition(const Problem& problem, int time_steps);
  static Problem of_part(const Problem& problem, const PartRows& part) {
    Problem slice = problem;
    slice.own = part.own;
    return slice;
  }
  static std::vector<std::size_t> exchanged() { return {1, 2}; }
  static PictureSpec picture(const Problem& problem, const Viewport&);
  /// What the last step of a state has found; nothing if its variant finds nothing.
  static std::optional<NbodyFound> found(const HostState& state);
  static View view(const Problem& problem, const Values& view, const Launch&);
  static Variants<Nbody> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch whose threads ask for so many sources in all; without, of one whose every thread
  /// has a body and asks for each source.
  static CostModel cost(const Problem& problem, const Launch& launch, double sources);
  static CostModel cost(const Problem& problem, const Launch& launch) {
    return cost(problem, launch, double(problem.n) * double(problem.n));
  }

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  Tolerance tolerance(Backend backend, Precision precision) const override;
  /// With as many bodies as the file that is named holds.
  Values completed(const Values& problem, const Values* complete) const override;
  std::optional<Problem> priming(const Problem& problem) const override;
  double time_step(const Problem& problem) const override { return problem.dt; }
  Values checkable(const Values& problem) const override;
  double reference_seconds(const Problem& problem) const override;
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
  Outline outline(const Choice& choice, const HostState& state, const Job& job) const override;

  /// By convention of the field, whatever a variant really executes (Nyland et al. 2007, GPU Gems
  /// 3).
  static constexpr double flops_per_interaction = 20;
  /// State read once and written once: three vectors of four reals a body each way.
  static constexpr double compulsory_bytes_per_body(Precision precision) {
    return precision == Precision::fp64 ? 192 : 96;
  }
  static double compulsory_bytes_per_body(const Launch& launch) {
    return compulsory_bytes_per_body(precision_of(launch.values()));
  }
};

/// One field of a snapshot, typed as its precision says: a Vec4 is a Float4 or a Double4.
template <class Vec4 = Float4>
const Vec4* field(const HostState& state, std::size_t index) {
  return reinterpret_cast<const Vec4*>(state.fields.at(index).data());
}
template <class Vec4 = Float4>
Vec4* field(HostState& state, std::size_t index) {
  return reinterpret_cast<Vec4*>(state.fields.at(index).data());
}
/// All fields of one.
template <class Vec4>
NbodyFields<const Vec4> bodies_of(const HostState& state) {
  return {field<Vec4>(state, 0), field<Vec4>(state, 1), field<Vec4>(state, 2)};
}
template <class Vec4>
NbodyFields<Vec4> bodies_of(HostState& state) {
  return {field<Vec4>(state, 0), field<Vec4>(state, 1), field<Vec4>(state, 2)};
}

/// Calls f with a value of the type that holds a body's four reals in that precision.
template <class F>
decltype(auto) with_vec4(Precision precision, F&& f) {
  return precision == Precision::fp64 ? f(Double4{}) : f(Float4{});
}

}  // namespace livewarp
