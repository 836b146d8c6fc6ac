#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/base/child_process.h"
#include "app/base/temporary_file.h"

namespace livewarp {

/// The Multi-Process Service (MPS) for programs that this one starts: a daemon of its own, which
/// lives in a folder of its own and ends with the object. No setting of the GPU is changed, and no
/// other program comes to it.
class MpsDaemon {
 public:
  /// What starts and asks it, found on the PATH; empty without one.
  static std::string find_tool();

  /// Waits until it answers. Throws `Error` where it does not, and `Cancelled`.
  MpsDaemon(std::string tool, const std::stop_token& stop);
  ~MpsDaemon();
  MpsDaemon(const MpsDaemon&) = delete;
  MpsDaemon& operator=(const MpsDaemon&) = delete;

  /// By which a program comes to it: for `ChildRequest::environment`.
  std::vector<std::string> environment() const;
  /// How many programs it serves now.
  int clients() const;

 private:
  void await_answer(const std::stop_token& stop);
  void quit() noexcept;
  ChildOutput question(const std::string& text) const;
  std::string last_words() const;

  std::string tool_;
  PrivateFolder folder_;
  std::unique_ptr<RunningChild> daemon_;
};

}  // namespace livewarp
