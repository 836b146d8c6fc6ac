#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace livewarp {

/// What is to be started.
struct ChildRequest {
  std::vector<std::string> command;  ///< the program's path, then what it is told
  /// "NAME=value", in place of what this process has under that name; "NAME" alone: nothing.
  std::vector<std::string> environment = {};
};

/// Another program while it runs, started without a shell. It is a process group of its own, with
/// all that it starts: Ctrl+C reaches this program alone.
class RunningChild {
 public:
  /// Throws `Error` where it cannot be started.
  explicit RunningChild(const ChildRequest& request);
  /// Ends it at once unless it has ended, and waits until it is gone.
  ~RunningChild();
  RunningChild(const RunningChild&) = delete;
  RunningChild& operator=(const RunningChild&) = delete;

  /// Writes to its standard input; false if it does not read any more.
  bool tell(const std::string& text);
  /// Its standard input ends.
  void tell_no_more();
  /// Takes in what it says within `patience`; false once its output has ended.
  bool listen(std::chrono::milliseconds patience);
  const std::string& out() const { return out_; }  ///< all that it has written by now
  const std::string& error() const { return error_; }

  pid_t id() const { return id_; }

  /// How it ended: its exit code, or 128 and the signal that ended it; nothing while it runs.
  std::optional<int> ended();
  int wait();
  /// Ends its input and asks it to end (SIGTERM), and ends it if it has not within `patience`.
  void end(std::chrono::milliseconds patience);

 private:
  class Descriptor;
  class Start;

  std::unique_ptr<Descriptor> to_, from_, from_error_;
  std::string out_, error_;
  pid_t id_ = 0;
  std::optional<int> status_;
};

}  // namespace livewarp
