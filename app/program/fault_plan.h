#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "kernels/core/base/fault_walk.h"

namespace livewarp {

/// What the environment variable LIVEWARP_FAULT asks of one run of the program, for whoever tries
/// what a failing call does to it (scripts/failures):
///
///     LIVEWARP_FAULT=FILE         writes a line for each site from which a call could fail, "site
///                                 cudaMalloc at kernels/a.cpp:12", and one more when the program
///                                 first comes to it, "reached cudaMalloc at kernels/a.cpp:12"
///     LIVEWARP_FAULT="FILE SITE"  the same, and the first call from that site fails
///
/// With " after SECONDS" behind the site the first call that comes so late is the one that fails.
/// At its end it writes of a call that failed, "failed cudaMalloc at kernels/a.cpp:12". Processes
/// that the program starts do so too, and write to the same file.
class FaultPlan {
 public:
  /// Empty: nothing is asked. Throws `Error` for a file that cannot be written or a site that the
  /// program does not have.
  explicit FaultPlan(const std::string& asked);
  ~FaultPlan();
  FaultPlan(const FaultPlan&) = delete;
  FaultPlan& operator=(const FaultPlan&) = delete;

 private:
  std::ofstream file_;
  std::string site_;
  std::unique_ptr<FaultWalk> walk_;  // writes to the file, so it goes first
  std::unique_ptr<Fault> fault_;
  std::jthread later_;  ///< makes the fault
};

}  // namespace livewarp
