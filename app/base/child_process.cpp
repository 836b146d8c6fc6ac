#include "app/base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"

extern char** environ;

namespace livewarp {

namespace {

using Moment = std::chrono::steady_clock::time_point;

constexpr std::size_t most_output = std::size_t{256} << 20;

[[noreturn]] void fail(const std::string& what, int code) {
  throw Error(what + ": " + std::strerror(code));
}

/// One end of a pipe.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

struct Pipe {
  Pipe() : Pipe(made()) {}
  Descriptor from, to;

 private:
  explicit Pipe(std::array<int, 2> ends) : from(ends[0]), to(ends[1]) {}
  static std::array<int, 2> made() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("there is no pipe", errno);
    return ends;
  }
};

/// How the child begins: its three streams, and no signal held back.
class Start {
 public:
  Start(const Pipe& out, const Pipe& error) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, out.to.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, error.to.number(), STDERR_FILENO);
    sigset_t none, pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &pipe);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Start() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  pid_t run(const std::vector<std::string>& command) const {
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t id = 0;
    const int code =
        posix_spawn(&id, arguments.front(), &actions_, &attributes_, arguments.data(), environ);
    if (code != 0) fail(command.front() + " cannot be started", code);
    return id;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Ends it unless it has ended, and waits until it is gone.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  ~Child() {
    if (id_ <= 0) return;
    kill(id_, SIGKILL);
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  int wait() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t id_;
};

/// What is there now; false once nothing more comes.
bool read_some(Descriptor& from, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), std::size_t(count));
  if (count > 0 || (count < 0 && errno == EINTR)) return true;
  from.close();
  return false;
}

/// Wheels of NVIDIA in a Python environment: .deps/venv/lib/python3.X/site-packages/nvidia/cuXX of
/// a folder above.
std::vector<std::filesystem::path> toolkits_of_wheels(const std::filesystem::path& program) {
  namespace fs = std::filesystem;
  std::vector<fs::path> found;
  std::error_code ignored;
  for (fs::path above = program.parent_path(); above.has_relative_path();
       above = above.parent_path())
    for (const auto& python : fs::directory_iterator(above / ".deps/venv/lib", ignored))
      for (const auto& folder :
           fs::directory_iterator(python.path() / "site-packages/nvidia", ignored))
        if (folder.path().filename().string().starts_with("cu")) found.push_back(folder.path());
  return found;
}

}  // namespace

ChildOutput run_child(const std::vector<std::string>& command, std::chrono::milliseconds limit,
                      const std::stop_token& stop) {
  constexpr int look_every_ms = 30;
  const Moment end = std::chrono::steady_clock::now() + limit;
  Pipe out, error;
  Child child(Start(out, error).run(command));
  out.to.close();
  error.to.close();
  ChildOutput said;
  while (out.from.number() >= 0 || error.from.number() >= 0) {
    std::array<pollfd, 2> ends{pollfd{out.from.number(), POLLIN, 0},
                               pollfd{error.from.number(), POLLIN, 0}};
    poll(ends.data(), ends.size(), look_every_ms);
    if (stop.stop_requested()) throw Cancelled();
    if (ends[0].revents != 0) read_some(out.from, said.out);
    if (ends[1].revents != 0) read_some(error.from, said.error);
    if (said.out.size() + said.error.size() > most_output)
      throw Error(command.front() + " says too much");
    if (std::chrono::steady_clock::now() > end)
      throw Error(command.front() + " took longer than " + std::to_string(limit.count() / 1000) +
                  " s");
  }
  said.status = child.wait();
  return said;
}

std::string find_program(const std::vector<std::string>& candidates) {
  const std::string path = environment("PATH");
  for (const std::string& candidate : candidates) {
    if (candidate.find('/') != std::string::npos) {
      if (access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate))
        return candidate;
      continue;
    }
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t colon = std::min(path.find(':', at), path.size());
      const std::string file = path.substr(at, colon - at) + "/" + candidate;
      if (colon > at && access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file))
        return file;
      at = colon + 1;
    }
  }
  return {};
}

std::vector<std::string> places_of_cuda_tool(const std::string& tool) {
  std::vector<std::string> all{tool};
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string root = environment(variable); !root.empty())
      all.push_back(root + "/bin/" + tool);
  for (const char* const root : {"/usr/local/cuda", "/opt/cuda"})
    all.push_back(std::string(root) + "/bin/" + tool);
  for (const auto& folder : toolkits_of_wheels(program_path()))
    all.push_back((folder / "bin" / tool).string());
  return all;
}

}  // namespace livewarp
