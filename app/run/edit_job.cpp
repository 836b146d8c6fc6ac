#include "app/run/edit_job.h"

#include <future>
#include <utility>

#include "app/edit/verdict_stream.h"
#include "kernels/core/base/error.h"

namespace livewarp {

EditJob::EditJob(Task task, Places places) : task_(std::move(task)), places_(std::move(places)) {
  progress_.what = task_.edited.kernel + ", edited";
  start([this](const std::stop_token& stop) { work(stop); });
}

EditJob::~EditJob() { end(); }

std::shared_ptr<const KernelVerdict> EditJob::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

void EditJob::work(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds look_every{20};
  const Noting noting(places_.log, Track::job, "edited kernel");
  std::shared_ptr<const KernelVerdict> found;
  try {
    offer_turn(stop);
    take_turn(places_, {Executor::cuda}, stop);
    auto checking = std::async(std::launch::async, [&] {
      return check_on_gpu(task_.edited, task_.code, task_.place, stop);
    });
    while (checking.wait_for(look_every) != std::future_status::ready) offer_turn(stop);
    found = std::make_shared<const KernelVerdict>(checking.get());
  } catch (const Cancelled&) {  // then there is nothing
  } catch (const std::exception& problem) {
    found =
        std::make_shared<const KernelVerdict>(failed(KernelOutcome::stopped, problem.what(), {}));
  }
  std::lock_guard lock(mutex_);
  found_ = std::move(found);
}

}  // namespace livewarp
