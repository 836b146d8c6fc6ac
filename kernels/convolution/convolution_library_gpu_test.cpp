// NVIDIA's libraries on a GPU, radius by radius: which one is wrong, and by how much.
#include "kernels/convolution/convolution.h"
#include "kernels/core/base/machine.h"
#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_convolution();

namespace {

class GpuConvolutionLibrary : public testing::TestWithParam<const char*> {};

TEST_P(GpuConvolutionLibrary, AgreesWithFp64RadiusByRadius) {
  const PictureVariants variants(make_convolution());
  const Workload& workload = variants.workload();
  const VariantInfo& variant = *workload.find(GetParam());
  const std::string reason = unavailable_reason(variant, Executor::cuda, detect_machine());
  if (!reason.empty()) GTEST_SKIP() << reason;
  for (std::int64_t radius = 1; radius <= Convolution::most_radius; ++radius)
    for (const char* const pixels : {"grey8", "rgba8"})
      for (const auto& [width, height] : {std::pair{132, 78}, {5, 3}, {1, 23}, {29, 1}}) {
        const Choice choice = variants.choice_of(
            variant, width, height, {{"radius", radius}, {"pixels", std::string(pixels)}});
        const HostState state = workload.initial_state(choice.problem);
        const CheckResult result =
            check_here(workload, choice, Executor::cuda, exec_for, state, Job{});
        EXPECT_TRUE(result.ok()) << text_of(choice, {"radius", "pixels", "width", "height"}) << ": "
                                 << result.failure;
      }
}

INSTANTIATE_TEST_SUITE_P(Of, GpuConvolutionLibrary, testing::Values("npp", "fft"),
                         [](const auto& made) { return std::string(made.param); });

}  // namespace
}  // namespace livewarp
