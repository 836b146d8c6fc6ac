// NVIDIA's library: what it is told, and what is said where it is missing.
#include "kernels/convolution/convolution_npp.h"

#include <numeric>

#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_convolution();

namespace {

class ConvolutionNpp : public testing::Test {
 protected:
  const VariantInfo& variant() const { return *variants_.workload().find("npp"); }
  Convolution::Problem problem_of(std::int64_t radius) const {
    return Convolution::Problem::from(
        variants_.choice_of(variant(), 37, 22, {{"radius", radius}}).problem);
  }
  static NppBlurring task_of(const Convolution::Problem& problem, bool kept) {
    return NppBlurring({nullptr, nullptr, nullptr, nullptr, &problem, kept});
  }

  const PictureVariants variants_{make_convolution()};
};

TEST_F(ConvolutionNpp, WritesItsWeightsOnce) {
  for (const int radius : {1, 4, int(Convolution::most_radius)}) {
    const Convolution::Problem problem = problem_of(radius);
    const NppBlurring first = task_of(problem, false);
    EXPECT_EQ(first.taps, 2 * radius + 1);
    ASSERT_EQ(first.written.size(), std::size_t(first.taps));
    EXPECT_NEAR(std::accumulate(first.written.begin(), first.written.end(), 0.0), 1, 1e-6);
    EXPECT_EQ(first.written.front(), first.written.back());
    EXPECT_EQ(task_of(problem, true).written.size(), 0U);
  }
}

TEST_F(ConvolutionNpp, NeedsAGpuAndItsLibrary) {
  EXPECT_EQ(unavailable_reason(variant(), Executor::emulator, Machine()),
            "needs a GPU: its library runs nowhere else");
  Machine machine;
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
  EXPECT_EQ(unavailable_reason(variant(), Executor::cuda, machine), npp_blur().missing());
}

TEST_F(ConvolutionNpp, AnotherLibraryIsNotTakenForIt) {
  const NppBlur none({"libno-such-npp.so.13"}), other({"libm.so.6"});
  EXPECT_NE(none.missing().find("pip install nvidia-npp"), std::string::npos) << none.missing();
  EXPECT_NE(other.missing().find("has no nppiFilterGaussAdvancedBorder_8u_C1R_Ctx"),
            std::string::npos)
      << other.missing();
  const Convolution::Problem problem = problem_of(3);
  const NppBlurring task = task_of(problem, false);
  EXPECT_STREQ(none.function(task), "nppiFilterGaussAdvancedBorder_8u_C4R_Ctx");
  EXPECT_THROW(none.blur(task, nullptr), Error);
  EXPECT_THROW(other.blur(task, nullptr), Error);
}

}  // namespace
}  // namespace livewarp
