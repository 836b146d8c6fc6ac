#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/scaling/scaling.h"

namespace livewarp {

std::unique_ptr<Workload> make_scaling();

inline std::string text_of(const Choice& choice) {
  return text_of(choice, {"width", "height", "scale", "filter", "antialias", "rotation", "address",
                          "origin", "pixels", "chart"});
}

using Texels = std::vector<std::uint8_t>;

class ScalingVariants : public testing::Test {
 protected:
  std::vector<const VariantInfo*> variants() const { return variants_of(workload_); }
  std::vector<std::string> filters() const {
    std::vector<std::string> filters;
    for (const Option& option : find_param(workload_.info().params, "filter")->options)
      filters.push_back(option.id);
    return filters;
  }

  Choice choice_of(const VariantInfo& variant, std::int64_t width, std::int64_t height,
                   double scale, const std::string& filter) const {
    Choice choice = default_choice(workload_, variant.name, variant.backend);
    choice.problem["width"] = width;
    choice.problem["height"] = height;
    choice.problem["scale"] = scale;
    choice.problem["filter"] = filter;
    choice.problem["result_width"] = choice.problem["result_height"] = std::int64_t{0};
    choice.problem["chart"] = std::string("noise");
    return choice;
  }

  std::string refusal(const Choice& choice, const VariantInfo& variant) const {
    return workload_.refusal(choice, home_of(variant));
  }

  /// The state after one step into poisoned memory; from `start` or from the seed.
  HostState stepped(const Choice& choice, const VariantInfo&,
                    const HostState* start = nullptr) const {
    return livewarp::stepped(workload_, choice, 1, start);
  }

  /// What a variant makes of these texels, of as many channels as the choice says.
  Texels scaled(const Choice& choice, const VariantInfo& variant, const Texels& source) const {
    HostState state = workload_.initial_state(choice.problem);
    EXPECT_EQ(state.fields[0].size(), source.size());
    const auto* const bytes = reinterpret_cast<const std::byte*>(source.data());
    state.fields[0].assign(bytes, bytes + source.size());
    return texels_of_field(stepped(choice, variant, &state), 1);
  }
  static Texels texels_of_field(const HostState& state, std::size_t field) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state.fields[field].data());
    return {bytes, bytes + state.fields[field].size()};
  }

  /// Calls f(choice, variant, number of channels) for all variants that can do it, grey and RGBA.
  void for_variants(std::int64_t width, std::int64_t height, double scale,
                    const std::string& filter, const Values& more,
                    const std::function<void(const Choice&, const VariantInfo&, int)>& f) const {
    for (const VariantInfo* variant : variants())
      for (const char* const pixels : {"grey8", "rgba8"}) {
        Choice choice = choice_of(*variant, width, height, scale, filter);
        choice.problem["pixels"] = std::string(pixels);
        for (const auto& [id, value] : more) choice.problem[id] = value;
        if (refusal(choice, *variant).empty())
          f(choice, *variant, std::string(pixels) == "grey8" ? 1 : 4);
      }
  }

  void expect_same_as_reference(const Choice& choice, const HostState& in,
                                const HostState& out) const {
    for (const Discrepancy& found : workload_.compare(choice.problem, in, out, {}, Job{}))
      EXPECT_TRUE(found.within(tolerance_of(workload_, choice)))
          << text_of(choice) << ": worst " << found.worst() << " at pixel " << found.worst_index();
  }

  const std::unique_ptr<Workload> owner_ = make_scaling();
  const Workload& workload_ = *owner_;
};

}  // namespace livewarp
