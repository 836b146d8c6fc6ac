#include "kernels/core/workload/leading_simulation.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

using What = RankCommand::What;

class LeadingSimulation final : public Simulation {
 public:
  LeadingSimulation(Ranks& ranks, std::int64_t id, std::unique_ptr<Simulation> own)
      : ranks_(&ranks), id_(id), own_(std::move(own)) {}
  ~LeadingSimulation() override {
    const RankCommand told = command(What::drop);
    own_.reset();
    try {
      ranks_->tell(told);
    } catch (const Error&) {
      // Who cannot be told has ended already.
    }
  }

  void select(const std::string& variant, const Values& launch) override {
    RankCommand told = command(What::select);
    told.choice.variant = variant;
    told.choice.launch = launch;
    with_all(told, [&] { own_->select(variant, launch); });
  }
  bool adjust(const Values& problem, const Values& view) override {
    RankCommand told = command(What::adjust);
    told.choice.problem = problem;
    told.choice.view = view;
    bool fits = false;
    with_all(told, [&] { fits = own_->adjust(problem, view); });
    return fits;
  }
  bool can_adjust(const Values& problem) const override { return own_->can_adjust(problem); }
  void restyle(const Values& view) override { own_->restyle(view); }
  void step(Exec& exec) override {
    announce(What::step);
    own_->step(exec);
  }
  void commit() override {
    own_->commit();
    ++commits_;
  }
  bool primed() const override { return own_->primed(); }
  void prime(Exec& exec) override {
    announce(What::prime);
    own_->prime(exec);
  }
  void paint(const Stroke& stroke, Exec& exec) override {
    announce(What::gather);
    own_->paint(stroke, exec);
    ranks_->tell_and_hear(command(What::forget));
  }
  void look(const Viewport& viewport) override { own_->look(viewport); }
  PictureSpec picture() const override { return own_->picture(); }
  void publish(const PicturePlace& place, Exec& exec) override {
    announce(What::gather);
    own_->publish(place, exec);
  }
  View view() const override { return own_->view(); }
  bool enqueue_readouts(Exec& exec) override {
    announce(What::gather);
    return own_->enqueue_readouts(exec);
  }
  std::vector<Readout> device_readouts() const override { return own_->device_readouts(); }
  HostState snapshot() const override {
    HostState state;
    with_all(command(What::read), [&] { state = own_->snapshot(); });
    return state;
  }
  std::optional<HostState> snapshot_for(const Values& problem) const override {
    std::optional<HostState> state;
    with_all(command(What::read), [&] {
      state = own_->snapshot_for(problem);
      if (!state) own_->snapshot();  // the others send theirs anyway
    });
    return state;
  }
  std::int64_t steps() const override { return own_->steps(); }
  double time() const override { return own_->time(); }
  void poison_next() override {
    with_all(command(What::poison), [&] { own_->poison_next(); });
  }
  std::size_t state_bytes() const override { return own_->state_bytes(); }
  void note_parts(bool on) override { own_->note_parts(on); }
  std::vector<PartSpan> noted_parts() const override { return own_->noted_parts(); }
  void gather(Exec& exec) override {
    announce(What::gather);
    own_->gather(exec);
  }

 private:
  RankCommand command(What what) const {
    RankCommand told{.what = what, .number = ranks_->next_command(), .simulation = id_};
    told.commits = commits_;
    told.marked = own_->marked();
    return told;
  }
  /// Told and heard of within what is done here next, whenever that is.
  void announce(What what) {
    const RankCommand told = command(what);
    own_->around(
        what == What::gather ? Told::gather : Told::step,
        [ranks = ranks_, told] { ranks->tell(told); },
        [ranks = ranks_, told] { ranks->hear(told); });
  }
  /// Told, done here as well, and heard of, at once.
  template <class Do>
  void with_all(const RankCommand& told, const Do& here) const {
    ranks_->tell(told);
    std::exception_ptr trouble;
    try {
      here();
    } catch (...) {
      trouble = std::current_exception();
    }
    ranks_->hear(told);
    if (trouble) std::rethrow_exception(trouble);
  }

  Ranks* ranks_;
  std::int64_t id_;
  std::unique_ptr<Simulation> own_;
  std::int64_t commits_ = 0;
};

}  // namespace

std::unique_ptr<Simulation>
lead(Ranks& ranks, const Choice& choice, Executor executor, const HostState& state,
     const std::function<std::unique_ptr<Simulation>(std::int64_t)>& make) {
  const std::int64_t id = ranks.next_simulation();
  RankCommand told{.what = What::make, .number = ranks.next_command(), .simulation = id};
  told.executor = executor;
  told.choice = choice;
  told.primed = state.primed;
  ranks.tell(told);
  std::unique_ptr<Simulation> own;
  std::exception_ptr trouble;
  try {
    own = make(id);
  } catch (...) {
    trouble = std::current_exception();
  }
  try {
    ranks.hear(told);
    if (trouble) std::rethrow_exception(trouble);
  } catch (...) {
    ranks.tell({.what = What::drop, .simulation = id});
    throw;
  }
  return std::make_unique<LeadingSimulation>(ranks, id, std::move(own));
}

struct FollowedSimulations::One {
  std::unique_ptr<Exec> exec;
  std::unique_ptr<Simulation> simulation;
  std::int64_t commits = 0;
};

FollowedSimulations::FollowedSimulations(Ranks& ranks, std::vector<const Workload*> workloads,
                                         MakeExec make_exec)
    : ranks_(&ranks), workloads_(std::move(workloads)), make_exec_(std::move(make_exec)) {}
FollowedSimulations::~FollowedSimulations() = default;

void FollowedSimulations::run() try {
  while (true) {
    const RankCommand command = ranks_->listen();
    if (command.what == What::end) return;
    if (command.what == What::drop) {
      all_.erase(command.simulation);
      continue;
    }
    std::string trouble;
    try {
      obey(command);
    } catch (const std::exception& error) {
      trouble = error.what();
    }
    ranks_->answer(command, trouble);
  }
} catch (const std::exception& error) {
  if (ranks_->mpi().ended()) throw;
  ranks_->give_up(error.what());
}

void FollowedSimulations::obey(const RankCommand& command) {
  if (command.what == What::make) {
    const auto found = std::ranges::find_if(workloads_, [&](const Workload* workload) {
      return workload->info().name == command.choice.workload;
    });
    if (found == workloads_.end()) throw Error("there is no workload " + command.choice.workload);
    One one{make_exec_(command.executor), nullptr};
    one.simulation =
        (*found)->follow(command.choice, command.executor, command.primed, command.simulation);
    all_.insert_or_assign(command.simulation, std::move(one));
    return;
  }
  const auto found = all_.find(command.simulation);
  if (found == all_.end()) throw Error("it has no such simulation");
  One& one = found->second;
  Simulation& simulation = *one.simulation;
  for (; one.commits < command.commits; ++one.commits) simulation.commit();
  simulation.set_marked(command.marked);
  switch (command.what) {
  case What::select: simulation.select(command.choice.variant, command.choice.launch); break;
  case What::adjust: simulation.adjust(command.choice.problem, command.choice.view); break;
  case What::step: simulation.step(*one.exec); break;
  case What::prime: simulation.prime(*one.exec); break;
  case What::gather: simulation.gather(*one.exec); break;
  case What::read: simulation.snapshot(); break;
  case What::forget: simulation.forget_parts(); break;
  case What::poison: simulation.poison_next(); break;
  case What::make:
  case What::drop:
  case What::end: break;
  }
  one.exec->synchronize();
}

}  // namespace livewarp
