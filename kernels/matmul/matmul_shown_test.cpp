// How products are checked and shown, and what they are made of.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/matmul/matmul_test_support.h"

namespace livewarp {
namespace {

using matmul_test::Sides;
class MatmulShown : public matmul_test::MatmulTest {};

/// The result of a step, whose element is off by `share` of the root mean square.
HostState with_an_error(const Workload& workload, const Choice& choice, const HostState& start,
                        std::int64_t element, float share) {
  HostState out = stepped(workload, choice, 1, &start);
  double squares = 0;
  const auto count = std::int64_t(out.fields[2].size() / sizeof(float));
  for (std::int64_t i = 0; i < count; ++i)
    squares += double(field_as<float>(out, 2)[i]) * double(field_as<float>(out, 2)[i]);
  field_as<float>(out, 2)[element] += share * float(std::sqrt(squares / double(count)));
  return out;
}

// Of a large product some elements are compared, and all of them by their sums with random signs.
TEST_F(MatmulShown, AWrongElementAmongManyIsNoticed) {
  const Choice choice = choice_of("threads", {300, 400, 50});
  const Tolerance tolerance = tolerance_of(workload(), choice);
  const HostState start = workload().initial_state(choice.problem);
  const CompareScope some{.samples = 20};
  const auto compared = [&](const HostState& out) {
    return workload().compare(choice.problem, start, out, some, Job{});
  };
  const HostState sound = stepped(workload(), choice, 1, &start);
  ASSERT_EQ(compared(sound).size(), 2u);
  for (const Discrepancy& found : compared(sound)) {
    EXPECT_TRUE(found.within(tolerance)) << found.quantity();
    EXPECT_GE(found.count(), 20);
  }
  for (const std::int64_t element : {0, 17'357, 59'999, 119'999}) {
    const auto found = compared(with_an_error(workload(), choice, start, element, 0.1f));
    EXPECT_FALSE(found.back().within(tolerance)) << element;
    EXPECT_EQ(found.back().worst_index(), element / 400) << "the row is named";
  }
  HostState unwritten = sound;
  field_as<float>(unwritten, 2)[1234] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(compared(unwritten).back().rms()));
}

double readout(const std::vector<Readout>& all, const std::string& id) {
  for (const Readout& one : all)
    if (one.id == id) return one.value;
  return std::nan("");
}

TEST_F(MatmulShown, ReadoutsTellTheError) {
  const Choice choice = choice_of("scalar", {20, 30, 64});
  HostState state = workload().initial_state(choice.problem);
  EXPECT_TRUE(workload().diagnose(choice.problem, state, Job{}).empty()) << "no product yet";
  const auto of = [&](const std::string& variant) {
    Choice other = choice;
    other.variant = variant;
    other.launch = default_choice(workload(), variant, Backend::cpu).launch;
    return workload().diagnose(choice.problem, stepped(workload(), other, 1, &state), Job{});
  };
  EXPECT_GT(readout(of("scalar"), "error"), 1e-8);
  EXPECT_LT(readout(of("scalar"), "error"), 5e-7);
  EXPECT_GT(readout(of("tensor"), "error"), 1e-4);
  EXPECT_LT(readout(of("tensor"), "error"), 1e-3);
  EXPECT_GT(readout(of("tensor"), "worst"), readout(of("tensor"), "error"));
  EXPECT_LT(readout(of("reference-fp64"), "error"), readout(of("scalar"), "error"));
}

// Rows of the cosine transform are orthonormal: their products with one another are 0, with
// themselves 1.
TEST_F(MatmulShown, CosinesAreATransform) {
  const std::int64_t side = 40;
  const HostState state =
      workload().initial_state(choice_of("threads", {side, side, side}, "cosines").problem);
  const float* const a = field_as<float>(state, 0);
  for (std::int64_t i = 0; i < side; ++i)
    for (std::int64_t j = 0; j < side; ++j) {
      double sum = 0;
      for (std::int64_t p = 0; p < side; ++p)
        sum += double(a[i * side + p]) * double(a[j * side + p]);
      ASSERT_NEAR(sum, i == j ? 1 : 0, 1e-6) << i << ", " << j;
    }
}

TEST_F(MatmulShown, APixelShowsTheElementInItsMiddle) {
  const Sides sides{30, 44, 7};
  for (const char* const name : {"threads", "naive"}) {
    const Choice choice = choice_of(name, sides);
    const HostState state = stepped(workload(), choice);
    const auto simulation = workload().simulate(choice, home_of(workload(), choice), &state);
    const auto exec = exec_for(home_of(workload(), choice));
    const auto shown = [&](const Viewport& viewport) {
      simulation->look(viewport);
      std::vector<float> pixels(simulation->picture().bytes() / sizeof(float), -99.0f);
      simulation->publish(pixels.data(), *exec);
      exec->synchronize();
      return pixels;
    };
    const std::vector<float> c = product_of(state), all = shown({});
    ASSERT_EQ(all.size(), 2 * c.size());
    for (std::size_t i = 0; i < c.size(); ++i) {
      EXPECT_EQ(all[2 * i], c[i]) << name << " " << i;
      EXPECT_EQ(all[2 * i + 1], 0) << "unmarked";
    }
    // 12 x 9 elements on 4 x 3 pixels: of each 3 x 3 the middle one.
    const std::vector<float> some = shown({{5, 6, 12, 9}, 4, 3});
    ASSERT_EQ(some.size(), 2u * 4 * 3);
    for (std::size_t y = 0; y < 3; ++y)
      for (std::size_t x = 0; x < 4; ++x)
        EXPECT_EQ(some[2 * (4 * y + x)], c[(6 + 3 * y + 1) * 44 + 5 + 3 * x + 1]) << name;
  }
}

TEST_F(MatmulShown, ColoursAreEvenOnBothSidesOfZero) {
  Choice choice = choice_of("tensor-pipelined", {64, 64, 400});
  const auto view = [&] { return workload().simulate(choice, Executor::emulator)->view(); };
  EXPECT_EQ(view().legend_min, -view().legend_max);
  EXPECT_NEAR(view().legend_max, 2 * std::sqrt(400 / 9.0), 1e-9);
  EXPECT_EQ(view().tile_width, 0);
  choice.view["tiles"] = true;
  choice.view["range"] = 0.5;
  EXPECT_NEAR(view().legend_max, std::sqrt(400 / 9.0), 1e-9);
  EXPECT_EQ(view().tile_width, 128);
  choice.launch["tile"] = std::string("256x128");
  EXPECT_EQ(view().tile_width, 256);
  EXPECT_EQ(view().tile_height, 128);
  choice.problem["left"] = std::string("identity");
  EXPECT_NEAR(view().legend_max, 0.5, 1e-9);
}

}  // namespace
}  // namespace livewarp
