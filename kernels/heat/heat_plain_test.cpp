// The kernels that serve plates as texts have them, and those that take over where a plate is
// another. By executing their source on the host.
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

using HeatPlain = HeatVariants;

// Narrower than a block, than a star, than the border.
TEST_F(HeatPlain, ThinPlatesAgreeWithFp64) {
  for (const std::string name :
       {"naive", "transposed", "readonly", "shared", "general", "shared-general"})
    for (const auto& [nx, ny] :
         {std::pair{1, 1}, {2, 2}, {3, 1}, {3, 3}, {1, 40}, {65, 2}, {66, 9}})
      for (const char* boundary : {"fixed", "insulated", "periodic"})
        for (const std::int64_t radius : {1, 2, 8}) {
          Choice some = choice_of(*workload_.find(name), nx, ny, boundary);
          some.problem["radius"] = radius;
          some.problem["number"] = 0.1;
          const VariantInfo& info = *workload_.find(name);
          const HostState in = stepped(some, info, 0);
          expect_same_as_reference(some, in, stepped(some, info, 2, &in));
        }
}

// The kernel of plates without marks makes room for the general one, and none notices but by time.
TEST_F(HeatPlain, MarksArePaintedWhileThePlainKernelsRun) {
  for (const std::string name : {"naive", "transposed", "readonly", "shared"}) {
    Choice some = choice_of(*workload_.find(name), 90, 70, "fixed");
    some.view["brush"] = 5.0;
    const auto exec = make_emulator_exec();
    const auto simulation = workload_.simulate(some, Executor::emulator);
    for (const std::string tool : {"heat", "insulator", "source", "erase"}) {
      some.view["tool"] = tool;
      simulation->restyle(some.view);
      simulation->paint({5, 20, 80, 50}, *exec);
      for (int i = 0; i < 2; ++i) {
        const HostState in = simulation->snapshot();
        simulation->step(*exec);
        simulation->commit();
        expect_same_as_reference(some, in, simulation->snapshot());
      }
    }
  }
}

}  // namespace
}  // namespace livewarp
