#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/core/workload/state_memory.h"
#include "kernels/core/workload/subdomains.h"
#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// `Simulation` for any workload W : two copies of the
/// state, of which a step reads one and writes the other.
template <WorkloadTraits W>
class TypedSimulation final : public Simulation {
 public:
  using Problem = typename W::Problem;
  using Parts = std::unique_ptr<Subdomains<W>>;

  /// `shared`: its number in all processes that share it; 0: it is this process's own.
  TypedSimulation(const Variants<W>& variants, const Choice& choice, Executor executor,
                  const HostState& state, std::int64_t shared = 0)
      : variants_(&variants), executor_(executor), shared_(shared),
        memory_(executor == Executor::cuda ? choice.memory : MemoryMode::host),
        problem_(Problem::from(choice.problem)), view_values_(choice.view),
        precision_(precision_of(choice.launch)) {
    state_ = loaded(state, precision_);
    steps_ = state.steps;
    time_ = state.time;
    primed_ = state.primed || !traits_.priming(problem_);
    framing_ = state.framing;
    select(choice.variant, choice.launch);
  }

  void select(const std::string& variant, const Values& launch) override {
    const auto found =
        std::find_if(variants_->variants.begin(), variants_->variants.end(),
                     [&](const auto& candidate) { return candidate.name == variant; });
    if (found == variants_->variants.end())
      throw Error("variant " + variant + " has no code for executor " +
                  std::string(name_of(executor_)));
    // What may fail, for lack of memory, comes first and changes nothing.
    const Precision precision = precision_of(launch);
    std::optional<StateMemory> state;
    if (precision != precision_ || (parts_ && parts_->ahead()))
      state = loaded(snapshot(), precision);
    Parts parts = parts_for(*found, problem_, launch);
    Scratch scratch = scratch_for(*found, problem_, launch);
    variant_ = &*found;
    launch_ = launch;
    precision_ = precision;
    if (state) state_ = std::move(*state);
    parts_ = std::move(parts);
    take(std::move(scratch));
  }

  bool adjust(const Values& problem, const Values& view) override {
    const bool fits = can_adjust(problem);
    const Problem wanted = Problem::from(problem);
    Scratch scratch = fits ? scratch_for(*variant_, wanted, launch_) : Scratch{};
    if (fits) fit_parts(wanted);
    restyle(view);
    if (!fits) return false;
    problem_ = wanted;
    take(std::move(scratch));
    return true;
  }
  bool can_adjust(const Values& problem) const override {
    const Problem wanted = Problem::from(problem);
    return W::same_state(problem_, wanted) && same_sizes(wanted, false);
  }

  void restyle(const Values& view) override { view_values_ = view; }
  void step(Exec& exec) override { run(problem_, exec); }

  void commit() override {
    state_.commit();
    if (parts_) parts_->commit();
    if (!primed_ && priming_) {
      primed_ = true;
      priming_ = false;
      return;
    }
    scratch_kept_ = true;
    const int steps = variant_->time_steps ? variant_->time_steps(Launch(launch_)) : 1;
    steps_ += steps;
    time_ += steps * traits_.time_step(problem_);
  }

  bool primed() const override { return primed_; }
  void prime(Exec& exec) override {
    if (primed_) throw Error("this state is primed already");
    priming_ = true;
    run(*traits_.priming(problem_), exec);
  }

  void paint(const Stroke& stroke, Exec& exec) override {
    if (!variants_->paint) return;
    gather(exec);
    if (parts_) parts_->forget();
    if (stroke.spots.empty()) {  // spots change no marks, on which scratch may depend
      state_.mark();
      scratch_kept_ = false;
    }
    state_.open(exec);
    variants_->paint(bound(problem_), problem_, Launch(launch_), view_values_, stroke, exec);
    state_.close(exec);
  }

  void look(const Viewport& viewport) override { viewport_ = viewport; }
  PictureSpec picture() const override { return W::picture(problem_, viewport_); }
  void publish(const PicturePlace& place, Exec& exec) override {
    exec.stage(Stage::publish);
    gather(exec);
    variants_->publish(bound(problem_), problem_, Launch(launch_),
                       {picture(), place.memory, place.surface, &view_values_, view().legend_max},
                       exec);
  }
  View view() const override {
    View view = W::view(problem_, view_values_, Launch(launch_));
    if (framing_) view.extent = framing_->extent, view.legend_max = framing_->top;
    return view;
  }

  bool enqueue_readouts(Exec& exec) override {
    if (!variants_->enqueue_readouts) return false;
    gather(exec);
    const bool host = memory_ == MemoryMode::host;
    const std::size_t bytes = traits_.device_readout_bytes(problem_);
    if (device_readouts_.bytes() != bytes)
      device_readouts_ = Buffer(bytes, host ? MemoryMode::host : MemoryMode::mapped);
    variants_->enqueue_readouts(bound(problem_), problem_, device_readouts_.data(), exec);
    return true;
  }
  std::vector<Readout> device_readouts() const override {
    return traits_.readouts(problem_, device_readouts_.shadow() ? device_readouts_.shadow()
                                                                : device_readouts_.data());
  }

  HostState snapshot() const override {
    HostState state{state_.read(), precision_, steps_, time_, primed_, framing_};
    if (parts_) parts_->read(state.fields, state_);
    return state;
  }
  std::optional<HostState> snapshot_for(const Values& problem) const override {
    const Problem wanted = Problem::from(problem);
    if (!W::same_state(problem_, wanted) || !same_sizes(wanted, true)) return {};
    HostState state = snapshot();
    state.steps = 0;
    state.time = 0;
    for (std::size_t i = 0; i < state.fields.size(); ++i)
      if (state_.fields()[i].role == FieldRole::result)
        state.fields[i].assign(W::fields(wanted)[i].bytes, std::byte{});
    return state;
  }
  std::int64_t steps() const override { return steps_; }
  double time() const override { return time_; }
  void poison_next() override {
    state_.poison_next();
    if (parts_) parts_->poison_next();
    scratch_.fill(0xFF);
    for (TextureArray& array : arrays_) array.fill(0xFF);
    scratch_kept_ = false;
  }
  std::size_t state_bytes() const override {
    std::size_t bytes = state_.bytes() + scratch_.bytes() + (parts_ ? parts_->bytes() : 0);
    for (const TextureArray& array : arrays_) bytes += array.shape().bytes();
    return bytes;
  }

  void note_parts(bool on) override {
    if (parts_) parts_->note(on);
  }
  std::vector<PartSpan> noted_parts() const override {
    return parts_ ? parts_->noted() : std::vector<PartSpan>();
  }
  bool marked() const override { return state_.marked(); }
  void set_marked(bool marked) override {
    if (state_.marked() != marked) scratch_kept_ = false;
    state_.mark(marked);
  }
  void around(Told told, std::function<void()> before, std::function<void()> after) override {
    if (!is_divided()) return;
    keep_parts();
    parts_->around(told == Told::gather, {std::move(before), std::move(after)});
  }
  void forget_parts() override {
    if (parts_) parts_->forget();
    scratch_kept_ = false;
  }
  /// Before somebody looks at the whole state.
  void gather(Exec& exec) override {
    if (parts_) parts_->gather(state_, exec);
  }

 private:
  /// Whether every field has the size that it has now; results may be left out.
  bool same_sizes(const Problem& problem, bool but_results) const {
    const std::vector<FieldSpec> fields = W::fields(problem);
    return std::ranges::equal(fields, state_.fields(), [&](const FieldSpec& a, const FieldSpec& b) {
      return a.bytes == b.bytes || (but_results && a.role == FieldRole::result);
    });
  }

  StateMemory loaded(const HostState& state, Precision precision) const {
    return {W::fields(problem_), state, precision, memory_};
  }

  /// What a variant needs beside the state, where that is not there already.
  struct Scratch {
    std::optional<Buffer> memory;
    std::optional<std::vector<TextureArray>> arrays;
  };
  Scratch scratch_for(const Variant<W>& variant, const Problem& problem,
                      const Values& launch) const {
    if (W::divisible && decomposition_of(launch).parts > 1)  // each part has its own
      return {Buffer(), std::vector<TextureArray>()};
    const std::size_t bytes = variant.bytes_needed(problem, Launch(launch));
    const TextureArray::Shapes shapes = variant.arrays_needed(problem, Launch(launch));
    const bool host = memory_ == MemoryMode::host;
    const MemoryMode mode = host ? MemoryMode::host : MemoryMode::device;
    const MemoryMode wanted = variant.scratch_on_host && !host ? MemoryMode::mapped : mode;
    Scratch scratch;
    if (bytes != scratch_.bytes() || (bytes > 0 && wanted != scratch_.mode()))
      scratch.memory = bytes ? Buffer(bytes, wanted) : Buffer();
    if (!std::ranges::equal(shapes, arrays_, {}, {}, &TextureArray::shape))
      for (scratch.arrays.emplace(); const auto& shape : shapes)
        scratch.arrays->emplace_back(shape, mode);
    return scratch;
  }
  void take(Scratch scratch) {
    scratch_kept_ = false;
    if (scratch.memory) scratch_ = std::move(*scratch.memory);
    if (scratch.arrays) arrays_ = std::move(*scratch.arrays);
  }

  Parts parts_for(const Variant<W>& variant, const Problem& problem, const Values& launch) const {
    if (!W::divisible || decomposition_of(launch).parts == 1) return {};
    return std::make_unique<Subdomains<W>>(variant, problem, launch, executor_, shared_);
  }
  /// Before the problem changes to one of the same size: its halos may be others.
  void fit_parts(const Problem& wanted) {
    if (!parts_ || parts_->serves(*variant_, wanted, launch_)) return;
    if (parts_->ahead()) state_ = loaded(snapshot(), precision_);
    parts_.reset();  // made anew when the launch is known too
  }

  /// What the variant's functions read. `scratch_kept`: see `StepMemory`.
  typename W::Step bound(const Problem& problem, bool scratch_kept = false) const {
    StepMemory memory;
    memory.in = state_.in();
    memory.out = state_.out();
    memory.scratch = scratch_.shadow() ? scratch_.shadow() : scratch_.data();
    memory.arrays = arrays_;
    memory.precision = precision_;
    memory.marked = state_.marked();
    memory.scratch_kept = scratch_kept;
    memory.index = steps_;
    return W::bind(problem, memory);
  }

  std::vector<NamedMemory> memory_of_step() const {
    std::vector<NamedMemory> all = state_.memory();
    if (scratch_.bytes() > 0) {
      const void* const scratch = scratch_.shadow() ? scratch_.shadow() : scratch_.data();
      all.push_back({"scratch", scratch, scratch_.bytes(), true});
    }
    return all;
  }

  void run(const Problem& problem, Exec& exec) {
    if (is_divided()) return run_parts(problem, exec);
    state_.bring_in(exec);
    exec.stage(Stage::kernel);
    // A step that is dropped half-way leaves the scratch half written.
    const bool kept = std::exchange(scratch_kept_, false);
    if (exec.traces()) exec.use_memory(memory_of_step());
    const SharedReserve reserve(exec, reserved_shared(launch_));
    variant_->step(bound(problem, kept), Launch(launch_), exec);
    state_.bring_out(exec);
  }

  bool is_divided() const { return W::divisible && decomposition_of(launch_).parts > 1; }
  void keep_parts() {
    if (!parts_) parts_ = parts_for(*variant_, problem_, launch_);
  }
  void run_parts(const Problem& problem, Exec& exec) {
    keep_parts();
    exec.stage(Stage::kernel);
    const bool kept = std::exchange(scratch_kept_, false);
    parts_->step({variant_, problem, launch_, state_.marked(), kept, steps_}, state_, exec);
  }

  const W traits_;
  const Variants<W>* variants_;
  Executor executor_;
  std::int64_t shared_;
  MemoryMode memory_;
  Problem problem_;
  Values view_values_;
  Precision precision_;
  Viewport viewport_;
  StateMemory state_;
  /// The scratch holds what the last step left there, and constant fields are what they were.
  bool scratch_kept_ = false;
  const Variant<W>* variant_ = nullptr;
  Values launch_;
  Buffer scratch_;
  Buffer device_readouts_;  ///< few numbers, written by kernels where the host reads them
  std::vector<TextureArray> arrays_;
  Parts parts_;  ///< of a launch in several parts
  std::int64_t steps_ = 0;
  double time_ = 0;
  bool primed_ = false, priming_ = false;
  std::optional<Framing> framing_;
};

}  // namespace livewarp
