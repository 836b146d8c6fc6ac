#include "app/session/lens_worker.h"

#include <exception>
#include <utility>

#include "app/base/platform.h"
#include "app/measure/lens_view.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

/// Of a small problem of the choice's kind; what goes wrong is what is seen.
std::shared_ptr<const ui::LensView> look_into(const Workload& workload, const Choice& choice,
                                              std::stop_token stop) {
  emulator::LensScope scope;
  scope.stop = std::move(stop);
  try {
    Choice small = choice;
    small.problem = emulator::lens_problem(workload, choice);
    return std::make_shared<const ui::LensView>(
        lens_view(workload, choice, emulator::look(workload, small, scope)));
  } catch (const Cancelled&) {
    return nullptr;
  } catch (const std::exception& error) {
    ui::LensView view;
    view.choice = choice;
    view.refusal = error.what();
    return std::make_shared<const ui::LensView>(std::move(view));
  }
}

}  // namespace

LensWorker::LensWorker() : worker_([this](std::stop_token quit) { work(quit); }) {}

LensWorker::~LensWorker() {
  std::lock_guard lock(mutex_);
  next_.reset();
  looking_.request_stop();
}

void LensWorker::want(const Workload* workload, const std::optional<Choice>& choice) {
  std::lock_guard lock(mutex_);
  if (choice == wanted_) return;
  wanted_ = choice;
  looking_.request_stop();
  next_.reset();
  if (choice && workload) next_ = Request{workload, *choice};
  changed_.notify_all();
}

const ui::LensView* LensWorker::seen() {
  std::lock_guard lock(mutex_);
  shown_ = seen_;
  return shown_.get();
}

bool LensWorker::has_news() const {
  std::lock_guard lock(mutex_);
  return seen_ != shown_;
}

void LensWorker::work(std::stop_token quit) {
  lower_thread_priority();
  while (true) {
    Request request;
    std::stop_token stop;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, quit, [this] { return next_.has_value(); })) return;
      request = *std::exchange(next_, std::nullopt);
      looking_ = std::stop_source();
      stop = looking_.get_token();
    }
    auto seen = look_into(*request.workload, request.choice, stop);
    std::lock_guard lock(mutex_);
    if (seen) seen_ = std::move(seen);
  }
}

}  // namespace livewarp
