// What a window keeps of the runs that it has left behind.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <string>

#include <malloc.h>

#include "app/measure/context.h"
#include "app/program/run_program.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

/// MB that the allocator holds for itself, used or not.
double heap_megabytes() { return double(mallinfo2().arena) / 1e6; }

TEST(MemoryWindowTest, GoingThroughTheWorkloadsLeavesNoStatesBehind) {
  const test::TemporaryFolder folder;
  std::ofstream script(folder.file("switch.keys"));
  for (int round = 0; round < 2; ++round)
    for (int workload = 1; workload <= 8; ++workload)
      script << "key Ctrl+" << workload << "\nwait 1 s\n";
  script.close();
  const double before = heap_megabytes();
  ASSERT_EQ(run_program(test::words("nbody --backend cpu --size 1280x720 --for 25 --keys " +
                                    folder.file("switch.keys")),
                        std::cout, std::cerr),
            exit_ok);
  EXPECT_LT(heap_megabytes() - before, 100) << "freed states are kept";
}

}  // namespace
}  // namespace livewarp
