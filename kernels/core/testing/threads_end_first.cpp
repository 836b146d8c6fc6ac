#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include <oneapi/tbb/global_control.h>

/// For tests under the leak sanitizer, which stops every thread and reads its stack when a program
/// ends. One that is half gone crashes the reader, and the kernel lists even a joined one for a
/// moment. So nothing ends threads so late: oneTBB's are waited for, and Mesa makes none, neither
/// to draw nor for its cache of shaders.
namespace livewarp::test {
namespace {

class ThreadsEndFirst : public ::testing::Environment {
 public:
  ThreadsEndFirst() {
    setenv("LP_NUM_THREADS", "0", 0);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
  }
  void TearDown() override {
    using namespace std::chrono_literals;
    (void)tbb::finalize(scheduler_, std::nothrow);
    std::this_thread::sleep_for(5ms);
  }

 private:
  tbb::task_scheduler_handle scheduler_{tbb::attach{}};
};

const ::testing::Environment* const registered =
    ::testing::AddGlobalTestEnvironment(new ThreadsEndFirst);

}  // namespace
}  // namespace livewarp::test
