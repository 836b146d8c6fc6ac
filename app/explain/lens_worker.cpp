#include "app/explain/lens_worker.h"

#include <exception>
#include <utility>

#include "app/measure/lens_view.h"

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
    throw;
  } catch (const std::exception& error) {
    ui::LensView view;
    view.choice = choice;
    view.refusal = error.what();
    return std::make_shared<const ui::LensView>(std::move(view));
  }
}

}  // namespace

LensWorker::LensWorker() : LookWorker(look_into) {}

}  // namespace livewarp
