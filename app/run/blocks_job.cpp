#include "app/run/blocks_job.h"

#include <utility>

#include "app/blocks/block_study.h"
#include "app/run/span_log.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

BlocksJob::BlocksJob(ui::BlocksView view, Ground ground, Places places)
    : view_(std::move(view)), ground_(ground), places_(std::move(places)) {
  progress_.what = "blocks of " + view_.kernel;
  start([this](const std::stop_token& stop) { work(stop); });
}

BlocksJob::~BlocksJob() { end(); }

std::shared_ptr<const ui::BlocksView> BlocksJob::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

void BlocksJob::work(const std::stop_token& stop) {
  const Noting noting(places_.log, Track::job, "blocks");
  try {
    offer_turn(stop);  // a compiler takes seconds: the frame before says what is going on
    if (ground_.machine->has_gpu()) {
      use_cuda_device();  // of this thread
      take_turn(places_, {Executor::cuda}, stop);
    }
    const KernelCompiler compiler({});
    auto found = std::make_shared<const ui::BlocksView>(
        measure_blocks(*ground_.workload, std::move(view_),
                       {ground_.machine, ground_.device, nullptr, &compiler}, stop));
    std::lock_guard lock(mutex_);
    found_ = std::move(found);
  } catch (const Cancelled&) {  // then there is nothing
  } catch (const std::exception& problem) {
    auto failed = std::make_shared<ui::BlocksView>(std::move(view_));
    failed->request.measure = true;
    failed->measured_reason = problem.what();
    std::lock_guard lock(mutex_);
    found_ = std::move(failed);
  }
}

}  // namespace livewarp
