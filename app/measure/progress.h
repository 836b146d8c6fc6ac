#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "app/measure/context.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

/// One line on the error stream that says what is being done and how far it is; repainted at most
/// ten times a second and wiped at the end. Silent where the stream is no terminal.
class Progress {
 public:
  explicit Progress(const Context& context) : context_(&context) {}
  ~Progress() { wipe(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What all that follows is a part of: "Heat, 2 of 8".
  void chapter(const std::string& name) { chapter_ = name; }
  /// Says what comes now.
  void begin(const std::string& what);
  /// How far it is, 0..1.
  void at(double fraction);
  void wipe();
  /// A job that reports here and stops with the context.
  Job job();

 private:
  void paint(const std::string& line);
  const Context* context_;
  std::string chapter_, what_;
  std::size_t width_ = 0;  ///< columns painted
  std::chrono::steady_clock::time_point painted_{};
};

}  // namespace livewarp
