// NVIDIA's library: what it is told, what it is not asked for, and what is said where it is
// missing.
#include "kernels/core/measure/verification.h"
#include "kernels/scaling/scaling_npp.h"

#include "kernels/core/base/machine.h"
#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

class ScalingNpp : public ScalingVariants {
 protected:
  const VariantInfo& variant() const { return *workload_.find("npp"); }
  Choice plain(double scale, const std::string& filter) const {
    return choice_of(variant(), 64, 32, scale, filter);
  }
  std::string refused(const Choice& choice) const {
    return workload_.refusal(choice, Executor::cuda);
  }
  std::string refused(double scale, const std::string& filter, const std::string& id = {},
                      const Value& value = {}) const {
    Choice choice = plain(scale, filter);
    if (!id.empty()) choice.problem[id] = value;
    return refused(choice);
  }
};

// The positions of NPP's documentation must be those of the map, pixel by pixel.
TEST_F(ScalingNpp, FindsThePositionsOfTheMap) {
  for (const double scale : {0.13, 0.5, 1.0, 1.37, 2.0, 7.9})
    for (const char* const origin : {"center", "corner"})
      for (const std::int64_t window : {0, 11}) {
        Choice choice = plain(scale, "bilinear");
        choice.problem["origin"] = std::string(origin);
        choice.problem["result_width"] = choice.problem["result_height"] = window;
        choice.problem["center_x"] = 0.3;
        const auto problem = Scaling::Problem::from(choice.problem);
        const NppPlace place = npp_place(problem.map);
        const auto at = [](std::int64_t i, double factor, double shift) {
          return (double(i) + 0.5 - shift) / factor - 0.5;
        };
        for (std::int64_t x = 0; x < problem.result_width; ++x)
          EXPECT_NEAR(at(x, place.x_factor, place.x_shift), texels_of(problem.map.u(x, 0)), 1e-9);
        for (std::int64_t y = 0; y < problem.result_height; ++y)
          EXPECT_NEAR(at(y, place.y_factor, place.y_shift), texels_of(problem.map.v(0, y)), 1e-9);
      }
}

// All of a result, with colours in the middle of pixels, is what NPP makes without a shift.
TEST_F(ScalingNpp, ShiftsOnlyWindowsAndOrigins) {
  for (const double scale : {0.5, 1.37, 2.0}) {
    const NppPlace place = npp_place(Scaling::Problem::from(plain(scale, "bilinear").problem).map);
    EXPECT_NEAR(place.x_factor, scale, 1e-8);
    EXPECT_NEAR(place.y_factor, scale, 1e-8);
    EXPECT_NEAR(place.x_shift, 0, 1e-8);
    EXPECT_NEAR(place.y_shift, 0, 1e-8);
  }
  Choice corner = plain(2, "bilinear");
  corner.problem["origin"] = std::string("corner");
  EXPECT_EQ(npp_place(Scaling::Problem::from(corner.problem).map).x_shift, -0.5);
}

TEST_F(ScalingNpp, TakesWhatItCanCompute) {
  for (const char* const filter : {"nearest", "bilinear", "lanczos3"})
    for (const double scale : {0.13, 0.5, 1.0, 1.37, 2.0, 32.0})
      for (const char* const pixels : {"grey8", "rgba8"})
        EXPECT_EQ(refused(scale, filter, "pixels", std::string(pixels)), "") << filter << scale;
  EXPECT_EQ(refused(0.5, "area"), "");
  EXPECT_EQ(refused(0.25, "area"), "");
  Choice window = plain(2, "bilinear");
  window.problem["result_width"] = window.problem["result_height"] = std::int64_t{20};
  EXPECT_EQ(refused(window), "");
}

TEST_F(ScalingNpp, SaysWhyItDoesNotTakeTheRest) {
  const auto says = [](const std::string& refusal, const char* part) {
    EXPECT_NE(refusal.find(part), std::string::npos) << refusal;
  };
  for (const char* const filter : {"catmull-rom", "cubic", "mitchell", "b-spline"})
    says(refused(2, filter), "cubic filter of its own");
  says(refused(0.5, "trilinear"), "mipmaps");
  for (const double scale : {0.13, 0.99, 1.0, 2.0}) says(refused(scale, "area"), "whole texels");
  says(refused(0.5, "area", "origin", std::string("corner")), "whole texels");
  for (const char* const side : {"width", "height"})
    says(refused(2, "bilinear", side, std::int64_t{1}), "single pixel");
  says(refused(0.5, "bilinear", "antialias", true), "antialiasing");
  says(refused(0.5, "lanczos3", "antialias", true), "antialiasing");
  EXPECT_EQ(refused(2, "bilinear", "antialias", true), "");
  for (const double degrees : {30.0, 90.0, 180.0})
    says(refused(2, "bilinear", "rotation", degrees), "does not rotate");
  for (const char* const address : {"wrap", "mirror", "border"})
    says(refused(2, "bilinear", "address", std::string(address)), "clamps");
}

// NPP would leave such pixels as they are, and say nothing.
TEST_F(ScalingNpp, RefusesPositionsOutsideOfTheSource) {
  const auto window = [&](double center) {
    Choice choice = plain(2, "bilinear");
    choice.problem["result_width"] = choice.problem["result_height"] = std::int64_t{20};
    choice.problem["center_x"] = center;
    return refused(choice);
  };
  EXPECT_EQ(window(0.5), "");
  EXPECT_NE(window(0).find("outside"), std::string::npos);
  EXPECT_NE(window(1).find("outside"), std::string::npos);
  // 65 texels are 32.5 pixels, and the result has 33: the middle of the last is where the source
  // ends.
  Choice odd = plain(0.5, "bilinear");
  EXPECT_EQ(refused(odd), "");
  odd.problem["width"] = std::int64_t{65};
  EXPECT_NE(refused(odd).find("outside"), std::string::npos);
  // The first pixel lies on the first texel, and covers as much beyond the edge.
  EXPECT_EQ(refused(0.5, "bilinear", "origin", std::string("corner")), "");
  for (const double scale : {0.13, 0.37})
    EXPECT_NE(refused(scale, "nearest", "origin", std::string("corner")).find("outside"),
              std::string::npos);
}

TEST_F(ScalingNpp, NeedsAGpuAndItsLibrary) {
  EXPECT_NE(unavailable_reason(variant(), Executor::emulator, Machine()), "");
  Machine machine;
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
  EXPECT_EQ(unavailable_reason(variant(), Executor::cuda, machine), npp_scaling().missing());
}

TEST_F(ScalingNpp, AMissingLibraryIsNamedAndNotCalled) {
  const NppScaling none({"libno-such-npp.so.13", "libno-such-npp.so"});
  EXPECT_TRUE(none.missing().starts_with("libno-such-npp.so.13 was not found: ")) << none.missing();
  Choice choice = plain(2, "bilinear");
  const auto problem = Scaling::Problem::from(choice.problem);
  const Scaling::Step step{nullptr, nullptr, nullptr, nullptr, &problem};
  EXPECT_THROW(none.resize(NppResize(step), nullptr), Error);
}

TEST_F(ScalingNpp, AnotherLibraryIsNotTakenForIt) {
  const NppScaling other({"libno-such-npp.so.13", "libm.so.6"});
  EXPECT_NE(other.missing().find("has no nppiResizeSqrPixel_8u_C1R_Ctx"), std::string::npos)
      << other.missing();
}

TEST_F(ScalingNpp, CallsTheFunctionOfItsPixels) {
  Choice choice = plain(2, "bilinear");
  for (const auto& [pixels, name] : {std::pair{"grey8", "nppiResizeSqrPixel_8u_C1R_Ctx"},
                                     {"rgba8", "nppiResizeSqrPixel_8u_C4R_Ctx"}}) {
    choice.problem["pixels"] = std::string(pixels);
    const auto problem = Scaling::Problem::from(choice.problem);
    const Scaling::Step step{nullptr, nullptr, nullptr, nullptr, &problem};
    EXPECT_STREQ(npp_scaling().function(NppResize(step)), name);
  }
}

class GpuScalingNpp : public ScalingNpp {
 protected:
  void SetUp() override {
    const std::string reason = unavailable_reason(variant(), Executor::cuda, detect_machine());
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

// Each filter apart: which one is wrong, and by how much.
TEST_F(GpuScalingNpp, AgreesWithFp64FilterByFilter) {
  int compared = 0;
  for (const std::string& filter : filters())
    for (const double scale : {0.13, 0.37, 0.5, 0.77, 1.0, 1.37, 2.0, 3.3})
      for (const char* const pixels : {"grey8", "rgba8"})
        for (const char* const origin : {"center", "corner"}) {
          Choice choice = choice_of(variant(), 132, 78, scale, filter);
          choice.problem["pixels"] = std::string(pixels);
          choice.problem["origin"] = std::string(origin);
          if (!refused(choice).empty()) continue;
          const HostState state = workload_.initial_state(choice.problem);
          const CheckResult result =
              check_here(workload_, choice, Executor::cuda, exec_for, state, Job{});
          EXPECT_TRUE(result.ok()) << text_of(choice) << ": " << result.failure;
          ++compared;
        }
  EXPECT_GT(compared, 50);
}

}  // namespace
}  // namespace livewarp
