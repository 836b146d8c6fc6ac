#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

#include <oneapi/tbb/global_control.h>

/// For tests under the leak sanitizer, which stops every thread and reads its stack when a program
/// ends. One that is half gone crashes the reader, and the kernel lists even a joined one for a
/// moment. So nothing ends threads so late: oneTBB's are waited for, Mesa makes none, neither to
/// draw nor for its cache of shaders, and those that libraries end as they go, as NVRTC does, leave
/// the kernel's list first.
namespace livewarp::test {
namespace {

bool other_threads_are_listed() {
  std::error_code unreadable;
  const std::filesystem::directory_iterator tasks("/proc/self/task", unreadable);
  return !unreadable && std::distance(begin(tasks), end(tasks)) > 1;
}

/// Threads that stay, idle, harm nothing: they are waited for in vain, but not for long.
void wait_for_threads() {
  using namespace std::chrono_literals;
  const auto enough = std::chrono::steady_clock::now() + 300ms;
  while (other_threads_are_listed() && std::chrono::steady_clock::now() < enough)
    std::this_thread::sleep_for(1ms);
}

class ThreadsEndFirst : public ::testing::Environment {
 public:
  ThreadsEndFirst() {
    setenv("LP_NUM_THREADS", "0", 0);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
    // Runs after what libraries that are loaded later do at the end, and before the sanitizer.
    (void)std::atexit(wait_for_threads);
  }
  void TearDown() override { (void)tbb::finalize(scheduler_, std::nothrow); }

 private:
  tbb::task_scheduler_handle scheduler_{tbb::attach{}};
};

const ::testing::Environment* const registered =
    ::testing::AddGlobalTestEnvironment(new ThreadsEndFirst);

}  // namespace
}  // namespace livewarp::test
