// Suites over the registry: `nbody/EveryVariant.FailsOnEveryMutant/tensor` is a test of one
// variant, which a filter finds by its workload.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "kernels/core/testing/variants_test.h"
#include "kernels/registry.h"

namespace livewarp {

/// A variant of the registry, or (with null) a workload whole.
struct VariantCase {
  const Workload* workload = nullptr;
  const VariantInfo* variant = nullptr;
};

inline std::ostream& operator<<(std::ostream& out, const VariantCase& one) {
  return out << one.workload->info().name << (one.variant ? " " + one.variant->name : "");
}

/// Made once: a suite's parameters point into it.
inline const Registry& tested_registry() {
  static const Registry registry;
  return registry;
}

/// Those of a workload's variants that are `wanted`.
inline std::vector<VariantCase> cases_of(const std::string& workload,
                                         const std::function<bool(const VariantInfo&)>& wanted) {
  std::vector<VariantCase> cases;
  const Workload* const found = tested_registry().find(workload);
  for (const VariantInfo* const variant : found->variants())
    if (wanted(*variant)) cases.push_back({found, variant});
  return cases;
}

inline VariantCase whole(const std::string& workload) { return {tested_registry().find(workload)}; }

inline bool on_host(const VariantInfo& variant) { return !variant.gpu_only; }
inline bool on_gpu(const VariantInfo& variant) { return variant.backend == Backend::cuda; }
inline bool emulated(const VariantInfo& variant) { return on_host(variant) && on_gpu(variant); }

/// GoogleTest's names know no dash.
inline std::string name_of_case(const testing::TestParamInfo<VariantCase>& info) {
  std::string name =
      info.param.variant ? info.param.variant->name : info.param.workload->info().name;
  std::ranges::replace(name, '-', '_');
  return name;
}

/// What the tests of such a suite begin with.
class OfVariant : public testing::TestWithParam<VariantCase> {
 protected:
  const Workload& workload() const { return *GetParam().workload; }
  const VariantInfo& variant() const { return *GetParam().variant; }
  Choice plain() const { return default_choice(workload(), variant().name, variant().backend); }
};

}  // namespace livewarp
