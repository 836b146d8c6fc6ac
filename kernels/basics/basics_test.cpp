#include "kernels/basics/basics.h"

#include "kernels/core/measure/verification.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/registry.h"

namespace livewarp {

std::unique_ptr<Workload> make_basics();

namespace {

// Within one piece of the CPU, and without blocks, all pixels are of one hue.
TEST(Basics, PictureHasAPixelForEveryElement) {
  const auto workload = make_basics();
  std::vector<std::vector<unsigned char>> pictures;
  for (const VariantInfo* variant : workload->variants()) {
    Choice choice = default_choice(*workload, variant->name, variant->backend);
    choice.problem["n"] = std::int64_t{4099};
    if (variant->backend == Backend::cuda && !variant->axes.empty()) continue;
    pictures.push_back(picture_of(*workload, choice, start_of(*workload, choice)));
    EXPECT_GE(pictures.back().size(), 4 * 4099u);
    EXPECT_EQ(pictures.back()[3], 255);
    EXPECT_EQ(pictures.back(), pictures.front()) << variant->name;
  }
  EXPECT_GT(pictures.size(), 1u);
}

}  // namespace
}  // namespace livewarp
