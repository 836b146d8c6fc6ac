#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/base/running_child.h"

namespace livewarp {

/// What another program has said until it ended.
struct ChildOutput {
  int status = 0;          ///< its exit code; 128 and the signal that ended it
  std::string out, error;  ///< all that it wrote
};

/// Runs a program without a shell; `input` is all that it can read. Throws `Error` where it cannot
/// be started, takes longer than `limit` or writes more than 256 MB, and `Cancelled` once `stop` is
/// asked for; it is ended then.
ChildOutput run_child(const ChildRequest& request, const std::string& input,
                      std::chrono::milliseconds limit, const std::stop_token& stop = {});
/// Likewise, its standard input empty. `command`: its path, then what it is told.
inline ChildOutput run_child(const std::vector<std::string>& command,
                             std::chrono::milliseconds limit, const std::stop_token& stop = {}) {
  return run_child({.command = command}, {}, limit, stop);
}

/// The same of one that was started before: it is told `input`, and nothing after it. Once it has
/// said `enough`, nobody waits for its end: the status is 0 then.
ChildOutput finish_child(RunningChild& child, const std::string& name, const std::string& input,
                         std::chrono::milliseconds limit, const std::stop_token& stop = {},
                         const std::function<bool(const std::string& out)>& enough = {});

/// The path of the first of these programs that is there: absolute paths as they are, bare names
/// where the shell would look; empty without any.
std::string find_program(const std::vector<std::string>& candidates);

/// Where a tool of CUDA may be, for `find_program`: on the PATH, in CUDA_HOME or CUDA_PATH, in an
/// installed toolkit, and in what scripts/setup put beside the tree that this program was built in
/// (.deps/venv).
std::vector<std::string> places_of_cuda_tool(const std::string& tool);

}  // namespace livewarp
