#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/buffer.h"
#include "kernels/core/error.h"
#include "kernels/core/workload.h"

namespace livewarp {

/// One array of a workload's canonical state.
struct FieldSpec {
  std::string name;
  std::size_t bytes = 0;
};

/// `Simulation` for any workload W (see typed_workload.h for what W provides): two copies of the
/// state, of which a step reads one and writes the other.
template <class W>
class TypedSimulation final : public Simulation {
 public:
  using Problem = typename W::Problem;

  TypedSimulation(const Rows<W>& rows, const Choice& choice, Executor executor,
                  const HostState& state)
      : rows_(&rows), executor_(executor),
        memory_(executor == Executor::cuda ? choice.memory : MemoryMode::host),
        problem_(Problem::from(choice.problem)), view_values_(choice.view) {
    const auto fields = W::fields(problem_);
    if (state.fields.size() != fields.size()) throw Error("state does not fit this workload");
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (state.fields[i].size() != fields[i].bytes)
        throw Error("state does not fit this problem: field " + fields[i].name);
      present_.emplace_back(fields[i].bytes, memory_);
      next_.emplace_back(fields[i].bytes, memory_);
      present_.back().write(state.fields[i].data(), fields[i].bytes);
    }
    steps_ = state.steps;
    time_ = state.time;
    primed_ = state.primed || !W::priming(problem_);
    select(choice.variant, choice.launch);
  }

  void select(const std::string& variant, const Values& launch) override {
    const auto found = std::find_if(rows_->variants.begin(), rows_->variants.end(),
                                    [&](const auto& row) { return row.name == variant; });
    if (found == rows_->variants.end())
      throw Error("variant " + variant + " has no code for executor " +
                  std::string(name_of(executor_)));
    row_ = &*found;
    launch_ = launch;
    size_scratch();
  }

  bool adjust(const Values& problem, const Values& view) override {
    const Problem wanted = Problem::from(problem);
    view_values_ = view;
    if (!W::same_state(problem_, wanted)) return false;
    problem_ = wanted;
    size_scratch();
    return true;
  }

  void step(Exec& exec) override { run(problem_, exec); }

  void commit() override {
    std::swap(present_, next_);
    if (!primed_ && priming_) {
      primed_ = true;
      priming_ = false;
      return;
    }
    ++steps_;
    time_ += W::time_step(problem_);
  }

  bool primed() const override { return primed_; }
  void prime(Exec& exec) override {
    if (primed_) throw Error("this state is primed already");
    priming_ = true;
    run(*W::priming(problem_), exec);
  }

  PictureSpec picture() const override { return W::picture(problem_); }
  void publish(void* picture, Exec& exec) override {
    exec.stage(Stage::publish);
    rows_->publish(W::bind(problem_, pointers(present_), pointers(next_), scratch_.data()),
                   problem_, Launch(launch_), picture, exec);
  }
  View view() const override { return W::view(problem_, view_values_); }

  HostState snapshot() const override {
    HostState state{{}, steps_, time_, primed_};
    for (const Buffer& buffer : present_) {
      state.fields.emplace_back(buffer.bytes());
      buffer.read(state.fields.back().data(), buffer.bytes());
    }
    return state;
  }
  std::int64_t steps() const override { return steps_; }
  double time() const override { return time_; }
  void poison_next() override {
    for (Buffer& buffer : next_) buffer.fill(0xFF);
    if (scratch_.bytes()) scratch_.fill(0xFF);
  }
  std::size_t state_bytes() const override {
    std::size_t bytes = scratch_.bytes();
    for (const Buffer& buffer : present_) bytes += 2 * buffer.bytes();
    return bytes;
  }

 private:
  void run(const Problem& problem, Exec& exec) {
    if (present_.front().round_trip()) {
      exec.stage(Stage::upload);
      for (Buffer& buffer : present_) exec.copy_in(buffer);
    }
    exec.stage(Stage::kernel);
    row_->step(W::bind(problem, pointers(present_), pointers(next_), scratch_.data()),
               Launch(launch_), exec);
    if (next_.front().round_trip()) {
      exec.stage(Stage::download);
      for (Buffer& buffer : next_) exec.copy_out(buffer);
    }
  }

  void size_scratch() {
    const std::size_t bytes =
        row_->scratch_bytes ? row_->scratch_bytes(problem_, Launch(launch_)) : 0;
    if (bytes == scratch_.bytes()) return;
    const bool host = memory_ == MemoryMode::host;
    scratch_ = bytes ? Buffer(bytes, host ? MemoryMode::host : MemoryMode::device) : Buffer();
  }

  static std::vector<void*> pointers(const std::vector<Buffer>& buffers) {
    std::vector<void*> result;
    result.reserve(buffers.size());
    for (const Buffer& buffer : buffers) result.push_back(buffer.data());
    return result;
  }

  const Rows<W>* rows_;
  Executor executor_;
  MemoryMode memory_;
  Problem problem_;
  Values view_values_;
  const Variant<W>* row_ = nullptr;
  Values launch_;
  std::vector<Buffer> present_, next_;
  Buffer scratch_;
  std::int64_t steps_ = 0;
  double time_ = 0;
  bool primed_ = false, priming_ = false;
};

}  // namespace livewarp
