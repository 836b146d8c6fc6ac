// What counts as verified, workload by workload: a change of these is a change of what is promised.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kernels/registry.h"

namespace livewarp {
namespace {

struct Caps {
  const char* workload;
  Precision precision;
  double cuda_rms, cuda_worst, cpu_rms, cpu_worst;
};

/// Of workloads with a promise of their own.
TEST(Tolerances, AreThoseOfEachWorkload) {
  const Registry registry;
  std::set<std::string> named;
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
           Caps{"reduce", Precision::fp32, 64, 64, 64, 64},
           Caps{"scan", Precision::fp32, 64, 64, 64, 64},
           Caps{"implicit", Precision::fp32, 16, 64, 16, 64},
           Caps{"matmul", Precision::fp32, 5e-6, 5e-5, 5e-6, 5e-5},
       }) {
    named.insert(caps.workload);
    const Workload& workload = *registry.find(caps.workload);
    const Tolerance cuda = workload.tolerance(Backend::cuda, caps.precision);
    const Tolerance cpu = workload.tolerance(Backend::cpu, caps.precision);
    EXPECT_EQ(cuda, (Tolerance{caps.cuda_rms, caps.cuda_worst, {}})) << caps.workload;
    EXPECT_EQ(cpu, (Tolerance{caps.cpu_rms, caps.cpu_worst, {}})) << caps.workload;
  }
  // Of all others: to the last bit, or what fp32 rounds in a few operations.
  for (const auto& workload : registry.workloads())
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
      const std::string& name = workload->info().name;
      if (named.contains(name)) continue;
      const Tolerance own = workload->tolerance(backend, Precision::fp32);
      EXPECT_TRUE(own == Tolerance{} || own == (Tolerance{1e-6, 1e-5, {}}))
          << name << " promises something else: it stands above";
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
