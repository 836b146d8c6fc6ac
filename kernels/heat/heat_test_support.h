#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/heat/heat.h"

namespace livewarp {

std::unique_ptr<Workload> make_heat();

inline std::string text_of(const Choice& choice) {
  return text_of(choice, {"nx", "ny", "boundary", "radius", "start"});
}

class HeatVariants : public testing::Test {
 protected:
  std::vector<const VariantInfo*> variants() const { return variants_of(workload_); }

  Choice choice_of(const VariantInfo& variant, std::int64_t nx, std::int64_t ny,
                   const std::string& boundary) const {
    Choice choice = default_choice(workload_, variant.name, variant.backend);
    choice.problem["nx"] = nx;
    choice.problem["ny"] = ny;
    choice.problem["boundary"] = boundary;
    return choice;
  }

  bool refused(const Choice& choice, const VariantInfo&) const {
    return livewarp::refused(workload_, choice);
  }

  /// The state after some steps, each into poisoned memory; from `start` or from the seed.
  HostState stepped(const Choice& choice, const VariantInfo&, int steps,
                    const HostState* start = nullptr) const {
    return livewarp::stepped(workload_, choice, steps, start);
  }

  void expect_same_as_reference(const Choice& choice, const HostState& in,
                                const HostState& out) const {
    for (const Discrepancy& found : workload_.compare(choice.problem, in, out, {}, Job{}))
      EXPECT_TRUE(found.within(tolerance_of(workload_, choice)))
          << text_of(choice) << ": " << found.quantity() << " " << found.rms() << ", worst "
          << found.worst() << " at cell " << found.worst_index();
  }

  const std::unique_ptr<Workload> owner_ = make_heat();
  const Workload& workload_ = *owner_;
};

/// Temperatures of a state in fp64, whatever they are stored as.
inline std::vector<double> temperatures(const HostState& state) {
  const RealView reals(state.fields.at(0).data(), state.precision);
  std::vector<double> all(state.fields[0].size() / bytes_of(state.precision));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = reals[std::int64_t(i)];
  return all;
}

/// A state of fp32 with these temperatures, and marks where given.
inline HostState state_of(const std::vector<float>& temperature,
                          std::vector<std::uint8_t> marks = {}) {
  marks.resize(temperature.size());
  HostState state;
  const auto* t = reinterpret_cast<const std::byte*>(temperature.data());
  const auto* m = reinterpret_cast<const std::byte*>(marks.data());
  state.fields.emplace_back(t, t + temperature.size() * sizeof(float));
  state.fields.emplace_back(m, m + marks.size());
  state.fields.emplace_back(sizeof(HeatFound));
  return state;
}

}  // namespace livewarp
