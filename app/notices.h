#pragma once

#include <chrono>
#include <cstdint>
#include <string>
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

}  // namespace livewarp
