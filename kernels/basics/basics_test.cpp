#include "kernels/basics/basics.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/testing/variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_basics();

namespace {

// Every pixel has the hue that the legend gives its block, at the brightness of its sum.
TEST(Basics, TheLegendSaysWhatColoursMean) {
  const auto workload = make_basics();
  constexpr std::int64_t n = 3000;
  struct Case {
    const char* name;
    std::int64_t block, blocks;  ///< elements of a block, and how many blocks there are
    bool of_blocks = true;
  };
  for (const auto& [name, block, blocks, of_blocks] :
       {Case{"blocks", 256, n}, Case{"one-block", 256, 1}, Case{"thread-blocks", 1, n},
        Case{"threads", 65'536, n, false}}) {
    const VariantInfo& variant = *workload->find(name);
    Choice choice = default_choice(*workload, name, variant.backend);
    choice.problem["n"] = n;
    const HostState state = workload->initial_state(choice.problem);
    const auto simulation = workload->simulate(choice, home_of(variant), &state);
    const View view = simulation->view();
    EXPECT_EQ(view.keys_title.find("block") != std::string::npos, of_blocks) << name;
    EXPECT_EQ(view.map, ColorMap::grey);
    ASSERT_EQ(view.keys.size(), 4u);
    const auto picture = picture_of(*workload, choice, state);
    for (std::int64_t i = 0; i < n; ++i) {
      const ColorKey& key = view.keys[std::size_t(i / block % blocks % 4)];
      EXPECT_EQ(key.meaning, std::to_string(i / block % blocks % 4));
      const double sum = double(field_as<float>(state, 0)[i]);
      const double light = view.map_from + (1 - view.map_from) * (sum - std::floor(sum));
      const unsigned char* const pixel = picture.data() + 4 * i;
      ASSERT_NEAR(pixel[0], key.red * light, 1.5) << name << ", element " << i;
      ASSERT_NEAR(pixel[1], key.green * light, 1.5);
      ASSERT_NEAR(pixel[2], key.blue * light, 1.5);
    }
  }
}

}  // namespace
}  // namespace livewarp
