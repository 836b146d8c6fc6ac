// Levels that the texture units read, and texels that were made reals beforehand.
#include <string>

#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

class ScalingTexels : public ScalingVariants {
 protected:
  /// Agrees with the reference, from noise.
  void expect_same_as_reference(const Choice& choice, const VariantInfo& info) const {
    ASSERT_EQ(refusal(choice, info), "") << text_of(choice);
    const HostState in = workload_.initial_state(choice.problem);
    const HostState out = stepped(choice, info);
    for (const Discrepancy& found : workload_.compare(choice.problem, in, out, {}, Job{}))
      EXPECT_TRUE(found.within(tolerance_of(workload_, choice)))
          << text_of(choice) << ": " << found.rms() << ", worst " << found.worst();
  }
};

// Sides that are padded, thin ones, sides that are multiples; scales on both sides of 1.
TEST_F(ScalingTexels, HardwareLevelsAgreeWithFp64) {
  const VariantInfo& info = *workload_.find("mipmap-texture");
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 40}, {57, 1}, {65, 33}, {64, 32}, {100, 3}})
    for (const double scale : {0.03, 0.13, 0.25, 0.7, 1.0, 3.0})
      for (const char* const pixels : {"grey8", "rgba8"})
        for (const char* const level : {"explicit", "gradients"}) {
          Choice choice = choice_of(info, width, height, scale, "trilinear");
          choice.problem["pixels"] = std::string(pixels);
          choice.launch["level"] = std::string(level);
          expect_same_as_reference(choice, info);
        }
}

TEST_F(ScalingTexels, HardwareLevelsTakeEveryAddressModeOfWholeSides) {
  const VariantInfo& info = *workload_.find("mipmap-texture");
  for (const char* const address : {"clamp", "wrap", "mirror", "border"})
    for (const double scale : {0.3, 0.5, 1.4})
      for (const double rotation : {0.0, 25.0}) {
        Choice choice = choice_of(info, 64, 32, scale, "trilinear");
        choice.problem["address"] = std::string(address);
        choice.problem["rotation"] = rotation;
        expect_same_as_reference(choice, info);
      }
  Choice odd = choice_of(info, 63, 32, 0.3, "trilinear");
  EXPECT_EQ(refusal(odd, info), "");
  odd.problem["address"] = std::string("wrap");
  EXPECT_NE(refusal(odd, info).find("multiples of 4"), std::string::npos) << refusal(odd, info);
  Choice turned = choice_of(info, 64, 32, 0.3, "trilinear");
  turned.launch["level"] = std::string("gradients");
  turned.problem["rotation"] = 25.0;
  EXPECT_NE(refusal(turned, info).find("tex2DLod"), std::string::npos);
}

// The levels are of the scale: another one has others.
TEST_F(ScalingTexels, HardwareLevelsAreMadeAnewForAnotherScale) {
  const VariantInfo& info = *workload_.find("mipmap-texture");
  Choice chosen = choice_of(info, 90, 41, 0.6, "trilinear");
  chosen.problem["result_width"] = chosen.problem["result_height"] = std::int64_t{40};
  const auto exec = exec_for(home_of(info));
  const auto simulation = workload_.simulate(chosen, home_of(info), nullptr);
  for (const double scale : {0.6, 0.6, 0.55, 0.2, 0.04, 0.5}) {
    chosen.problem["scale"] = scale;
    ASSERT_TRUE(simulation->adjust(chosen.problem, chosen.view));
    simulation->step(*exec);
    simulation->commit();
    EXPECT_EQ(texels_of_field(simulation->snapshot(), 1), texels_of_field(stepped(chosen, info), 1))
        << scale;
  }
}

// The unit makes the same reals of bytes as it finds here: no more than rounding may differ.
TEST_F(ScalingTexels, RealsGiveWhatBytesGive) {
  const VariantInfo& info = *workload_.find("texture");
  for (const char* const filter : {"nearest", "bilinear"})
    for (const char* const storage : {"array", "pitched"})
      for (const char* const output : {"buffer", "surface"})
        for (const char* const pixels : {"grey8", "rgba8"})
          for (const char* const address : {"clamp", "border"})
            for (const double scale : {0.31, 2.3}) {
              Choice choice = choice_of(info, 64, 37, scale, filter);
              choice.problem["pixels"] = std::string(pixels);
              choice.problem["address"] = std::string(address);
              choice.launch["storage"] = std::string(storage);
              choice.launch["output"] = std::string(output);
              choice.launch["texel"] = std::string("float");
              expect_same_as_reference(choice, info);
            }
}

TEST_F(ScalingTexels, RealsAreFourTimesTheBytes) {
  const VariantInfo& info = *workload_.find("texture");
  for (const char* const storage : {"array", "pitched"}) {
    Choice bytes = choice_of(info, 64, 32, 2, "bilinear");
    bytes.launch["storage"] = std::string(storage);
    Choice reals = bytes;
    reals.launch["texel"] = std::string("float");
    const double pixels = 128 * 64, texels = 64 * 32;
    EXPECT_EQ(workload_.cost(reals).requested_bytes, pixels * (16 * 4 + 4)) << storage;
    EXPECT_EQ(workload_.cost(reals).compulsory_bytes, pixels * 4 + texels * 16) << storage;
    const double kept = std::string(storage) == "array" ? 12 * texels : 16 * texels;
    EXPECT_EQ(double(workload_.state_bytes(reals) - workload_.state_bytes(bytes)), kept) << storage;
  }
  Choice linear = choice_of(info, 64, 32, 2, "nearest");
  linear.launch["storage"] = std::string("linear");
  linear.launch["texel"] = std::string("float");
  EXPECT_NE(refusal(linear, info).find("choose array or pitched"), std::string::npos);
}

}  // namespace
}  // namespace livewarp
