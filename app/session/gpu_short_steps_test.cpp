// Live times of steps that are shorter than a clock tells well.
#include <gtest/gtest.h>

#include <cstdio>

#include "app/testing/session_fixture.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/measurement.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class GpuShortStepsTiming : public test::GpuSessionTest {
 protected:
  /// The same with nothing drawn and nothing else done; of one state, as a session has.
  static double bench_ms(const Choice& choice, const Workload& workload) {
    const auto exec = make_exec(Executor::cuda);
    Simulations one;
    one.push_back(workload.simulate(choice, Executor::cuda, nullptr));
    return bench(timed_steps(one, *exec), workload.cost(choice), {.seconds = 0.5}, {}).step.median;
  }
};

TEST_F(GpuShortStepsTiming, AreThoseOfABench) {
  for (const char* const name : {"transpose", "scaling", "histogram", "heat"}) {
    const Workload& workload = *registry_.find(name);
    const Choice choice = default_choice(workload, workload.info().default_cuda, Backend::cuda);
    Session session(registry_, machine_, choice);
    ASSERT_TRUE(run(session, 20s, [&] {
      return !session.preparing() && session.check().verdict == Verdict::here;
    })) << name;
    run_for(session, 300ms);
    const StepStats& live = session.step_stats();
    const Summary step = live.step.summary();
    const double alone = bench_ms(choice, workload);
    std::printf("%s: live %.5f ms (p95 %.5f) of %d steps together, bench %.5f ms, %.0f steps/s\n",
                name, step.median, step.p95, live.together, alone, live.steps_per_second());
    ASSERT_GT(step.count, 20u) << name;
    EXPECT_LE(step.p95, 1.1 * step.median) << name;
    if (alone > 0.1) continue;
    EXPECT_GT(live.together, 1) << name;
    EXPECT_GT(session.steps(), 20 * live.together) << name;
    EXPECT_NEAR(step.median, alone, 0.15 * alone) << name;
  }
}

}  // namespace
}  // namespace livewarp
