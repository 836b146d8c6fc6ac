// What counts as verified, workload by workload: a change of these is a change of what is promised.
#include <gtest/gtest.h>

#include "kernels/registry.h"

namespace livewarp {
namespace {

struct Caps {
  const char* workload;
  Precision precision;
  double cuda_rms, cuda_worst, cpu_rms, cpu_worst;
};

TEST(Tolerances, AreThoseOfEachWorkload) {
  const Registry registry;
  for (const Caps& caps : {
           Caps{"nbody", Precision::fp32, 5e-6, 1e-4, 1e-6, 1e-4},
           Caps{"nbody", Precision::fp64, 1e-12, 1e-10, 1e-12, 1e-10},
           Caps{"heat", Precision::fp32, 1e-6, 1e-5, 1e-6, 1e-5},
           Caps{"heat", Precision::fp64, 1e-14, 1e-12, 1e-14, 1e-12},
           Caps{"heat", Precision::half, 1e-3, 1e-2, 1e-3, 1e-2},
           Caps{"heat3d", Precision::fp32, 1e-6, 1e-5, 1e-6, 1e-5},
           Caps{"heat3d", Precision::fp64, 1e-12, 1e-10, 1e-12, 1e-10},
           Caps{"heat3d", Precision::half, 1e-3, 1e-2, 1e-3, 1e-2},
           Caps{"scaling", Precision::fp32, 0.51, 0.51, 0.51, 0.51},
           Caps{"convolution", Precision::fp32, 0.51, 0.51, 0.51, 0.51},
           Caps{"transpose", Precision::fp32, 0, 0, 0, 0},
           Caps{"histogram", Precision::fp32, 0, 0, 0, 0},
           Caps{"basics", Precision::fp32, 1e-6, 1e-5, 1e-6, 1e-5},
           Caps{"reduce", Precision::fp32, 64, 64, 64, 64},
           Caps{"scan", Precision::fp32, 64, 64, 64, 64},
           Caps{"sort", Precision::fp32, 0, 0, 0, 0},
           Caps{"access", Precision::fp32, 0, 0, 0, 0},
           Caps{"rates", Precision::fp32, 0, 0, 0, 0},
           Caps{"divergence", Precision::fp32, 0, 0, 0, 0},
           Caps{"implicit", Precision::fp32, 16, 64, 16, 64},
           Caps{"matmul", Precision::fp32, 5e-6, 5e-5, 5e-6, 5e-5},
       }) {
    const Workload& workload = *registry.find(caps.workload);
    const Tolerance cuda = workload.tolerance(Backend::cuda, caps.precision);
    const Tolerance cpu = workload.tolerance(Backend::cpu, caps.precision);
    EXPECT_EQ(cuda, (Tolerance{caps.cuda_rms, caps.cuda_worst, {}})) << caps.workload;
    EXPECT_EQ(cpu, (Tolerance{caps.cpu_rms, caps.cpu_worst, {}})) << caps.workload;
  }
}

// A variant that needs more than its workload allows says why.
TEST(Tolerances, OfVariantsAreNoLargerWithoutAReason) {
  const Registry registry;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      const Tolerance cap = workload->tolerance(variant->backend, Precision::fp32);
      const Tolerance& own = variant->tolerance;
      EXPECT_TRUE((own.rms <= cap.rms && own.worst <= cap.worst) || !own.reason.empty())
          << workload->info().name << " " << variant->name;
    }
}

}  // namespace
}  // namespace livewarp
