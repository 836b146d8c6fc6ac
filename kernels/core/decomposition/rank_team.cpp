// Parts in several processes: each computes its own by a team of one, and sends and receives the
// rest.
#include <exception>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/ranks.h"
#include "kernels/core/decomposition/team.h"

namespace livewarp {

namespace {

/// The place in memory of one process, as its team of one part counts.
constexpr int own_part = 0;

class RankTeam final : public Team {
 public:
  RankTeam(Ranks& ranks, std::int64_t simulation, const Decomposition& chosen,
           std::unique_ptr<Team> own, bool on_device)
      : ranks_(&ranks), simulation_(simulation), own_(std::move(own)), on_device_(on_device),
        staged_(on_device &&
                (chosen.way == ExchangeWay::staged || !ranks.mpi().takes_device_memory())),
        on_this_machine_(ranks.on_this_machine()) {}

  int parts() const override { return ranks_->size(); }
  bool is_here(int part) const override { return part == ranks_->rank(); }
  int sharers() const override { return on_this_machine_; }
  bool overlaps() const override { return own_->overlaps(); }
  void around(bool collecting, Around calls) override {
    (collecting ? around_collection_ : around_step_) = std::move(calls);
  }
  void at(int part, const std::function<void()>& use) const override {
    if (is_here(part)) own_->at(own_part, use);
  }

  void run(Exec& exec, std::function<void()> work) override {
    own_->run(exec, [this, work = std::move(work), calls = std::exchange(around_step_, {})] {
      trouble_ = nullptr;
      if (calls.before) calls.before();
      or_give_up(work);
      if (calls.after) calls.after();
      if (trouble_) std::rethrow_exception(trouble_);
    });
  }
  void collect(Exec& exec, std::vector<PartCopy> copies) override {
    own_->after(exec,
                [this, copies = std::move(copies), calls = std::exchange(around_collection_, {})] {
                  if (calls.before) calls.before();
                  or_give_up([&] { move_all(copies, RankTag::gather); });
                  if (calls.after) calls.after();
                });
  }
  void after(Exec& exec, std::function<void()> work) override {
    own_->after(exec, std::move(work));
  }

  /// Where a part fails, or is stopped, the others still get what they wait for; the state that it
  /// would belong to is never committed.
  void each(Lane lane, const std::function<void(int, Exec&)>& compute) override {
    try {
      own_->each(lane, [&](int, Exec& on) { compute(ranks_->rank(), on); });
    } catch (...) {
      trouble_ = std::current_exception();
    }
  }
  void copy(Lane lane, std::span<const PartCopy> copies) override {
    std::vector<PartCopy> own, others;
    for (const PartCopy& one : copies)
      if (rank_of(one.from) == ranks_->rank() && rank_of(one.to) == ranks_->rank())
        own.push_back({own_part, own_part, one.source, one.target, one.bytes});
      else
        others.push_back(one);
    own_->copy(lane, own);
    if (others.empty()) return;
    own_->settle(lane);
    move_all(others, RankTag::scatter);
  }
  void exchange(Lane lane, std::span<const PartCopy> copies) override {
    own_->settle(lane);
    move_all(copies, RankTag::halo);
  }
  void note(bool on) override { own_->note(on); }
  std::vector<PartSpan> noted() const override {
    std::vector<PartSpan> spans = own_->noted();
    for (PartSpan& span : spans) span.part = ranks_->rank();
    return spans;
  }
  void follow(Lane later) override { own_->follow(later); }
  void settle(Lane lane) override { own_->settle(lane); }
  void move(void* to, const void* from, std::size_t bytes) const override {
    own_->move(to, from, bytes);
  }
  void read(std::span<const PartCopy> copies) const override {
    own_->settle(Lane::interior);
    move_all(copies, RankTag::gather, true);
  }

 private:
  /// What fails beside the computation itself leaves others waiting, for good.
  template <class Do>
  void or_give_up(const Do& work) const {
    try {
      work();
    } catch (const std::exception& error) {
      if (ranks_->mpi().ended()) throw;
      ranks_->give_up(error.what());
    }
  }
  static int rank_of(int part) { return part == RowCopy::whole ? 0 : part; }

  /// `to_host`: targets are memory of the host, whatever the parts have.
  void move_all(std::span<const PartCopy> copies, RankTag kind, bool to_host = false) const {
    const int here = ranks_->rank(), tag = rank_tag(simulation_, kind);
    const bool down = staged_ || (to_host && on_device_), up = staged_ && !to_host;
    std::vector<MpiMessage> messages;
    std::vector<std::vector<std::byte>> staging(copies.size());
    for (std::size_t i = 0; i < copies.size(); ++i) {
      const PartCopy& one = copies[i];
      const int from = rank_of(one.from), to = rank_of(one.to);
      if (from == here && to == here) {
        own_->move(one.target, one.source, one.bytes);
      } else if (from == here) {
        if (down) own_->move(room(staging[i], one), one.source, one.bytes);
        messages.push_back({to, tag, down ? staging[i].data() : one.source, nullptr, one.bytes});
      } else if (to == here) {
        messages.push_back(
            {from, tag, nullptr, up ? room(staging[i], one) : one.target, one.bytes});
      }
    }
    ranks_->mpi().exchange(messages);
    if (!up) return;
    for (std::size_t i = 0; i < copies.size(); ++i)
      if (rank_of(copies[i].to) == here && rank_of(copies[i].from) != here)
        own_->move(copies[i].target, staging[i].data(), copies[i].bytes);
  }
  static std::byte* room(std::vector<std::byte>& staging, const PartCopy& copy) {
    staging.resize(copy.bytes);
    return staging.data();
  }

  Ranks* ranks_;
  std::int64_t simulation_;
  std::unique_ptr<Team> own_;
  bool on_device_, staged_;
  int on_this_machine_;
  Around around_step_, around_collection_;
  std::exception_ptr trouble_;
};

std::unique_ptr<Team> make_local_team(const Decomposition& chosen, Executor executor) {
  return executor == Executor::cuda ? make_cuda_team(chosen) : make_host_team(chosen, executor);
}

}  // namespace

std::unique_ptr<Team> make_team(const Decomposition& chosen, Executor executor,
                                std::int64_t simulation) {
  Ranks* const ranks = present_ranks();
  if (!ranks || simulation == 0) return make_local_team(chosen, executor);
  Decomposition own = chosen;
  own.parts = 1;
  return std::make_unique<RankTeam>(*ranks, simulation, chosen, make_local_team(own, executor),
                                    executor == Executor::cuda);
}

}  // namespace livewarp
