// Which calls could be made to fail, and which of them a run of the program comes to.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "kernels/core/base/fault.h"

namespace livewarp {

/// As long as it lives, `reached` hears of each site when the program first comes to it. Nothing
/// fails.
class FaultWalk {
 public:
  explicit FaultWalk(std::function<void(const std::string& site)> reached);
  ~FaultWalk();
  FaultWalk(const FaultWalk&) = delete;
  FaultWalk& operator=(const FaultWalk&) = delete;

 private:
  friend bool look_for_fault(const char* call, const char* site);
  const std::function<void(const std::string&)> reached_;
  std::set<std::string> known_;
};

/// All sites that were compiled into this program, sorted.
std::vector<std::string> fault_sites();

}  // namespace livewarp
