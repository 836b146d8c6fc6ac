#include "app/explain/curve_counter.h"

#include <utility>

#include "app/explain/parameter_curves.h"

namespace livewarp {

namespace {

std::shared_ptr<const ui::CurvePoint> counted_point(const Workload& workload, const Choice& choice,
                                                    std::stop_token stop) {
  ui::CurvePoint point;
  point.choice = choice;
  try {
    point.predicted = workload.closed_form(choice);
  } catch (const Error& error) {
    point.uncounted = error.what();
    return std::make_shared<const ui::CurvePoint>(std::move(point));
  }
  count_point(workload, point, std::move(stop));
  return std::make_shared<const ui::CurvePoint>(std::move(point));
}

}  // namespace

CurveCounter::CurveCounter() : LookWorker(counted_point) {}

}  // namespace livewarp
