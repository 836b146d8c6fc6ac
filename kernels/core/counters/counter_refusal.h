#pragma once

#include <filesystem>
#include <string>

namespace livewarp {

/// Why hardware counters cannot be read here: one line, and one on what helps.
struct CounterRefusal {
  std::string why, advice;
  bool any() const { return !why.empty(); }
};

/// What stands against them before anything is tried, by the files below /proc: a driver that lets
/// only administrators read them, and a process that is none.
CounterRefusal refusal_of_driver(const std::filesystem::path& proc = "/proc");

/// What a status of CUPTI means. `call` is the function that returned it, `named` what the library
/// calls it, CUPTI_ERROR_...
CounterRefusal refusal_of_status(int status, const std::string& call, const std::string& named,
                                 const std::filesystem::path& proc = "/proc");

}  // namespace livewarp
