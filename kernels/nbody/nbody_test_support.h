#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/testing/sliced_exec_test.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/nbody/nbody.h"

namespace livewarp {

std::unique_ptr<Workload> make_nbody();

/// What a field of a state holds of a body, in whatever precision.
inline Double4 body_of(const HostState& state, std::size_t field, std::int64_t i) {
  const RealView reals(state.fields.at(field).data(), state.precision);
  return {reals[4 * i], reals[4 * i + 1], reals[4 * i + 2], reals[4 * i + 3]};
}

inline std::string text_of(const Choice& choice) {
  return text_of(choice, {}) + " " + std::string(name_of(choice.memory));
}

/// Every start that a seed makes.
inline std::vector<std::string> starts(const Workload& workload) {
  std::vector<std::string> names;
  for (const Option& option : find_param(workload.info().params, "start")->options)
    if (option.id != "file") names.push_back(option.id);
  return names;
}

class NbodyVariants : public testing::Test {
 protected:
  HostState start_of(const Choice& choice, Executor) const {
    return livewarp::start_of(workload_, choice);
  }

  /// The state after priming, where it is needed, and some steps; from `start` or from the seed.
  HostState stepped(const Choice& choice, Executor executor, int steps,
                    const HostState* start = nullptr) const {
    return livewarp::stepped(workload_, choice, executor, steps, start);
  }

  /// The first state of a start.
  HostState started(const std::string& start, std::int64_t n, std::int64_t seed) const {
    Values values = default_choice(workload_, "", Backend::cpu).problem;
    values["start"] = start;
    values["n"] = n;
    values["seed"] = seed;
    return workload_.initial_state(values);
  }

  const std::unique_ptr<Workload> owner_ = make_nbody();
  const Workload& workload_ = *owner_;
};

}  // namespace livewarp
