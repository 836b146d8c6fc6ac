#include "app/program/fault_plan.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Takes " after 1.5" from the end of a text; 0 where there is none.
double take_delay(std::string& text) {
  constexpr std::string_view word = " after ";
  const std::size_t at = text.rfind(word);
  if (at == std::string::npos) return 0;
  const std::string number = text.substr(at + word.size());
  char* end = nullptr;
  const double seconds = std::strtod(number.c_str(), &end);
  if (number.empty() || *end || !(seconds > 0 && seconds < 1e6))
    throw Error("LIVEWARP_FAULT: " + printable(number) + " are no seconds");
  text.resize(at);
  return seconds;
}

}  // namespace

FaultPlan::FaultPlan(const std::string& asked) {
  if (asked.empty()) return;
  const std::size_t space = asked.find(' ');
  const std::string path = asked.substr(0, space);
  site_ = space == std::string::npos ? "" : asked.substr(space + 1);
  const std::chrono::duration<double> delay(take_delay(site_));
  const std::vector<std::string> sites = fault_sites();
  if (!site_.empty() && !std::ranges::binary_search(sites, site_))
    throw Error("LIVEWARP_FAULT: no call is made as " + site_,
                "LIVEWARP_FAULT=FILE writes all sites to a file");
  file_.open(path, std::ios::app);
  for (const std::string& each : sites) file_ << "site " + each + "\n";
  if (!file_.flush()) throw Error("LIVEWARP_FAULT: " + path + " cannot be written");
  walk_ = std::make_unique<FaultWalk>([this](const std::string& reached) {
    file_ << "reached " + reached + "\n" << std::flush;
  });
  if (site_.empty()) return;
  if (delay.count() == 0)
    fault_ = std::make_unique<Fault>(site_);
  else
    later_ = std::jthread([this, delay](const std::stop_token& stop) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any().wait_for(lock, stop, delay, [] { return false; });
      if (!stop.stop_requested()) fault_ = std::make_unique<Fault>(site_);
    });
}

FaultPlan::~FaultPlan() {
  if (later_.joinable()) {
    later_.request_stop();
    later_.join();
  }
  walk_.reset();  // nobody else writes to the file any more
  if (fault_ && fault_->failures() > 0) file_ << "failed " + site_ + "\n";
}

}  // namespace livewarp
