#include "kernels/matmul/matmul.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/sliced_exec_test.h"
#include "kernels/core/testing/variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_matmul();

namespace {

struct Sides {
  std::int64_t m, n, k;
};

class MatmulVariants : public testing::Test {
 protected:
  Choice choice_of(const std::string& variant, const Sides& sides,
                   const std::string& left = "random", const std::string& right = "random") const {
    Choice choice = default_choice(workload(), variant, Backend::cpu);
    choice.problem =
        changed(choice.problem,
                {{"m", sides.m}, {"n", sides.n}, {"k", sides.k}, {"left", left}, {"right", right}});
    return choice;
  }
  const Workload& workload() const { return *workload_; }

  /// Calls f for every variant at every launch that it offers.
  template <class F>
  void for_launches(const Sides& sides, const F& f) const {
    for (const VariantInfo* variant : variants_of(workload()))
      for (Choice choice : choices_of(workload(), *variant)) {
        choice.problem = choice_of(variant->name, sides).problem;
        if (!refused(workload(), choice)) f(choice);
      }
  }

  /// Small whole numbers, which are exact in every arithmetic, as are their sums.
  HostState whole_numbers(const Choice& choice) const {
    HostState state = workload().initial_state(choice.problem);
    std::uint32_t random = 2463534242u;
    for (std::size_t field = 0; field < 2; ++field)
      for (std::size_t i = 0; i < state.fields[field].size() / sizeof(float); ++i) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        field_as<float>(state, field)[i] = float(int(random % 9) - 4);
      }
    return state;
  }
  std::vector<float> product_of(const HostState& state) const {
    const float* const c = field_as<float>(state, 2);
    return {c, c + state.fields[2].size() / sizeof(float)};
  }
  std::vector<float> multiplied(const Choice& choice, const HostState& state) const {
    return product_of(stepped(workload(), choice, 1, &state));
  }

 private:
  const std::unique_ptr<Workload> workload_ = make_matmul();
};

/// The sum as it is written, in integers.
std::vector<float> by_integers(const HostState& state, const Sides& sides) {
  const float *const a = field_as<float>(state, 0), *const b = field_as<float>(state, 1);
  std::vector<float> c;
  for (std::int64_t i = 0; i < sides.m; ++i)
    for (std::int64_t j = 0; j < sides.n; ++j) {
      std::int64_t sum = 0;
      for (std::int64_t p = 0; p < sides.k; ++p)
        sum += std::int64_t(a[i * sides.k + p]) * std::int64_t(b[p * sides.n + j]);
      c.push_back(float(sum));
    }
  return c;
}

TEST_F(MatmulVariants, CountTheirWork) {
  const Sides sides{100, 200, 300};
  for (const VariantInfo* variant : workload().variants()) {
    const CostModel cost = workload().cost(choice_of(variant->name, sides));
    const bool halves = !variant->tolerance.reason.empty();
    EXPECT_EQ(variant->topic, "L6.6");
    EXPECT_EQ(cost.items, 6e6) << variant->name;
    EXPECT_EQ(cost.flops, 12e6) << variant->name;
    EXPECT_EQ(cost.compulsory_bytes, (halves ? 2 : 4) * (30'000 + 60'000) + 4 * 20'000)
        << variant->name;
    EXPECT_GE(cost.requested_bytes, cost.compulsory_bytes) << variant->name;
    EXPECT_EQ(cost.note.empty(), !halves) << variant->name;
  }
}

// 1 2 3   7  8      58  64
// 4 5 6   9 10  =  139 154
//        11 12
TEST_F(MatmulVariants, MultiplyTwelveNumbersAsOneDoesByHand) {
  for_launches({2, 2, 3}, [&](const Choice& choice) {
    HostState state = workload().initial_state(choice.problem);
    std::ranges::copy(std::vector<float>{1, 2, 3, 4, 5, 6}, field_as<float>(state, 0));
    std::ranges::copy(std::vector<float>{7, 8, 9, 10, 11, 12}, field_as<float>(state, 1));
    EXPECT_EQ(multiplied(choice, state), (std::vector<float>{58, 64, 139, 154}))
        << text_of(choice, {});
  });
}

// Sides that are no multiples of a tile, of a vector, of anything; whole tiles; more steps along k
// than a pipeline has stages, and fewer.
TEST_F(MatmulVariants, OfWholeNumbersAreExact) {
  for (const Sides& sides : {Sides{1, 1, 1},
                             {1, 1, 500},
                             {33, 17, 65},
                             {130, 127, 129},
                             {129, 4, 16},
                             {31, 260, 8},
                             {128, 256, 32},
                             {132, 136, 104}})
    for_launches(sides, [&](const Choice& choice) {
      const HostState state = whole_numbers(choice);
      EXPECT_EQ(multiplied(choice, state), by_integers(state, sides))
          << text_of(choice, {"m", "n", "k"});
    });
}

TEST_F(MatmulVariants, TheIdentityGivesBBackAndTheReversalTurnsItOver) {
  const Sides sides{37, 45, 37};
  for (const VariantInfo* variant : variants_of(workload()))
    for (const std::string left : {"identity", "reversal"}) {
      const Choice choice = choice_of(variant->name, sides, left);
      const HostState state = workload().initial_state(choice.problem);
      const std::vector<float> c = multiplied(choice, state);
      const bool halves = !variant->tolerance.reason.empty();
      for (std::int64_t i = 0; i < sides.m; ++i)
        for (std::int64_t j = 0; j < sides.n; ++j) {
          const std::int64_t row = left == "identity" ? i : sides.k - 1 - i;
          const float b = field_as<float>(state, 1)[row * sides.n + j];
          ASSERT_EQ(c[std::size_t(i * sides.n + j)], halves ? to_float(to_half(b)) : b)
              << variant->name << " " << left << " " << i << ", " << j;
        }
    }
}

// What lies outside of a matrix is filled up with zeros, and zero times NaN is NaN: it must not
// reach what it does not belong to.
TEST_F(MatmulVariants, ANaNStaysInItsRowAndAnInfinityInItsColumn) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Sides& sides : {Sides{35, 70, 33}, {132, 136, 40}})
    for_launches(sides, [&](const Choice& choice) {
      HostState state = whole_numbers(choice);
      const std::int64_t row = sides.m - 1, column = sides.n - 1;
      const std::vector<float> sound = by_integers(state, sides);
      field_as<float>(state, 0)[row * sides.k + sides.k - 1] = nan;
      field_as<float>(state, 1)[column] = infinity;
      const std::vector<float> c = multiplied(choice, state);
      for (std::int64_t i = 0; i < sides.m; ++i)
        for (std::int64_t j = 0; j < sides.n; ++j) {
          const float is = c[std::size_t(i * sides.n + j)];
          const float a = field_as<float>(state, 0)[i * sides.k];
          if (i == row || (j == column && a == 0))
            ASSERT_TRUE(std::isnan(is)) << text_of(choice, {}) << " " << i << ", " << j;
          else if (j == column)
            ASSERT_EQ(is, a * infinity) << text_of(choice, {}) << " " << i << ", " << j;
          else
            ASSERT_EQ(is, sound[std::size_t(i * sides.n + j)])
                << text_of(choice, {}) << " " << i << ", " << j;
        }
    });
}

TEST_F(MatmulVariants, OfLargeNumbersAreInfiniteInFp16Alone) {
  const Sides sides{3, 5, 2};
  for (const VariantInfo* variant : variants_of(workload())) {
    const Choice choice = choice_of(variant->name, sides);
    HostState state = workload().initial_state(choice.problem);
    std::fill_n(field_as<float>(state, 0), 6, 1e5f);
    std::fill_n(field_as<float>(state, 1), 10, 2.0f);
    const bool halves = !variant->tolerance.reason.empty();
    for (const float c : multiplied(choice, state))
      EXPECT_EQ(c, halves ? std::numeric_limits<float>::infinity() : 4e5f) << variant->name;
  }
}

// A step that would hold the GPU for too long is launched in parts.
TEST_F(MatmulVariants, InSlicesAreTheSame) {
  const Sides sides{395, 137, 40};
  for (const VariantInfo* variant : variants_of(workload())) {
    if (variant->backend != Backend::cuda) continue;
    const Choice choice = choice_of(variant->name, sides);
    const HostState state = whole_numbers(choice);
    SlicedExec exec(3);
    const auto simulation = workload().simulate(choice, Executor::emulator, &state);
    simulation->poison_next();
    simulation->step(exec);
    simulation->commit();
    EXPECT_GE(exec.launches(), 3) << variant->name;
    EXPECT_EQ(product_of(simulation->snapshot()), by_integers(state, sides)) << variant->name;
  }
}

// Operands in fp16 are made before the first step, and are there for those that follow.
TEST_F(MatmulVariants, ASecondStepIsLikeTheFirst) {
  const Sides sides{70, 41, 35};
  for (const VariantInfo* variant : variants_of(workload())) {
    const Choice choice = choice_of(variant->name, sides);
    const HostState state = whole_numbers(choice);
    const auto exec = exec_for(home_of(*variant));
    const auto simulation = workload().simulate(choice, home_of(*variant), &state);
    for (int step = 0; step < 3; ++step) {
      simulation->step(*exec);
      simulation->commit();
    }
    EXPECT_EQ(product_of(simulation->snapshot()), by_integers(state, sides)) << variant->name;
  }
}

TEST_F(MatmulVariants, RefuseSidesThatNoMatrixHas) {
  for (const char* const side : {"m", "n", "k"}) {
    const Param& param = *find_param(workload().info().params, side);
    for (const char* const bad : {"0", "-1", "32769", "1.5", "many", ""})
      EXPECT_THROW(parse_value(param, bad), Error) << side << " " << bad;
    Choice choice = choice_of("naive", {4, 4, 4});
    choice.problem[side] = std::int64_t{0};
    EXPECT_THROW(checked_choice(workload(), choice), Error) << side;
  }
}

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
TEST_F(MatmulVariants, AWrongElementAmongManyIsNoticed) {
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

TEST_F(MatmulVariants, ReadoutsTellTheError) {
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
TEST_F(MatmulVariants, CosinesAreATransform) {
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

TEST_F(MatmulVariants, APixelShowsTheElementInItsMiddle) {
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

TEST_F(MatmulVariants, ColoursAreEvenOnBothSidesOfZero) {
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
