#include <algorithm>
#include <cstring>
#include <mutex>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/base/time_span.h"
#include "kernels/core/decomposition/ranks.h"
#include "kernels/core/decomposition/team.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

class HostTeam final : public Team {
 public:
  HostTeam(const Decomposition& chosen, Executor executor)
      : parts_(chosen.parts), staged_(chosen.way == ExchangeWay::staged),
        one_by_one_(executor != Executor::cpu),
        arena_(std::min(parts_, tbb::info::default_concurrency())) {}

  int parts() const override { return parts_; }
  /// Threads that compute have no time for an exchange. Where parts are executed one after another
  /// nothing is saved either, but all is done as on GPUs.
  bool overlaps() const override { return one_by_one_; }
  void at(int, const std::function<void()>& use) const override { use(); }

  void run(Exec& exec, std::function<void()> work) override {
    asked_ = &exec;
    begun_ms_ = steady_ms();
    spans_.clear();
    if (!one_by_one_) keep_execs(exec.stop_token());
    work();
  }

  void collect(Exec&, std::vector<PartCopy> copies) override { copy(Lane::interior, copies); }

  void after(Exec&, std::function<void()> work) override { work(); }
  void read(std::span<const PartCopy> copies) const override {
    for (const PartCopy& one : copies) move(one.target, one.source, one.bytes);
  }

  void each(Lane lane, const std::function<void(int, Exec&)>& compute) override {
    if (one_by_one_) {
      for (int part = 0; part < parts_; ++part)
        noting(part, lane, what_of(lane), [&] { compute(part, *asked_); });
      return;
    }
    arena_.execute([&] {
      tbb::parallel_for(
          0, parts_, 1,
          [&](int part) {
            noting(part, lane, what_of(lane), [&] { compute(part, *execs_[std::size_t(part)]); });
          },
          tbb::simple_partitioner());
    });
  }
  void copy(Lane, std::span<const PartCopy> copies) override {
    for (const PartCopy& one : copies) move(one.target, one.source, one.bytes);
  }
  void exchange(Lane lane, std::span<const PartCopy> copies) override {
    for (const PartCopy& one : copies)
      noting(one.to, lane, "exchange", [&] {
        if (!staged_) return move(one.target, one.source, one.bytes);
        staging_.resize(std::max(staging_.size(), one.bytes));
        move(staging_.data(), one.source, one.bytes);
        move(one.target, staging_.data(), one.bytes);
      });
  }
  void note(bool on) override { notes_ = on; }
  std::vector<PartSpan> noted() const override { return spans_; }
  void follow(Lane) override {}
  void settle(Lane) override {}
  void move(void* to, const void* from, std::size_t bytes) const override {
    std::memcpy(to, from, bytes);
  }

 private:
  /// One for each part, which end when the one that asks does.
  void keep_execs(const std::stop_token& stop) {
    if (!execs_.empty() && stop == stop_) return;
    stop_ = stop;
    execs_.clear();
    for (int part = 0; part < parts_; ++part) execs_.push_back(make_cpu_exec(stop));
  }

  template <class Do>
  void noting(int part, Lane lane, const char* what, const Do& work) {
    const double begin = steady_ms() - begun_ms_;
    work();
    if (!notes_) return;
    const std::lock_guard lock(noting_);
    spans_.push_back({part, lane == Lane::edges, what, begin, steady_ms() - begun_ms_});
  }

  int parts_;
  bool staged_, one_by_one_;
  tbb::task_arena arena_;
  Exec* asked_ = nullptr;  ///< of the present step
  std::stop_token stop_;
  std::vector<std::unique_ptr<Exec>> execs_;
  std::vector<std::byte> staging_;
  bool notes_ = false;
  double begun_ms_ = 0;
  std::mutex noting_;
  std::vector<PartSpan> spans_;
};

}  // namespace

std::unique_ptr<Team> make_host_team(const Decomposition& decomposition, Executor executor) {
  return std::make_unique<HostTeam>(decomposition, executor);
}

std::string place_of_part(int part, Executor executor) {
  if (present_ranks()) return "rank " + std::to_string(part);
  if (executor == Executor::emulator) return "part " + std::to_string(part);
  if (executor == Executor::cpu) return "thread " + std::to_string(part);
  const std::vector<int> devices = part_devices();
  return devices.empty() ? std::string("GPU")
                         : "GPU " + std::to_string(devices[std::size_t(part) % devices.size()]);
}

std::string exchange_refusal(const Decomposition& decomposition, Executor executor) {
  if (decomposition.parts <= 1) return {};
  if (const Ranks* const ranks = present_ranks()) {
    if (decomposition.way == ExchangeWay::nccl)
      return "processes exchange by MPI: choose another exchange than NCCL";
    return decomposition.parts == ranks->size()
               ? ""
               : grouped(ranks->size()) + " processes were started: choose as many parts, or 1";
  }
  if (executor == Executor::cuda) return gpu_exchange_refusal(decomposition);
  return decomposition.way == ExchangeWay::nccl
             ? "NCCL exchanges between GPUs: choose another exchange"
             : "";
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<Team> make_cuda_team(const Decomposition&) {
  throw Error("parts on GPUs: this build has no CUDA");
}
std::vector<int> part_devices() { return {}; }
void select_part_devices(const std::vector<int>&) {
  throw Error("devices: this build has no CUDA");
}
std::string gpu_exchange_refusal(const Decomposition&) { return {}; }
#endif

}  // namespace livewarp
