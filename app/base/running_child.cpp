#include "app/base/running_child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "kernels/core/base/error.h"

extern char** environ;

namespace livewarp {

namespace {

[[noreturn]] void fail(const std::string& what, int code) {
  throw Error(what + ": " + std::strerror(code));
}

/// This process's environment, but for what is to be otherwise.
std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> all;
  for (char** entry = environ; entry && *entry; ++entry)
    if (std::ranges::none_of(changes,
                             [&](const auto& one) { return name_of(one) == name_of(*entry); }))
      all.emplace_back(*entry);
  for (const std::string& one : changes)
    if (one.find('=') != std::string::npos) all.push_back(one);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

/// One end of a pipe or of a pair of sockets.
class RunningChild::Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  /// What is there now; nothing more once it has ended.
  void read_some(std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::read(number_, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), std::size_t(count));
    if (count == 0 || (count < 0 && errno != EINTR)) close();
  }

 private:
  int number_;
};

/// How it begins: its three streams, and no signal held back.
class RunningChild::Start {
 public:
  /// `ours` is what this process keeps of a pipe that the child writes to.
  std::unique_ptr<Descriptor> output(int stream) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("there is no pipe", errno);
    return give(stream, ends[1], ends[0]);
  }
  /// Sockets: writing to a pipe that nobody reads would be a signal.
  std::unique_ptr<Descriptor> input(int stream) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      fail("there is no pair of sockets", errno);
    return give(stream, ends[1], ends[0]);
  }
  pid_t run(const ChildRequest& request);

 private:
  std::unique_ptr<Descriptor> give(int stream, int theirs, int ours) {
    auto kept = std::make_unique<Descriptor>(ours);
    given_.push_back({std::make_unique<Descriptor>(theirs), stream});
    return kept;
  }
  struct Given {
    std::unique_ptr<Descriptor> end;
    int stream;
  };
  std::vector<Given> given_;
};

pid_t RunningChild::Start::run(const ChildRequest& request) {
  std::vector<std::string> words = request.command;
  std::vector<std::string> environment = environment_with(request.environment);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (const Given& given : given_)
    posix_spawn_file_actions_adddup2(&actions, given.end->number(), given.stream);
  sigset_t none, pipe;
  sigemptyset(&none);
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t id = 0;
  const int code = posix_spawn(&id, words.front().c_str(), &actions, &attributes,
                               pointers_to(words).data(), pointers_to(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) fail(request.command.front() + " cannot be started", code);
  return id;
}

RunningChild::RunningChild(const ChildRequest& request) {
  Start start;
  to_ = start.input(STDIN_FILENO);
  from_ = start.output(STDOUT_FILENO);
  from_error_ = start.output(STDERR_FILENO);
  id_ = start.run(request);
}

RunningChild::~RunningChild() { end(std::chrono::milliseconds(0)); }

bool RunningChild::tell(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = send(to_->number(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    done += std::size_t(count);
  }
  return true;
}

void RunningChild::tell_no_more() { to_->close(); }

bool RunningChild::listen(std::chrono::milliseconds patience) {
  if (from_->number() < 0 && from_error_->number() < 0) return false;
  std::array<pollfd, 2> ends{pollfd{from_->number(), POLLIN, 0},
                             pollfd{from_error_->number(), POLLIN, 0}};
  poll(ends.data(), ends.size(), int(patience.count()));
  if (ends[0].revents != 0) from_->read_some(out_);
  if (ends[1].revents != 0) from_error_->read_some(error_);
  return from_->number() >= 0 || from_error_->number() >= 0;
}

std::optional<int> RunningChild::ended() {
  int status = 0;
  if (!status_ && waitpid(id_, &status, WNOHANG) == id_)
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return status_;
}

int RunningChild::wait() {
  int status = 0;
  while (!status_) {
    const pid_t done = waitpid(id_, &status, 0);
    if (done == id_)
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    else if (errno != EINTR)
      status_ = 128 + SIGKILL;  // nobody knows
  }
  return *status_;
}

void RunningChild::end(std::chrono::milliseconds patience) {
  using Steady = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds look_every{10};
  if (ended()) return;
  tell_no_more();
  if (patience.count() > 0) kill(-id_, SIGTERM);
  for (const auto limit = Steady::now() + patience; !ended() && Steady::now() < limit;)
    listen(look_every) ? void() : std::this_thread::sleep_for(look_every);
  if (ended()) return;
  kill(-id_, SIGKILL);
  wait();
}

}  // namespace livewarp
