#pragma once

#include <future>
#include <optional>
#include <string>

#include "kernels/core/base/error.h"

namespace livewarp {

/// A text that is kept from one start of the program to the next, in a file. It is written on a
/// thread of its own: frames never wait for a disk.
class KeptText {
 public:
  /// An empty path: nothing is kept.
  explicit KeptText(std::string path) : path_(std::move(path)) {}
  /// Waits until the last text is written.
  ~KeptText();
  KeptText(const KeptText&) = delete;
  KeptText& operator=(const KeptText&) = delete;

  /// What was kept; empty where nothing was.
  std::string text() const;
  void keep(std::string text);
  /// Why the last text could not be kept; told once for a row of failures.
  std::optional<Error> failure();

 private:
  static std::optional<Error> write(const std::string& path, const std::string& text) noexcept;
  void begin();

  const std::string path_;
  std::optional<std::string> next_;  ///< to be written once the present one is
  std::future<std::optional<Error>> writing_;
  bool failed_ = false;
};

}  // namespace livewarp
