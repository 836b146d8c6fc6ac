#include "render/displays/draw_worker.h"

#include <chrono>
#include <utility>

namespace livewarp {

DrawWorker::DrawWorker() : thread_([this](std::stop_token quit) { work(quit); }) {}

DrawWorker::~DrawWorker() { thread_.request_stop(); }

void DrawWorker::start(std::function<void()> draw) {
  {
    const std::lock_guard lock(mutex_);
    draw_ = std::move(draw);
  }
  started_ = true;
  wake_.notify_all();
}

bool DrawWorker::take(double most_ms) {
  if (!started_) return false;
  std::unique_lock lock(mutex_);
  const std::chrono::duration<double, std::milli> most(most_ms);
  if (!done_.wait_for(lock, most, [this] { return !draw_; })) return false;
  started_ = false;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return true;
}

void DrawWorker::work(std::stop_token quit) {
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, quit, [this] { return bool(draw_); })) {
    lock.unlock();
    std::exception_ptr failure;
    try {
      draw_();  // nobody changes it until it is empty
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    failure_ = std::exchange(failure, nullptr);
    draw_ = nullptr;
    done_.notify_all();
  }
}

}  // namespace livewarp
