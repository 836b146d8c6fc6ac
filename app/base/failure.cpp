#include "app/base/failure.h"

#include <new>

namespace livewarp {

std::string reason_of(const std::exception& problem) {
  if (dynamic_cast<const std::bad_alloc*>(&problem)) return "there is not enough memory";
  return problem.what();
}

}  // namespace livewarp
