#pragma once

#include <stdexcept>
#include <string>

namespace livewarp {

/// What the user is told when something cannot be done: what failed and why in one line, and at
/// most one more line of advice.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what_failed, std::string advice = {})
      : std::runtime_error(what_failed), advice_(std::move(advice)) {}
  const std::string& advice() const { return advice_; }

 private:
  std::string advice_;
};

/// Work was abandoned because its stop token was set: not a failure.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace livewarp
