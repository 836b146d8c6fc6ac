#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "ui/model.h"

namespace livewarp {

/// What a person has to be told. Errors and warnings stay until closed, information goes after 6 s;
/// the same text is not said twice at once.
class Notices {
 public:
  void add(ui::Severity severity, const std::string& text, const std::string& advice = {});
  void add(const Error& error) { add(ui::Severity::error, error.what(), error.advice()); }
  /// Why `what` failed: "the picture could not be saved". An `Error` says by itself what it is about.
  void add_failure(const std::string& what, const std::exception& problem);
  void dismiss(std::uint64_t id);
  /// Drops what is past its time and returns the rest, newest first.
  std::vector<ui::Notice> current();

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Entry {
    ui::Notice notice;
    Time since;
  };
  std::vector<Entry> entries_;
  std::uint64_t next_id_ = 1;
};

/// Does what may fail, for whatever reason; why it did becomes a notice. Whether it succeeded.
template <class F>
bool or_notice(Notices& notices, const std::string& what, F&& act) {
  try {
    std::forward<F>(act)();
    return true;
  } catch (const std::exception& problem) {
    notices.add_failure(what, problem);
    return false;
  }
}

}  // namespace livewarp
