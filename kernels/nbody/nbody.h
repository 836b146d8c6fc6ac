#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/typed_workload.h"

namespace livewarp {

/// N-body: n point masses that attract one another, softened as Plummer spheres are (Aarseth 1963),
/// in units with G = 1:
///
///     a_i = sum over j of m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2)
///
/// A step is a leapfrog in the form kick, drift, kick: half a kick with the old acceleration, a
/// drift of the position, the new acceleration there, the other half of the kick. It is symplectic
/// (the energy swings, it does not run away) and reversible in time.
///
/// State, one Float4 a body and field: position (x, y, z, mass), velocity (x, y, z, unused 0),
/// acceleration (x, y, z, unused 0). The acceleration is derived: a step of dt = 0 makes it fit.
struct Nbody {
  enum class Start { plummer, galaxies };

  struct Problem {
    std::int64_t n = 1;
    double dt = 0;
    double softening = 0.01;  ///< above 0, so that a body does not pull itself to infinity
    std::uint64_t seed = 1;
    Start start = Start::plummer;
    static Problem from(const Values& values);
  };

  struct Bodies {
    Float4* position;
    Float4* velocity;
    Float4* acceleration;
  };

  /// A step reads only `in` and writes all of `out`; within the step it may read `out` again.
  struct Step {
    Bodies in, out;
    void* scratch;
    int n;
    float dt, softening2;
    std::int64_t index = 0;     ///< of the step
    bool scratch_kept = false;  ///< as the last step left it
  };

  static constexpr std::int64_t most_bodies = 16'777'216;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch);
  static HostState initial(const Problem& problem);
  static std::optional<Problem> priming(const Problem& problem);
  /// Time step and softening may change while it runs. The new softening holds from the next force
  /// on: the half kick in between still uses the old force, as if the law had changed at that moment.
  static bool same_state(const Problem& a, const Problem& b);
  static double time_step(const Problem& problem) { return problem.dt; }
  static PictureSpec picture(const Problem& problem);
  static View view(const Problem& problem, const Values& view);

  static Rows<Nbody> cpu_rows(), simt_rows(), cuda_rows();

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static Values checkable(const Values& problem);
  static double reference_seconds(const Problem& problem);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);
  static std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                       const Job& job);

  /// Speed that the top of the colour scale stands for.
  static double top_speed(const Problem& problem);
  /// By convention of the field, whatever a row really executes (Nyland et al. 2007, GPU Gems 3).
  static constexpr double flops_per_interaction = 20;
  /// State read once and written once: three Float4 a body each way.
  static constexpr double compulsory_bytes_per_body = 96;
};

/// One field of a snapshot, typed.
inline const Float4* field(const HostState& state, std::size_t index) {
  return reinterpret_cast<const Float4*>(state.fields.at(index).data());
}
inline Float4* field(HostState& state, std::size_t index) {
  return reinterpret_cast<Float4*>(state.fields.at(index).data());
}

}  // namespace livewarp
