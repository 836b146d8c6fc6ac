#include <gtest/gtest.h>

#include <oneapi/tbb/global_control.h>

/// For tests under the leak sanitizer, which stops every thread and reads its stack when a program
/// ends. oneTBB only asks its workers to go then, and one that is half gone crashes the reader:
/// here they are waited for.
namespace livewarp::test {
namespace {

class ThreadsEndFirst : public ::testing::Environment {
 public:
  void TearDown() override { (void)tbb::finalize(scheduler_, std::nothrow); }

 private:
  tbb::task_scheduler_handle scheduler_{tbb::attach{}};
};

const ::testing::Environment* const registered =
    ::testing::AddGlobalTestEnvironment(new ThreadsEndFirst);

}  // namespace
}  // namespace livewarp::test
