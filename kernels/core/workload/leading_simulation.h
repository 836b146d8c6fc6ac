#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "kernels/core/decomposition/ranks.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A simulation whose parts are in several processes, as rank 0 has it: what is asked of it is told
/// to the others, who do the same with theirs. `make` makes this process's own, given the number
/// that it has in all of them. Throws `Error`, also with what went wrong elsewhere.
std::unique_ptr<Simulation>
lead(Ranks& ranks, const Choice& choice, Executor executor, const HostState& state,
     const std::function<std::unique_ptr<Simulation>(std::int64_t)>& make);

/// The simulations of another rank: does what rank 0 tells until it says that all is over.
class FollowedSimulations {
 public:
  using MakeExec = std::function<std::unique_ptr<Exec>(Executor)>;
  FollowedSimulations(Ranks& ranks, std::vector<const Workload*> workloads, MakeExec make_exec);
  ~FollowedSimulations();
  void run();

 private:
  struct One;
  void obey(const RankCommand& command);

  Ranks* ranks_;
  std::vector<const Workload*> workloads_;
  MakeExec make_exec_;
  std::map<std::int64_t, One> all_;
};

}  // namespace livewarp
