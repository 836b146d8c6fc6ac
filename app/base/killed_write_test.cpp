// Whoever writes a file is killed, at every system call and at random moments: the old file or the
// new one is there, whole, and nothing else.
#include <gtest/gtest.h>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <random>
#include <thread>

#include "app/base/output_file.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using test::content_of;
using test::TemporaryFolder;

enum class End { killed, completed, failed, not_traced };

constexpr int wrote = 0, threw = 2, may_not_be_traced = 3;

/// Runs `write` in a process that is killed where it has entered the system, or come back from it,
/// `calls` times.
End kill_after(int calls, const std::function<void()>& write) {
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(may_not_be_traced);
    raise(SIGSTOP);
    try {
      write();
    } catch (const std::exception&) {
      _exit(threw);
    }
    _exit(wrote);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const auto end_of = [&] {
    if (!WIFEXITED(status)) return End::failed;
    if (WEXITSTATUS(status) == may_not_be_traced) return End::not_traced;
    return WEXITSTATUS(status) == wrote ? End::completed : End::failed;
  };
  for (int k = 0; WIFSTOPPED(status) && k < calls; ++k) {
    // A signal that is not of tracing is the process's own.
    const int signal = WSTOPSIG(status);
    const long own = signal == SIGTRAP || signal == SIGSTOP ? 0 : signal;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): so ptrace is told of a signal
    ptrace(PTRACE_SYSCALL, child, nullptr, reinterpret_cast<void*>(own));
    waitpid(child, &status, 0);
  }
  if (!WIFSTOPPED(status)) return end_of();
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return End::killed;
}

std::vector<std::string> names_in(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
    names.push_back(entry.path().filename().string());
  return names;
}

class KilledWrite : public testing::TestWithParam<bool> {
 protected:
  /// There is an old file, or none.
  KilledWrite() {
    if (GetParam()) OutputFile(path_).write(old_);
  }
  /// The file of before or the new one; what has a name beside it goes with the next writer.
  void expect_whole(const std::string& moment) {
    if (std::filesystem::exists(path_)) {
      const std::string found = content_of(path_);
      EXPECT_TRUE(found == new_ || (GetParam() && found == old_))
          << moment << ": " << found.size() << " bytes";
    } else {
      EXPECT_FALSE(GetParam()) << moment << ": the old file is gone";
    }
    { OutputFile next(path_); }
    const auto names = names_in(folder_);
    EXPECT_LE(names.size(), 1u) << moment << ": " << testing::PrintToString(names);
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.file("window.ini");
  const std::string old_ = std::string(70'000, 'o') + "\n";
  const std::string new_ = std::string(500'000, 'n') + "\n";
};

TEST_P(KilledWrite, LeavesTheOldFileOrTheNewOneAtEverySystemCall) {
  int moments = 0;
  for (;; ++moments) {
    const End end = kill_after(moments, [this] { OutputFile(path_).write(new_); });
    if (end == End::not_traced) GTEST_SKIP() << "this machine does not let a process be traced";
    ASSERT_NE(end, End::failed) << "call " << moments;
    expect_whole("call " + std::to_string(moments));
    if (end == End::completed) break;
    std::filesystem::remove(path_);
    if (GetParam()) OutputFile(path_).write(old_);
  }
  EXPECT_EQ(content_of(path_), new_);
  EXPECT_GT(moments, 20);
}

TEST_P(KilledWrite, LeavesTheOldFileOrTheNewOneAtAHundredRandomMoments) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> wait_us(0, 4000);
  int before = 0, after = 0;
  for (int k = 0; k < 100; ++k) {
    const pid_t child = fork();
    if (child == 0) {
      OutputFile(path_).write(new_);
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(wait_us(random)));
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    expect_whole("kill " + std::to_string(k));
    const bool is_new = std::filesystem::exists(path_) && content_of(path_) == new_;
    ++(is_new ? after : before);
    std::filesystem::remove(path_);
    if (GetParam()) OutputFile(path_).write(old_);
  }
  EXPECT_GT(before, 0) << "every kill came too late";
  RecordProperty("completed", after);
}

INSTANTIATE_TEST_SUITE_P(Files, KilledWrite, testing::Bool(),
                         [](const auto& info) { return info.param ? "ThereIsOne" : "New"; });

}  // namespace
}  // namespace livewarp
