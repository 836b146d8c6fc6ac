#include "kernels/core/base/fault.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace livewarp {

namespace {

struct Present {
  std::mutex mutex;
  std::vector<Fault*> faults;
};

Present& present() {
  static Present present;
  return present;
}

int& met_status() {
  thread_local int status = 0;
  return status;
}

}  // namespace

Fault::Fault(std::string call, int nth, int status, int times)
    : call_(std::move(call)), nth_(nth), status_(status), times_(times) {
  const std::lock_guard lock(present().mutex);
  present().faults.push_back(this);
  ++fault_count();
}

Fault::~Fault() {
  const std::lock_guard lock(present().mutex);
  std::erase(present().faults, this);
  --fault_count();
}

int Fault::calls() const {
  const std::lock_guard lock(present().mutex);
  return calls_;
}

int Fault::failures() const {
  const std::lock_guard lock(present().mutex);
  return failures_;
}

bool Fault::hits() {
  const int index = calls_++;
  const bool fails = nth_ >= 0 && index >= nth_ && index - nth_ < times_;
  failures_ += fails;
  return fails;
}

bool look_for_fault(const char* call) {
  const std::lock_guard lock(present().mutex);
  bool fails = false;
  for (Fault* const fault : present().faults) {
    if (fault->call_ != call || !fault->hits()) continue;
    fails = true;
    met_status() = fault->status_;
  }
  return fails;
}

int fault_status() { return met_status(); }

}  // namespace livewarp
