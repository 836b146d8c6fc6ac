#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kernels/core/exec/executors.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// The workloads of kernels/workloads.txt, in its order.
class Registry {
 public:
  Registry();
  /// Others instead: tests bring workloads of their own.
  explicit Registry(std::vector<std::unique_ptr<Workload>> workloads)
      : workloads_(std::move(workloads)) {}
  const std::vector<std::unique_ptr<Workload>>& workloads() const { return workloads_; }
  /// Null if there is none of that name.
  const Workload* find(const std::string& name) const;

 private:
  std::vector<std::unique_ptr<Workload>> workloads_;
};

/// An executor of that kind; `stop` is read by cpu and emulator. Throws `Error` where it is
/// impossible.
std::unique_ptr<Exec> make_exec(Executor executor, std::stop_token stop = {});

}  // namespace livewarp
