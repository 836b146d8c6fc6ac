// What the tests of workloads on pictures share: variants that are run on given texels, and what is
// expected of all.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/testing/variants_test.h"

namespace livewarp {

using Bytes = std::vector<std::uint8_t>;

inline Bytes field_of(const HostState& state, std::size_t field) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state.fields.at(field).data());
  return {bytes, bytes + state.fields[field].size()};
}

/// The same bytes every time, and no pattern.
inline Bytes noise_bytes(std::size_t count) {
  Bytes bytes(count);
  std::uint32_t state = 12'345;
  for (std::uint8_t& byte : bytes) {
    state = state * 1'664'525u + 1'013'904'223u;
    byte = std::uint8_t(state >> 24);
  }
  return bytes;
}

/// A workload whose state is a source and a result.
class PictureVariants {
 public:
  explicit PictureVariants(std::unique_ptr<Workload> workload) : workload_(std::move(workload)) {}
  const Workload& workload() const { return *workload_; }
  std::vector<const VariantInfo*> variants() const { return variants_of(*workload_); }

  /// The variant at its defaults, with noise of that size, and what `more` says.
  Choice choice_of(const VariantInfo& variant, std::int64_t width, std::int64_t height,
                   const Values& more) const {
    Choice choice = default_choice(*workload_, variant.name, variant.backend);
    choice.problem["width"] = width;
    choice.problem["height"] = height;
    choice.problem["chart"] = std::string("noise");
    for (const auto& [id, value] : more) choice.problem[id] = value;
    return choice;
  }

  /// The state after one step into poisoned memory; from `start` or from the seed.
  HostState stepped(const Choice& choice, const HostState* start = nullptr) const {
    return livewarp::stepped(*workload_, choice, 1, start);
  }

  /// What a variant makes of these texels.
  Bytes made_of(const Choice& choice, const Bytes& source) const {
    HostState state = workload_->initial_state(choice.problem);
    EXPECT_EQ(state.fields[0].size(), source.size());
    const auto* const bytes = reinterpret_cast<const std::byte*>(source.data());
    state.fields[0].assign(bytes, bytes + source.size());
    return field_of(stepped(choice, &state), 1);
  }

  /// What is the same in all these workloads: a pixel an item, and each read and written. Those
  /// that call a library belong to a topic of their own, and some to another.
  void expect_work(const std::string& topic,
                   const std::map<std::string, std::string>& others = {}) const {
    for (const VariantInfo* variant : workload_->variants()) {
      const auto other = others.find(variant->name);
      const std::string usual = variant->missing ? "L2.12" : topic;
      EXPECT_EQ(variant->topic, other != others.end() ? other->second : usual) << variant->name;
      const CostModel cost = workload_->cost(choice_of(*variant, 96, 40, {}));
      EXPECT_EQ(cost.items, 96.0 * 40.0) << variant->name;
      EXPECT_GE(cost.compulsory_bytes, 4 * 96.0 * 40.0) << variant->name;
    }
  }

  /// The picture after a step, of `choice`'s variant.
  Bytes picture_of(const Choice& choice) const {
    return livewarp::picture_of(*workload_, choice, stepped(choice));
  }

 private:
  std::unique_ptr<Workload> workload_;
};

}  // namespace livewarp
