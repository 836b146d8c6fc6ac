#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/base/job.h"
#include "kernels/core/decomposition/decomposition.h"
#include "kernels/core/model/discrepancy.h"
#include "kernels/core/model/display_target.h"
#include "kernels/core/model/host_state.h"
#include "kernels/core/model/image.h"
#include "kernels/core/model/precision.h"
#include "kernels/core/model/readout.h"
#include "kernels/core/model/view.h"
#include "kernels/core/workload/outline.h"
#include "kernels/core/workload/variant.h"

namespace livewarp {

struct WorkloadInfo {
  std::string name, title;
  std::string summary;                    ///< one sentence
  std::string item, item_rate;            ///< "interaction", "interactions/s"
  std::string topic;                      ///< "L1"
  std::string variant_topic;              ///< "L1.2", of the variants that name none
  std::vector<Param> params;              ///< groups problem, start and view
  std::string default_cuda, default_cpu;  ///< variants that a first start shows
  std::string reference;                  ///< name of the fp64 variant
  /// The parameters that + and - double and halve together, the main one first: "nx", "ny".
  std::vector<std::string> size_params;
  /// The main one; null without any.
  const Param* size() const;
  /// What a window begins with where it differs from the standard problem and its view: worth
  /// looking at.
  Values window_problem, window_view;
  /// The same on a GPU, in addition: large enough that a step's time is quiet.
  Values gpu_window_problem;
  /// Both, for a variant of this backend.
  Values window_start(Backend backend) const;
  /// What a tour computes where it differs from the window's: of a size that is soon done.
  Values tour_problem;
  std::string element = "element", elements = "elements";  ///< what checks count: "body", "bodies"
  std::string method;  ///< id of the parameter that says which computation it is; may be empty
};

/// From one moment to a later one.
struct Seconds {
  double from = 0, to = 0;
};

/// A problem and how it is shown.
struct Showing {
  Values problem, view;
};

/// What a workload's variants of a backend begin with: names, lesson and its file, topic, memory
/// modes; the CPU's are from "the formula itself" unless they say otherwise.
VariantInfo begun(const WorkloadInfo& workload, Backend backend, std::string name,
                  std::string title);

/// Progress of one workload: its state in the memory mode of a choice, stepped by a variant of it.
/// A step reads the present state and writes the next; `commit` makes the next present. A step that
/// is not committed leaves no trace, so it can be abandoned at any time.
class Simulation {
 public:
  virtual ~Simulation() = default;
  /// Selects another variant or launch of the same executor kind; the state stays, converted where
  /// the new launch stores it in another precision.
  virtual void select(const std::string& variant, const Values& launch) = 0;
  /// Changes parameters that keep the state's shape (time step, softening); returns false if the
  /// state must be made anew.
  virtual bool adjust(const Values& problem, const Values& view) = 0;
  /// Whether it would: asked without changing anything, and whatever the device is at.
  virtual bool can_adjust(const Values& problem) const = 0;
  /// Changes only how the state is shown and painted; a step under way is not touched.
  virtual void restyle(const Values& view) = 0;
  /// Enqueues (cuda) or does (cpu, emulator) one step into the next state, with the copies that the
  /// memory mode makes.
  virtual void step(Exec& exec) = 0;
  virtual void commit() = 0;
  /// False until derived fields fit the state; `prime` enqueues the work that makes them fit
  /// (followed by `commit`, it counts as no step).
  virtual bool primed() const = 0;
  virtual void prime(Exec& exec) = 0;
  /// Changes the present state (and marks of its cells) along a stroke, with the tool that the view
  /// names. Without effect where the workload has nothing to paint.
  virtual void paint(const Stroke& stroke, Exec& exec) = 0;
  /// Which part of a field is published from now on, and on how many pixels.
  virtual void look(const Viewport& viewport) = 0;
  /// Writes the picture of the present state.
  virtual PictureSpec picture() const = 0;
  virtual void publish(const PicturePlace& place, Exec& exec) = 0;
  virtual View view() const = 0;
  /// Enqueues the sums over the present state that `device_readouts` tells of once they are done;
  /// returns false, and does nothing, where the workload has none for this executor.
  virtual bool enqueue_readouts(Exec& exec) = 0;
  virtual std::vector<Readout> device_readouts() const = 0;
  /// The present state on the host. Blocks until `exec`'s device is idle.
  virtual HostState snapshot() const = 0;
  /// The same as the state of another problem, if only results have another size in it: they are
  /// not there yet, and no step has been made. Nothing where the state must be made anew.
  virtual std::optional<HostState> snapshot_for(const Values& problem) const = 0;
  virtual std::int64_t steps() const = 0;
  virtual double time() const = 0;
  /// Overwrites the next state (and scratch) so that unwritten results show as NaN.
  virtual void poison_next() = 0;
  virtual std::size_t state_bytes() const = 0;

  /// Whether parts note what they do when, and what they did in the last step that noted it; waits
  /// for that.
  virtual void note_parts(bool /*on*/) {}
  virtual std::vector<PartSpan> noted_parts() const { return {}; }

  // What one of several processes that share a simulation must know of it.
  /// Calls that are made within the next step or priming, or within the next gathering, if that has
  /// anything to do. Those of the two may come from different threads.
  enum class Told { step, gather };
  virtual void around(Told, std::function<void()> /*before*/, std::function<void()> /*after*/) {}
  /// Whether cells are marked, and whether they are by what another knows of them.
  virtual bool marked() const { return false; }
  virtual void set_marked(bool) {}
  /// Another changes the present state: parts get theirs anew.
  virtual void forget_parts() {}
  /// Brings the whole state up to date where its parts lie elsewhere.
  virtual void gather(Exec&) {}
};

/// One workload as generic code sees it.
class Workload {
 public:
  virtual ~Workload() = default;
  virtual const WorkloadInfo& info() const = 0;
  /// All variants: CUDA variants first, in teaching order, then CPU variants. Never empty; stable
  /// addresses.
  virtual std::span<const VariantInfo* const> variants() const = 0;
  const VariantInfo* find(const std::string& name) const;
  /// True if variants of this backend were compiled for this executor.
  virtual bool compiled_for(Executor executor) const = 0;

  /// A new simulation of `choice`, from its seed or from `state` (which must fit the problem).
  virtual std::unique_ptr<Simulation> simulate(const Choice& choice, Executor executor,
                                               const HostState* state = nullptr) const = 0;
  /// This process's share of a simulation that another leads, by its number in all of them: without
  /// the state, which comes from there.
  virtual std::unique_ptr<Simulation> follow(const Choice& choice, Executor executor, bool primed,
                                             std::int64_t simulation) const = 0;
  /// A simulation by kernels that are compiled with instrumentation, for an executor that traces.
  /// Null where there are none.
  virtual std::unique_ptr<Simulation> simulate_traced(const Choice& choice,
                                                      const HostState* state = nullptr) const = 0;
  /// The problem with parameters that follow from others: the size of a picture that is named.
  /// Throws `Error` where they cannot be found. `complete` is a problem that came from here, if
  /// there is one: what it shares is not looked up again, so that a picture's file may change or be
  /// gone once it was opened.
  virtual Values completed(const Values& problem, const Values* complete = nullptr) const = 0;
  /// What a window of that size begins with once its user has opened a file: `now`, whose problem
  /// is complete, so that the file is seen to advantage. By preference: the first counts that the
  /// variant can compute. Empty: as it is.
  virtual std::vector<Showing> opened(const Showing& /*now*/, ImageSize /*window*/) const {
    return {};
  }
  /// What moves by itself over a picture of the problem, and is painted between steps: what it does
  /// in a span of the seconds since the window began to draw. Empty where nothing does.
  virtual std::vector<Spot> moving(const Values& /*problem*/, const Values& /*view*/,
                                   Seconds /*span*/) const {
    return {};
  }
  virtual HostState initial_state(const Values& problem) const = 0;
  /// Bytes that a run of this choice allocates: both copies of the state, and the variant's
  /// scratch.
  virtual std::size_t state_bytes(const Choice& choice) const = 0;
  /// Dynamic shared memory that a block of the chosen variant has at most, with what is reserved;
  /// what it uses counts as 0 where that is what every GPU gives.
  virtual std::size_t shared_bytes(const Choice&) const { return 0; }
  /// Why the chosen variant cannot compute this problem with this launch, on `cuda` also on the
  /// present GPU; empty if it can.
  virtual std::string refusal(const Choice& choice, Executor executor) const = 0;
  virtual CostModel cost(const Choice& choice) const = 0;
  /// What a formula says of the chosen variant's warps, or why none does.
  virtual ClosedForm closed_form(const Choice& choice) const;

  /// The largest error of variants that name none of their own: what no other may exceed without a
  /// reason.
  virtual Tolerance tolerance(Backend backend, Precision precision) const = 0;
  /// Problems whose whole output a check compares: odd sizes, several blocks.
  virtual std::vector<Values> check_problems(const Choice& choice) const = 0;
  /// Time steps that one step of the chosen variant makes.
  virtual int time_steps(const Choice& choice) const = 0;
  /// After how many steps a check of a size compares; a step may be several time steps.
  virtual std::vector<int> check_lengths(const Choice& choice) const = 0;
  /// Problem with which one step from a live state is checked (larger time step, so that increments
  /// stand above the rounding of what they are added to).
  virtual Values checkable(const Values& problem) const = 0;
  /// Seconds that a whole fp64 comparison takes on one core, from a formula.
  virtual double reference_seconds(const Values& problem) const = 0;
  /// Compares `out` with what the fp64 reference makes of `in` in as many steps as lie between
  /// them.
  virtual std::vector<Discrepancy> compare(const Values& problem, const HostState& in,
                                           const HostState& out, const CompareScope& scope,
                                           const Job& job) const = 0;
  /// Inputs with one defect each (a source missing, a tile missing): a comparison of their step
  /// with the reference of the sound input must fail.
  virtual std::vector<HostState> mutants(const Values& problem, const HostState& sound) const = 0;

  /// The parts that the choice divides its problem into; empty where it is in one piece.
  virtual std::vector<PlacedPart> parts(const Choice&, Executor) const { return {}; }

  /// The size of the picture that the result is; nothing where it is none.
  virtual std::optional<ImageSize> result_size(const Values& problem) const = 0;
  /// That picture with all its pixels, from a state after a step. Throws `Error` where there is
  /// none.
  virtual Image result_image(const Values& problem, const HostState& state) const = 0;

  /// Numbers about a state (energy, momentum), in fp64, within about 0.3 s.
  virtual std::vector<Readout> diagnose(const Values& problem, const HostState& state,
                                        const Job& job) const = 0;
  /// What the choice's view wants to be drawn over the picture of a state; nothing by default.
  virtual Outline outline(const Choice&, const HostState&, const Job&) const { return {}; }
};

/// A choice of the workload with every default in place: variant, axes, parameters.
Choice default_choice(const Workload& workload, const std::string& variant, Backend fallback);

/// Throws `Error` if anything in the choice is unknown, not offered or out of range; fills in what
/// is missing with defaults. `complete`: see `Workload::completed`.
Choice checked_choice(const Workload& workload, Choice choice, const Choice* complete = nullptr);

}  // namespace livewarp
