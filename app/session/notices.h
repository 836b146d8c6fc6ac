#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/model/notice.h"

namespace livewarp {

/// What the user has to be told. Errors and warnings stay until closed, information goes after 6 s;
/// the same text is not said twice at once.
class Notices {
 public:
  void add(Severity severity, const std::string& text, const std::string& advice = {},
           Remedy remedy = Remedy::none);
  void add(const Error& error) { add(Severity::error, error.what(), error.advice()); }
  /// Why `what` failed: "the picture could not be saved". An `Error` says by itself what it is
  /// about.
  void add_failure(const std::string& what, const std::exception& problem);
  void dismiss(std::uint64_t id);
  /// Drops what is past its time and returns the rest, newest first.
  std::vector<Notice> current();
  /// Whether one is past its time and still there.
  bool due() const;
  /// All that was told, each text once, oldest first; of very many the first.
  const std::vector<Notice>& told() const { return told_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Entry {
    Notice notice;
    Time since;
  };
  static bool past(const Entry& entry);

  std::vector<Entry> entries_;
  std::vector<Notice> told_;
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
