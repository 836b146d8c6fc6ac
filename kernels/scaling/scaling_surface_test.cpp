// The variant that may write its result by a surface.
#include <string>

#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

class ScalingSurface : public ScalingVariants {
 protected:
  const VariantInfo& variant_ = *workload_.find("texture");

  Choice choice(std::int64_t width, std::int64_t height, double scale, const char* filter,
                const char* output) const {
    Choice made = choice_of(variant_, width, height, scale, filter);
    made.launch["output"] = std::string(output);
    made.launch["items"] = std::int64_t{1};
    return made;
  }
};

// The same fetches go to another place, so not a bit may differ: blocks hang over every edge of the
// result.
TEST_F(ScalingSurface, HoldsTheBytesThatABufferHolds) {
  int compared = 0;
  for (const char* const filter : {"nearest", "bilinear"})
    for (const char* const storage : {"array", "pitched"})
      for (const char* const pixels : {"grey8", "rgba8"})
        for (const char* const address : {"clamp", "border", "mirror"})
          for (const double scale : {0.31, 1.0, 2.3}) {
            Choice buffer = choice(64, 37, scale, filter, "buffer");
            buffer.launch["storage"] = std::string(storage);
            buffer.problem["pixels"] = std::string(pixels);
            buffer.problem["address"] = std::string(address);
            buffer.problem["rotation"] = 20.0;
            Choice surface = buffer;
            surface.launch["output"] = std::string("surface");
            ASSERT_EQ(refusal(surface, variant_), "") << text_of(surface);
            EXPECT_EQ(texels_of_field(stepped(surface, variant_), 1),
                      texels_of_field(stepped(buffer, variant_), 1))
                << text_of(surface);
            ++compared;
          }
  EXPECT_EQ(compared, 72);
}

// A step keeps the source's array and overwrites the result's.
TEST_F(ScalingSurface, IsWrittenAnewEveryStep) {
  const Choice chosen = choice(33, 21, 1.7, "bilinear", "surface");
  const auto exec = exec_for(home_of(variant_));
  const auto simulation = workload_.simulate(chosen, home_of(variant_), nullptr);
  Texels first;
  for (int step = 0; step < 3; ++step) {
    simulation->step(*exec);
    simulation->commit();
    const Texels found = texels_of_field(simulation->snapshot(), 1);
    if (step == 0) first = found;
    EXPECT_EQ(found, first) << step;
  }
  Choice turned = chosen;
  turned.problem["rotation"] = 30.0;
  ASSERT_TRUE(simulation->adjust(turned.problem, turned.view));
  simulation->step(*exec);
  simulation->commit();
  EXPECT_EQ(texels_of_field(simulation->snapshot(), 1),
            texels_of_field(stepped(turned, variant_), 1));
}

// Its memory is counted, and so is the copy that makes rows of it.
TEST_F(ScalingSurface, CostsMemoryAndACopy) {
  const Choice buffer = choice(64, 32, 2, "bilinear", "buffer");
  const Choice surface = choice(64, 32, 2, "bilinear", "surface");
  const double result = 4.0 * 128 * 64;
  EXPECT_EQ(double(workload_.state_bytes(surface) - workload_.state_bytes(buffer)), result);
  EXPECT_EQ(workload_.cost(surface).requested_bytes - workload_.cost(buffer).requested_bytes,
            2 * result);
  EXPECT_EQ(workload_.cost(surface).compulsory_bytes, workload_.cost(buffer).compulsory_bytes);
}

TEST_F(ScalingSurface, RefusesWhatItCannotWrite) {
  EXPECT_EQ(refusal(choice(4, 8192, 8, "bilinear", "surface"), variant_), "");
  const std::string tall = refusal(choice(4, 8193, 8, "bilinear", "surface"), variant_);
  EXPECT_NE(tall.find("65,536"), std::string::npos) << tall;
  EXPECT_EQ(refusal(choice(4, 8193, 8, "bilinear", "buffer"), variant_), "");
  for (const auto& [axis, value] : {std::pair{"storage", "linear"}, {"read", "element"}}) {
    Choice chosen = choice(64, 32, 2, "nearest", "buffer");
    chosen.launch[axis] = std::string(value);
    EXPECT_EQ(refusal(chosen, variant_), "") << axis;
    chosen.launch["output"] = std::string("surface");
    EXPECT_NE(refusal(chosen, variant_).find("filtered floats"), std::string::npos) << axis;
  }
}

}  // namespace
}  // namespace livewarp
