#include "kernels/core/measure/verification.h"
#include "kernels/scaling/scaling.h"

#include <cmath>
#include <fstream>

#include "kernels/pictures/testing/image_test_files.h"
#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

// The default variant is what a window falls back to: there is nothing that it refuses.
TEST_F(ScalingVariants, TheDefaultOnTheCpuTakesEverything) {
  const VariantInfo& variant = *workload_.find(workload_.info().default_cpu);
  const Choice plain = default_choice(workload_, variant.name, variant.backend);
  for (const Values& problem : workload_.check_problems(plain)) {
    Choice choice = plain;
    choice.problem = problem;
    EXPECT_EQ(refusal(choice, variant), "") << text_of(choice);
  }
}

// Wide enough for several strips, large enough for stores past the caches, and rows of bytes that
// begin at every address.
TEST_F(ScalingVariants, LargeResultsAgreeToo) {
  struct Case {
    std::int64_t width, height;
    double scale;
    const char *filter, *pixels;
  };
  for (const char* const name : {"vector", "threads"})
    for (const Case& large : {Case{1021, 1031, 2, "bilinear", "grey8"},
                              {1021, 1031, 2, "nearest", "grey8"},
                              {2050, 2050, 0.5, "area", "rgba8"},
                              {2051, 2049, 0.5, "cubic", "rgba8"},
                              {801, 701, 1.37, "catmull-rom", "rgba8"}}) {
      const VariantInfo& variant = *workload_.find(name);
      Choice choice = choice_of(variant, large.width, large.height, large.scale, large.filter);
      choice.problem["pixels"] = std::string(large.pixels);
      if (!refusal(choice, variant).empty()) continue;
      const HostState in = workload_.initial_state(choice.problem);
      expect_same_as_reference(choice, in, stepped(choice, variant, &in));
    }
}

TEST_F(ScalingVariants, AgreeWithFp64AtThePresentState) {
  for (const char* const filter : {"nearest", "bilinear", "lanczos3"})
    for_variants(130, 75, 1.7, filter, {}, [&](const Choice& choice, const VariantInfo&, int) {
      const HostState state = workload_.initial_state(choice.problem);
      expect_right_here(workload_, choice, state);
    });
}

TEST_F(ScalingVariants, FailOnEveryMutantOfEveryFilter) {
  for (const double scale : {1.0, 2.0})
    for (const std::string& filter : filters())
      for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {33, 21}})
        for_variants(width, height, scale, filter, {},
                     [&](const Choice& choice, const VariantInfo&, int) {
                       expect_mutants_seen(workload_, choice, 3);
                     });
}

TEST_F(ScalingVariants, CountTheirWork) {
  for (const VariantInfo* variant : workload_.variants()) {
    const CostModel cost = workload_.cost(choice_of(*variant, 512, 256, 2, "bilinear"));
    EXPECT_EQ(cost.items, 1024.0 * 512.0) << variant->name;
    EXPECT_EQ(cost.compulsory_bytes, 4 * (512.0 * 256.0 + 1024.0 * 512.0)) << variant->name;
  }
}

// 64 strips of 16 times 2 tiles, whose 16 and then 8 rows of texels take a product for eight of
// them and a channel along, and two a tile and channel down.
TEST_F(ScalingVariants, CountWhatTensorCoresMultiplyWithItsZeros) {
  Choice choice = choice_of(*workload_.find("matrix"), 512, 256, 2, "bilinear");
  choice.launch["tiles"] = std::string("2");
  const CostModel cost = workload_.cost(choice);
  EXPECT_EQ(cost.tensor_flops, 64 * 16 * ((2 + 1) + 2 * 2) * 4.0 * (2 * 16 * 8 * 16));
  EXPECT_EQ(cost.flops, cost.tensor_flops);
}

// Of the check sizes some have rows of texels that no pitched texture can lie over.
TEST_F(ScalingVariants, WhatIsCheckedIsWhatTheVariantCanCompute) {
  const VariantInfo* const variant = workload_.find("texture");
  Choice choice = choice_of(*variant, 64, 64, 2, "bilinear");
  choice.launch["storage"] = std::string("pitched");
  const std::vector<Choice> checks = check_choices(workload_, choice, Executor::emulator);
  EXPECT_LT(checks.size(), workload_.check_problems(choice).size());
  ASSERT_FALSE(checks.empty());
  const auto largest = largest_check(workload_, choice, Executor::emulator);
  ASSERT_TRUE(largest);
  EXPECT_EQ(workload_.refusal(*largest, Executor::emulator), "");
  for (const Choice& check : checks)
    EXPECT_LE(workload_.cost(check).items, workload_.cost(*largest).items);
}

// 131,072 rows: more blocks of one row than a grid has down, and half of that in blocks of four.
TEST_F(ScalingVariants, RefuseResultsTallerThanAGrid) {
  for (const VariantInfo* variant : workload_.variants()) {
    const Param* const block = find_param(variant->axes, "block");
    if (!block || variant->name == "separable" || variant->name == "window" ||
        variant->name == "matrix")
      continue;
    Choice choice = choice_of(*variant, 4, 16'384, 8,
                              variant->name.starts_with("mipmap") ? "trilinear" : "bilinear");
    if (variant->name == "pairs") choice.problem["filter"] = std::string("b-spline");
    if (choice.launch.contains("items")) choice.launch["items"] = std::int64_t{1};
    EXPECT_EQ(refusal(choice, *variant), "") << variant->name;
    choice.launch["block"] = std::string("128x1");
    EXPECT_NE(refusal(choice, *variant).find("65,535"), std::string::npos) << variant->name;
    choice.launch["block"] = std::string("64x4");
    EXPECT_EQ(refusal(choice, *variant), "") << variant->name;
  }
}

double readout(const std::vector<Readout>& all, const std::string& id) {
  for (const Readout& readout : all)
    if (readout.id == id) return readout.value;
  return std::nan("");
}

// At scale 1 the exact result is the source: every other value two levels off is a mean square
// of 2.
TEST_F(ScalingVariants, DiagnosisMeasuresErrorsMadeByHand) {
  const Choice choice = choice_of(*workload_.find("scalar"), 64, 48, 1, "bilinear");
  HostState state = workload_.initial_state(choice.problem);
  state.fields[1] = state.fields[0];
  EXPECT_TRUE(workload_.diagnose(choice.problem, state, Job{}).empty()) << "no step, no result";
  state.steps = 1;
  const auto sound = workload_.diagnose(choice.problem, state, Job{});
  EXPECT_EQ(readout(sound, "worst"), 0);
  EXPECT_TRUE(std::isnan(readout(sound, "psnr")));  // infinite, and not said
  for (std::size_t i = 0; i < state.fields[1].size(); i += 2) {
    auto& value = reinterpret_cast<std::uint8_t&>(state.fields[1][i]);
    value = std::uint8_t(value < 128 ? value + 2 : value - 2);
  }
  auto found = workload_.diagnose(choice.problem, state, Job{});
  EXPECT_NEAR(readout(found, "psnr"), 10 * std::log10(255.0 * 255.0 / 2), 1e-9);
  EXPECT_EQ(readout(found, "worst"), 2);
  auto& value = reinterpret_cast<std::uint8_t&>(state.fields[1][1]);
  value = std::uint8_t(value < 128 ? value + 100 : value - 100);
  found = workload_.diagnose(choice.problem, state, Job{});
  EXPECT_EQ(readout(found, "worst"), 100);
  const double squares = 2 + 100.0 * 100.0 / double(state.fields[1].size());
  EXPECT_NEAR(readout(found, "psnr"), 10 * std::log10(255.0 * 255.0 / squares), 1e-9);
}

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

class ScalingImage : public ScalingVariants {
 protected:
  Values problem(const std::string& path) const {
    Values values = choice_of(*workload_.find("scalar"), 8, 8, 1, "bilinear").problem;
    values["chart"] = std::string("image");
    values["image"] = path;
    return values;
  }
};

TEST_F(ScalingImage, IsTheSourceWithItsOwnSize) {
  const test::TemporaryImage picture("scaling.pgm",
                                     test::file_of("P2 3 2 255 0 51 102 153 204 255"));
  Values values = workload_.completed(problem(picture.path()));
  values["pixels"] = std::string("grey8");
  EXPECT_EQ(get_integer(values, "width"), 3);
  EXPECT_EQ(get_integer(values, "height"), 2);
  EXPECT_EQ(texels_of_field(workload_.initial_state(values), 0),
            (Texels{0, 51, 102, 153, 204, 255}));
  EXPECT_NE(
      error_of([&] { workload_.initial_state(problem(picture.path())); }).find("and was 8 x 8"),
      std::string::npos);
}

TEST_F(ScalingImage, ThatIsMissingOrTooLargeIsNamed) {
  const std::string missing =
      error_of([&] { workload_.completed(problem("/nowhere/at/all.png")); });
  EXPECT_NE(missing.find("/nowhere/at/all.png"), std::string::npos) << missing;
  std::string wide = "P5 16385 1 255\n";
  wide.resize(wide.size() + 16'385, 'x');
  const test::TemporaryImage picture("wide.pgm", test::file_of(wide));
  const std::string error = error_of([&] { workload_.completed(problem(picture.path())); });
  EXPECT_NE(error.find("16385 x 1 pixels: at most 16384"), std::string::npos) << error;
}

}  // namespace
}  // namespace livewarp
