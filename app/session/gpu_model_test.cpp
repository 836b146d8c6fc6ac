// What the panels are told of a variant that runs on a GPU.
#include <gtest/gtest.h>

#include "app/testing/session_fixture.h"
#include "app/window/model_builder.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/telemetry/nvml.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class GpuModelTest : public test::GpuSessionTest {
 protected:
  static ui::Model model(Session& session) {
    ui::Model model;
    OfferedAxes axes;
    describe(session, 0, axes, model);
    return model;
  }
  Choice gpu_choice(const std::string& workload, const std::string& variant) const {
    return default_choice(*registry_.find(workload), variant, Backend::cuda);
  }
  /// The same by way of a bench: a simulation of its own.
  KernelFigures figures(const Choice& choice) const {
    const Workload& workload = *registry_.find(choice.workload);
    const auto simulation = workload.simulate(choice, Executor::cuda, nullptr);
    return kernel_figures(*simulation, *machine_.gpu(0)).value();
  }
};

TEST_F(GpuModelTest, RegistersAreThoseOfTheRunningLaunchAndChangeWithIt) {
  Session session(registry_, machine_, gpu_choice("nbody", "shared"));
  const auto expect_figures = [&](const std::string& when) {
    const auto use = model(session).kernel_use;
    ASSERT_TRUE(use) << when;
    const KernelFigures bench = figures(session.choice());
    EXPECT_EQ(use->registers, bench.resources.registers) << when;
    EXPECT_EQ(use->local_bytes, bench.resources.local_bytes) << when;
    EXPECT_EQ(use->shared_bytes, bench.resources.static_shared + bench.shared_bytes) << when;
    EXPECT_DOUBLE_EQ(use->occupancy, bench.occupancy.share) << when;
    EXPECT_EQ(use->limiter, bench.occupancy.limiter) << when;
  };
  expect_figures("at the start");
  int changes = 0;
  for (const VariantInfo* variant : session.workload().variants()) {
    if (variant->backend != Backend::cuda || !session.unavailable(*variant).empty()) continue;
    Choice wanted = session.variant_choice(*variant);
    session.apply(wanted);
    ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); })) << variant->name;
    ASSERT_EQ(session.choice().variant, variant->name);
    if (variant->missing) continue;  // a library launches its own
    expect_figures(variant->name);
    for (const Param& axis : variant->axes)
      for (const Option& option : axis.aside ? std::vector<Option>() : axis.options) {
        wanted = session.choice();
        wanted.launch[axis.id] = parse_value(axis, option.id);
        const auto before = model(session).kernel_use;
        session.apply(wanted);
        if (session.choice() != wanted || session.preparing()) continue;
        expect_figures(variant->name + " " + axis.id + " " + option.id);
        changes += model(session).kernel_use != before;
      }
  }
  EXPECT_GT(changes, 4) << "no axis changes what a kernel takes";
}

TEST_F(GpuModelTest, OnTheHostNothingIsSaidOfRegisters) {
  Session session(registry_, machine_, gpu_choice("nbody", "shared"));
  EXPECT_TRUE(model(session).kernel_use);
  session.apply(choice("vector", 300));
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  EXPECT_FALSE(model(session).kernel_use);
}

// What one step leaves in its scratch serves the next; asking for the registers must not be a step.
TEST_F(GpuModelTest, ARunWhoseRegistersWereReadIsStillVerified) {
  Session session(registry_, machine_, gpu_choice("nbody", "shared"));
  for (const VariantInfo* variant : session.workload().variants()) {
    if (variant->backend != Backend::cuda || !session.unavailable(*variant).empty()) continue;
    session.apply(session.variant_choice(*variant));
    const std::int64_t before = session.steps();
    ASSERT_TRUE(run(session, 120s, [&] {
      return session.check().verdict == Verdict::here && session.steps() > before + 20;
    })) << variant->name;
  }
}

TEST_F(GpuModelTest, TheClockIsReadWhereTheDriverTellsIt) {
  const GpuReading reading = shared_nvml().read(cuda_pci_bus_id());
  if (!reading.sm_mhz) GTEST_SKIP() << "NVML tells no clock here: " << reading.unknown;
  EXPECT_GT(*reading.sm_mhz, 50);
  EXPECT_LT(*reading.sm_mhz, 10'000);
}

}  // namespace
}  // namespace livewarp
