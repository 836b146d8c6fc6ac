#include "kernels/core/base/fault.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/core/base/fault_walk.h"

// The linker makes these two, beginning and end of all that LIVEWARP_FAULT_AT has noted; none in a
// program that asks nowhere.
extern "C" {
[[gnu::weak]] extern const char __start_livewarp_sites[];
[[gnu::weak]] extern const char __stop_livewarp_sites[];
}

namespace livewarp {

namespace {

struct Present {
  std::mutex mutex;
  std::vector<Fault*> faults;
  std::vector<FaultWalk*> walks;
};

/// A site as it is told: its file from the root of the sources on, where this one lies too.
std::string told(std::string_view site) {
  constexpr std::string_view here = __FILE__, own = "kernels/core/base/fault.cpp";
  static_assert(here.ends_with(own));
  constexpr std::string_view root = here.substr(0, here.size() - own.size());
  std::string text(site);
  const std::size_t at = text.find(root);
  if (!root.empty() && at != std::string::npos) text.erase(at, root.size());
  return text;
}

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

FaultWalk::FaultWalk(std::function<void(const std::string&)> reached)
    : reached_(std::move(reached)) {
  const std::lock_guard lock(present().mutex);
  present().walks.push_back(this);
  ++fault_count();
}

FaultWalk::~FaultWalk() {
  const std::lock_guard lock(present().mutex);
  std::erase(present().walks, this);
  --fault_count();
}

bool look_for_fault(const char* call, const char* site) {
  const std::lock_guard lock(present().mutex);
  const std::string place = told(site);
  if (!place.empty())
    for (FaultWalk* const walk : present().walks)
      if (walk->known_.insert(place).second) walk->reached_(place);
  bool fails = false;
  for (Fault* const fault : present().faults) {
    if ((fault->call_ != call && fault->call_ != place) || !fault->hits()) continue;
    fails = true;
    met_status() = fault->status_;
  }
  return fails;
}

int fault_status() { return met_status(); }

std::vector<std::string> fault_sites() {
  std::set<std::string> sites;  // one in an inline function is noted by each file that has it
  for (const char* at = __start_livewarp_sites; at < __stop_livewarp_sites;) {
    const std::size_t length = strnlen(at, std::size_t(__stop_livewarp_sites - at));
    if (length > 0) sites.insert(told({at, length}));
    at += length + 1;
  }
  return {sites.begin(), sites.end()};
}

}  // namespace livewarp
