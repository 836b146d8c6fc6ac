#include "app/experiments/mps_daemon.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "app/base/child_process.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

constexpr auto answer_limit = 5s, end_limit = 5s;

/// The process ids among these lines.
std::vector<int> ids_in(const std::string& text) {
  std::vector<int> ids;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const int id = std::atoi(line.c_str()); id > 0) ids.push_back(id);
  return ids;
}

std::string last_line(const std::string& path) {
  std::ifstream file(path);
  std::string last;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) last = line;
  return last;
}

}  // namespace

std::string MpsDaemon::find_tool() { return find_program({"nvidia-cuda-mps-control"}); }

/// Those that it serves count the GPUs that the daemon was told of: what hides some is for it
/// alone.
std::vector<std::string> MpsDaemon::environment() const {
  return {"CUDA_MPS_PIPE_DIRECTORY=" + folder_.path(), "CUDA_MPS_LOG_DIRECTORY=" + folder_.path(),
          "CUDA_VISIBLE_DEVICES"};
}

/// In the foreground it is this program's child, and cannot be lost.
MpsDaemon::MpsDaemon(std::string tool, const std::stop_token& stop) : tool_(std::move(tool)) {
  daemon_ = std::make_unique<RunningChild>(ChildRequest{
      {tool_, "-f"},
      {"CUDA_MPS_PIPE_DIRECTORY=" + folder_.path(), "CUDA_MPS_LOG_DIRECTORY=" + folder_.path()}});
  try {
    await_answer(stop);
  } catch (...) {
    quit();
    throw;
  }
}

MpsDaemon::~MpsDaemon() { quit(); }

void MpsDaemon::await_answer(const std::stop_token& stop) {
  for (const auto limit = Steady::now() + answer_limit;;) {
    daemon_->listen(50ms);
    if (stop.stop_requested()) throw Cancelled();
    if (daemon_->ended() || Steady::now() > limit)
      throw Error("the daemon of MPS did not start" + last_words());
    if (question("get_server_list").status == 0) return;
    std::this_thread::sleep_for(50ms);
  }
}

void MpsDaemon::quit() noexcept {
  try {
    if (!daemon_->ended()) question("quit");
    for (const auto limit = Steady::now() + end_limit; !daemon_->ended() && Steady::now() < limit;)
      std::this_thread::sleep_for(20ms);
  } catch (const std::exception&) {
    // It does not listen: it is ended all the same.
  }
  daemon_->end(2s);
}

ChildOutput MpsDaemon::question(const std::string& text) const {
  return run_child({{tool_}, environment()}, text + "\n", answer_limit);
}

int MpsDaemon::clients() const {
  int count = 0;
  for (const int server : ids_in(question("get_server_list").out))
    count += int(ids_in(question("get_client_list " + std::to_string(server)).out).size());
  return count;
}

/// ": ...", of what it has said or written last.
std::string MpsDaemon::last_words() const {
  std::string said = daemon_->error() + daemon_->out();
  said = said.substr(0, said.find('\n'));
  if (said.empty()) said = last_line(folder_.path() + "/control.log");
  return said.empty() ? "" : ": " + printable(said);
}

}  // namespace livewarp
