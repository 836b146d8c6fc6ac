#include "kernels/core/transfer/ready_thread.h"

#include <utility>

namespace livewarp {

void ReadyThread::prepare(std::function<void()> work) {
  while (awake_) std::this_thread::yield();
  work_ = std::move(work);
  failed_ = nullptr;
  to(ready);
  while (!awake_) std::this_thread::yield();
}

void ReadyThread::cancel() {
  int expected = ready;
  if (state_.compare_exchange_strong(expected, idle)) state_.notify_all();
}

void ReadyThread::join() {
  state_.wait(going);
  if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
}

void ReadyThread::serve() {
  while (true) {
    state_.wait(idle);
    if (state_ == leave) return;
    awake_ = true;
    while (state_ == ready) std::this_thread::yield();
    if (state_ == going) work();
    awake_ = false;
    if (state_ == going) to(idle);
  }
}

void ReadyThread::work() {
  try {
    work_();
  } catch (...) {
    failed_ = std::current_exception();
  }
}

}  // namespace livewarp
