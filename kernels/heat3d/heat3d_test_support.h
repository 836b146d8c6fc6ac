#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/heat3d/heat3d.h"

namespace livewarp {

std::unique_ptr<Workload> make_heat3d();

inline const std::vector<std::string> boundaries{"fixed", "insulated", "periodic"};

/// Cells each way.
struct Size {
  std::int64_t nx, ny, nz;
};

inline std::string text_of(const Choice& choice) {
  return text_of(choice, {"nx", "ny", "nz", "boundary", "start"});
}

inline std::vector<double> temperatures(const HostState& state) {
  const RealView reals(state.fields.at(0).data(), state.precision);
  std::vector<double> all(state.fields[0].size() / bytes_of(state.precision));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = reals[std::int64_t(i)];
  return all;
}

class Heat3dVariants : public testing::Test {
 protected:
  Choice choice_of(const VariantInfo& variant, Size size, const std::string& boundary,
                   const std::string& start = "random") const {
    Choice choice = default_choice(workload_, variant.name, variant.backend);
    choice.problem["nx"] = size.nx;
    choice.problem["ny"] = size.ny;
    choice.problem["nz"] = size.nz;
    choice.problem["boundary"] = boundary;
    choice.problem["start"] = start;
    return choice;
  }

  /// The state after some steps, each into poisoned memory; from `start` or from the seed.
  HostState stepped(const Choice& choice, const VariantInfo&, int steps,
                    const HostState* start = nullptr) const {
    return livewarp::stepped(workload_, choice, steps, start);
  }

  std::vector<std::uint16_t> published(const VariantInfo& variant, const Choice& choice,
                                       const HostState& state) const {
    const auto simulation = workload_.simulate(choice, home_of(variant), &state);
    std::vector<std::uint16_t> voxels(simulation->picture().bytes() / 2, 12'345);
    simulation->publish(voxels.data(), *exec_for(home_of(variant)));
    return voxels;
  }

  const std::unique_ptr<Workload> owner_ = make_heat3d();
  const Workload& workload_ = *owner_;
};

}  // namespace livewarp
