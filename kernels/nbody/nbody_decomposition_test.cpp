// Bodies in slices, on threads of the host and in the emulator, against the same bodies in one run.
#include <gtest/gtest.h>

#include "kernels/core/decomposition/decomposition.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class NbodyDecomposition : public NbodyVariants {
 protected:
  static Choice divided(Choice choice, int parts, const std::string& exchange = "peer") {
    choice.launch[parts_axis_id] = std::int64_t{parts};
    choice.launch[exchange_axis_id] = exchange;
    return choice;
  }
  Choice bodies(const VariantInfo& variant, std::int64_t n) const {
    Choice choice = default_choice(workload_, variant.name, variant.backend);
    choice.problem["n"] = n;
    choice.problem["dt"] = 0.01;
    return choice;
  }
};

TEST_F(NbodyDecomposition, SlicesOfEveryVariantAgreeWithTheSingleRun) {
  int compared = 0;
  for (const VariantInfo* variant : variants_of(workload_)) {
    if (!variant->undivided.empty()) continue;
    const Choice single = bodies(*variant, 333);
    const HostState start = stepped(single, home_of(*variant), 0);
    const HostState whole = stepped(single, home_of(*variant), 3, &start);
    for (const int parts : {1, 2, 3, 4}) {
      const Choice some = divided(single, parts, parts == 3 ? "staged" : "peer");
      ASSERT_EQ(workload_.refusal(some, home_of(*variant)), "") << variant->name;
      const HostState out = stepped(some, home_of(*variant), 3, &start);
      // A slice is another number of bodies to cut the sources for: sums in another order.
      if (variant->name != "register") {
        for (const std::size_t field : {0, 1, 2})
          EXPECT_EQ(out.fields[field], whole.fields[field]) << text_of(some) << " field " << field;
      }
      const HostState next = stepped(some, home_of(*variant), 1, &start);
      for (const Discrepancy& found : workload_.compare(some.problem, start, next, {}, Job{}))
        EXPECT_TRUE(found.within(tolerance_of(workload_, some)))
            << text_of(some) << ": " << found.quantity() << " " << found.worst();
      ++compared;
    }
  }
  EXPECT_GE(compared, 4 * 10);
}

TEST_F(NbodyDecomposition, BothIntegratorsAndFp64Agree) {
  for (const char* name : {"shared", "threads", "reference-fp64"})
    for (const char* integrator : {"leapfrog", "euler"}) {
      const VariantInfo& variant = *workload_.find(name);
      Choice single = bodies(variant, 200);
      single.problem["integrator"] = std::string(integrator);
      single.launch["precision"] = std::string("fp64");
      EXPECT_EQ(stepped(divided(single, 3), home_of(variant), 4).fields[0],
                stepped(single, home_of(variant), 4).fields[0])
          << name << " " << integrator;
    }
}

TEST_F(NbodyDecomposition, WhatCannotBeSaysWhy) {
  const VariantInfo& shared = *workload_.find("shared");
  EXPECT_EQ(workload_.refusal(divided(bodies(shared, 100), 3), Executor::emulator),
            "100 bodies cannot be divided into 3 parts of 64 bodies or more");
  for (const char* name : {"tree", "tensor", "offload", "energy-apart"}) {
    const VariantInfo* const variant = workload_.find(name);
    if (!variant) continue;
    EXPECT_EQ(workload_.refusal(divided(bodies(*variant, 1000), 2), Executor::emulator),
              variant->undivided);
    EXPECT_NE(variant->undivided, "");
  }
}

}  // namespace
}  // namespace livewarp
