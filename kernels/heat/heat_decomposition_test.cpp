// A plate in slabs, on threads of the host and in the emulator, against the same plate in one
// piece.
#include "kernels/core/decomposition/decomposition.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

class HeatDecomposition : public HeatVariants {
 protected:
  static Choice divided(Choice choice, int parts, const std::string& exchange, bool overlap) {
    choice.launch[parts_axis_id] = std::int64_t{parts};
    choice.launch[exchange_axis_id] = exchange;
    choice.launch[overlap_axis_id] = overlap;
    return choice;
  }
  Choice plate(const VariantInfo& variant, const std::string& boundary, int radius,
               const std::string& start) const {
    Choice choice = choice_of(variant, 68, 91, boundary);
    choice.problem["radius"] = std::int64_t{radius};
    choice.problem["number"] = 0.1;
    choice.problem["start"] = start;
    return choice;
  }

  /// Steps of parts agree with fp64, and with the single run to the last bit where they must.
  void expect_same(const Choice& single, const Choice& parts, int steps) {
    const VariantInfo& info = *workload_.find(single.variant);
    const HostState in = workload_.simulate(single, home_of(info))->snapshot();
    const HostState whole = stepped(single, info, steps, &in);
    const HostState out = stepped(parts, info, steps, &in);
    EXPECT_EQ(out.steps, whole.steps);
    expect_same_as_reference(parts, in, out);
    // Where a plate goes round, rows at its border are computed by other instructions than those
    // within; for a slab they lie within.
    if (single.problem.at("boundary") != Value(std::string("periodic"))) {
      EXPECT_TRUE(out.fields[0] == whole.fields[0]) << text_of(parts);
    }
    ++compared_;
  }

  int compared_ = 0;
};

TEST_F(HeatDecomposition, SlabsOfEveryVariantAgreeWithTheSingleRun) {
  for (const VariantInfo* variant : variants()) {
    if (!variant->undivided.empty()) continue;
    for (const char* boundary : {"fixed", "insulated", "periodic"}) {
      const Choice single = plate(*variant, boundary, 1, "marked");
      if (refused(single, *variant)) continue;
      for (const int parts : {2, 3, 4}) {
        const Choice some = divided(single, parts, parts == 3 ? "staged" : "peer", parts != 4);
        if (!refused(some, *variant)) expect_same(single, some, 3);
      }
    }
  }
  EXPECT_GT(compared_, 60);
}

TEST_F(HeatDecomposition, EveryRadiusAndBorderAgreesInOneToFourParts) {
  for (const char* name : {"naive", "threads"})
    for (int radius = 1; radius <= heat_most_radius; ++radius)
      for (const char* boundary : {"fixed", "insulated", "periodic"})
        for (const char* start : {"random", "marked"})
          for (const int parts : {1, 2, 3, 4}) {
            const VariantInfo& variant = *workload_.find(name);
            const Choice single = plate(variant, boundary, radius, start);
            ASSERT_FALSE(refused(single, variant)) << text_of(single);
            expect_same(single, divided(single, parts, "peer", radius % 2 == 1), 2);
          }
  EXPECT_EQ(compared_, 2 * 8 * 3 * 2 * 4);
}

TEST_F(HeatDecomposition, WhatIsPaintedReachesEveryPart) {
  for (const char* name : {"naive", "threads"}) {
    const VariantInfo& variant = *workload_.find(name);
    const Choice single = plate(variant, "insulated", 1, "random");
    const auto painted = [&](const Choice& choice) {
      const std::unique_ptr<Exec> exec = exec_for(home_of(variant));
      const auto simulation = workload_.simulate(choice, home_of(variant));
      const auto step = [&] {
        simulation->poison_next();
        simulation->step(*exec);
        simulation->commit();
      };
      step();
      Stroke across;
      across.x0 = 30, across.y0 = 2, across.x1 = 34, across.y1 = 88;
      simulation->paint(across, *exec);
      for (int i = 0; i < 3; ++i) step();
      return simulation->snapshot();
    };
    const HostState whole = painted(single), parts = painted(divided(single, 3, "peer", true));
    EXPECT_EQ(parts.fields[0], whole.fields[0]) << name;
    EXPECT_EQ(parts.fields[1], whole.fields[1]) << name;
    EXPECT_NE(whole.fields[1], workload_.simulate(single, home_of(variant))->snapshot().fields[1]);
  }
}

TEST_F(HeatDecomposition, ThePictureAndTheReadoutsAreThoseOfTheWhole) {
  const VariantInfo& variant = *workload_.find("naive");
  const Choice single = plate(variant, "fixed", 2, "marked");
  const auto shown = [&](const Choice& choice) {
    const std::unique_ptr<Exec> exec = exec_for(Executor::emulator);
    const auto simulation = workload_.simulate(choice, Executor::emulator);
    for (int i = 0; i < 3; ++i) {
      simulation->step(*exec);
      simulation->commit();
    }
    std::vector<float> pixels(simulation->picture().bytes() / sizeof(float), -1.0f);
    simulation->publish(pixels.data(), *exec);
    EXPECT_TRUE(simulation->enqueue_readouts(*exec));
    std::vector<double> values;
    for (const Readout& readout : simulation->device_readouts()) values.push_back(readout.value);
    return std::pair(pixels, values);
  };
  EXPECT_EQ(shown(divided(single, 3, "peer", true)), shown(single));
}

TEST_F(HeatDecomposition, AnotherVariantAndAnotherNumberOfPartsGoOnFromTheState) {
  const VariantInfo& naive = *workload_.find("naive");
  const Choice single = plate(naive, "insulated", 1, "random");
  const std::unique_ptr<Exec> exec = exec_for(Executor::emulator);
  const auto run = [&](const std::vector<Choice>& choices) {
    const auto simulation = workload_.simulate(choices.front(), Executor::emulator);
    for (const Choice& choice : choices) {
      simulation->select(choice.variant, choice.launch);
      Values problem = choice.problem;
      EXPECT_TRUE(simulation->adjust(problem, choice.view));
      for (int i = 0; i < 2; ++i) {
        simulation->step(*exec);
        simulation->commit();
      }
    }
    return simulation->snapshot();
  };
  Choice wider = single;
  wider.problem["radius"] = std::int64_t{3};
  const std::vector<Choice> whole{single, single, single, wider, single};
  const std::vector<Choice> parts{
      divided(single, 2, "peer", true), divided(single, 4, "peer", false), single,
      divided(wider, 4, "peer", true), divided(single, 3, "staged", true)};
  EXPECT_EQ(run(parts).fields[0], run(whole).fields[0]);
}

TEST_F(HeatDecomposition, WhatCannotBeSaysWhy) {
  const VariantInfo& naive = *workload_.find("naive");
  Choice single = plate(naive, "fixed", 8, "random");
  EXPECT_EQ(workload_.refusal(divided(single, 16, "peer", true), Executor::emulator),
            "a part of 5 rows is narrower than its halo of 8: choose at most 11 parts");
  EXPECT_EQ(workload_.refusal(divided(single, 4, "nccl", true), Executor::emulator),
            "NCCL exchanges between GPUs: choose another exchange");
  single = plate(*workload_.find("residual-fused"), "fixed", 1, "random");
  EXPECT_EQ(workload_.refusal(divided(single, 2, "peer", true), Executor::emulator),
            "its step adds up what changes in the whole plate");
}

}  // namespace
}  // namespace livewarp
