// The blur by Fourier transforms without a GPU: its kernels run from their source, and between them
// transforms by the sums that define them.
#include "kernels/convolution/fft/convolution_fft.h"

#include "kernels/convolution/fft/convolution_variants_fft.h"
#include "kernels/pictures/testing/cufft_double.h"
#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_convolution();

namespace {

class ConvolutionFft : public testing::Test {
 protected:
  const Workload& workload() const { return variants_.workload(); }
  const VariantInfo& variant() const { return *workload().find("fft"); }
  Choice choice_of(std::int64_t width, std::int64_t height, std::int64_t radius,
                   const char* pixels) const {
    return variants_.choice_of(variant(), width, height,
                               {{"radius", radius}, {"pixels", std::string(pixels)}});
  }

  /// The state after a step, or after two of which the second finds the filter made; scratch and
  /// result begin poisoned.
  HostState stepped(const Values& values, const HostState& start, int steps = 1) {
    const auto problem = Convolution::Problem::from(values);
    constexpr std::size_t guard = 64;
    const std::size_t scratch_bytes =
        FftLayout(problem).work_begins() + CufftDouble::work_bytes + guard;
    std::vector<std::uint64_t> scratch(scratch_bytes / 8 + 1, ~std::uint64_t{});
    HostState state = start;
    const auto exec = make_emulator_exec();
    for (int i = 0; i < steps; ++i) {
      std::ranges::fill(state.fields[1], std::byte{0xFF});
      auto* const result = field_as<std::uint8_t>(state, 1);
      const Convolution::Step step{
          field_as<std::uint8_t>(start, 0), result, result, scratch.data(), &problem, i > 0};
      blur(step, *exec);
    }
    const auto* const end = reinterpret_cast<const std::byte*>(scratch.data()) + scratch_bytes;
    EXPECT_TRUE(std::all_of(end - guard, end, [](std::byte b) { return b == std::byte{0xFF}; }));
    return state;
  }

  double worst(const Values& problem, const HostState& in, const HostState& out) const {
    double worst = 0;
    for (const Discrepancy& found : workload().compare(problem, in, out, {}, Job{}))
      worst = std::max(worst, found.worst());
    return worst;
  }
  void expect_right(const Values& problem) {
    const HostState in = workload().initial_state(problem);
    EXPECT_LE(worst(problem, in, stepped(problem, in)), variant().tolerance.worst)
        << get_integer(problem, "width") << " x " << get_integer(problem, "height") << " "
        << get_text(problem, "pixels") << ", radius " << get_integer(problem, "radius");
  }

  CufftDouble double_;
  const Cufft library_{CufftDouble::functions()};
  const PictureVariants variants_{make_convolution()};

 private:
  void blur(const Convolution::Step& step, KernelExec& exec) {
    const auto plan = library_.plan(FftLayout(*step.problem).shape());
    convolution::blur_by_fft(step, exec, [&](void* planes, void* work, CufftDirection direction) {
      plan->transform(planes, work, direction, nullptr);
    });
  }
};

TEST_F(ConvolutionFft, IsRightAtAllSizesOfAVerification) {
  for (const Values& problem : workload().check_problems(choice_of(1, 1, 1, "rgba8")))
    expect_right(problem);
}

TEST_F(ConvolutionFft, IsRightAtEveryRadius) {
  for (std::int64_t radius = 1; radius <= Convolution::most_radius; ++radius)
    for (const char* const pixels : {"grey8", "rgba8"})
      for (const auto& [width, height] : {std::pair{13, 7}, {1, 3}, {1, 1}})
        expect_right(choice_of(width, height, radius, pixels).problem);
}

TEST_F(ConvolutionFft, KeepsTheFilterForTheNextStep) {
  for (const char* const pixels : {"grey8", "rgba8"}) {
    const Values problem = choice_of(21, 18, 5, pixels).problem;
    const HostState in = workload().initial_state(problem);
    double_.transforms = 0;
    const HostState first = stepped(problem, in), second = stepped(problem, in, 2);
    EXPECT_EQ(first.fields[1], second.fields[1]);
    EXPECT_EQ(double_.transforms, 6) << "there and back, three times";
  }
}

TEST_F(ConvolutionFft, ADefectOfTheSourceIsSeen) {
  for (const char* const pixels : {"grey8", "rgba8"}) {
    const Values problem = choice_of(37, 22, 4, pixels).problem;
    const HostState sound = workload().initial_state(problem);
    const std::vector<HostState> mutants = workload().mutants(problem, sound);
    EXPECT_GE(mutants.size(), 3U);
    for (const HostState& mutant : mutants)
      EXPECT_GT(worst(problem, sound, stepped(problem, mutant)), variant().tolerance.worst);
  }
}

// A constant picture has one frequency, and comes out as it went in.
TEST_F(ConvolutionFft, KeepsAConstantPicture) {
  const Values problem = choice_of(19, 11, 6, "rgba8").problem;
  HostState state = workload().initial_state(problem);
  for (std::size_t i = 0; i < state.fields[0].size(); ++i)
    state.fields[0][i] = std::byte(40 + 70 * (i % 4));
  EXPECT_EQ(stepped(problem, state).fields[1], state.fields[0]);
}

TEST(FftLayout, LengthsAreProductsOfSmallPrimes) {
  for (int least = 1; least <= 5000; ++least) {
    const int length = smooth_length(least);
    ASSERT_GE(length, least);
    ASSERT_LT(length, 2 * least) << "there is a power of two before";
    int rest = length;
    for (const int prime : {2, 3, 5, 7})
      while (rest % prime == 0) rest /= prime;
    ASSERT_EQ(rest, 1);
    ASSERT_EQ(smooth_length(length), length);
    ASSERT_EQ(smooth_length(least, 16) % 16, 0);
  }
  EXPECT_EQ(smooth_length(3848), 3888);
  EXPECT_EQ(smooth_length(2168), 2187);
  EXPECT_EQ(smooth_length(3904, 16), 3920);
}

TEST_F(ConvolutionFft, APlaneHasRoomForTheRadiusOnEachSide) {
  for (const char* const pixels : {"grey8", "rgba8"})
    for (const std::int64_t radius : {1, 8, 32})
      for (const auto& [width, height] : {std::pair{1, 1}, {640, 480}, {1921, 1081}}) {
        const auto problem =
            Convolution::Problem::from(choice_of(width, height, radius, pixels).problem);
        const FftLayout layout(problem);
        EXPECT_GE(layout.width, width + 2 * radius);
        EXPECT_GE(layout.height, layout.rows + 2 * radius);
        EXPECT_EQ(layout.rows, problem.channels == 1 ? (height + 1) / 2 : height);
        EXPECT_GE(layout.work_begins(),
                  layout.filter_begins() + std::size_t(layout.width + layout.height) * 4);
        EXPECT_EQ(layout.work_begins() % 256, 0U);
      }
}

// The planes grow a little with the radius, the operations of a cell do not.
TEST_F(ConvolutionFft, CostsTheSameForEveryRadius) {
  const auto cost = [&](std::int64_t radius) {
    return workload().cost(choice_of(3840, 2160, radius, "rgba8"));
  };
  const CostModel small = cost(2), large = cost(32);
  EXPECT_EQ(small.compulsory_bytes, 2.0 * 4 * 3840 * 2160);
  EXPECT_EQ(large.compulsory_bytes, small.compulsory_bytes);
  EXPECT_LT(large.flops, 1.1 * small.flops);
  EXPECT_LT(large.requested_bytes, 1.1 * small.requested_bytes);
  // Two complex numbers a pixel, there and back, each 5 times log2 of some 8.5 million operations.
  const double of_pixel = small.flops / (3840.0 * 2160);
  EXPECT_GT(of_pixel, 2 * 2 * 5 * 23);
  EXPECT_LT(of_pixel, 2 * 2 * 5 * 23 * 1.15);
  const CostModel grey = workload().cost(choice_of(3840, 2160, 2, "grey8"));
  EXPECT_NEAR(grey.flops / small.flops, 0.25, 0.02);
}

TEST_F(ConvolutionFft, NeedsAGpuAndItsLibrary) {
  EXPECT_EQ(variant().library, "cuFFT");
  EXPECT_EQ(unavailable_reason(variant(), Executor::emulator, Machine()),
            "needs a GPU: its library runs nowhere else");
  Machine machine;
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
  EXPECT_EQ(unavailable_reason(variant(), Executor::cuda, machine), cufft().missing());
}

// What reads a variant's kernels on the host is told why not, whether or not the library is there.
TEST_F(ConvolutionFft, TheEmulatorSaysThatItCallsNoLibrary) {
  const auto simulation = workload().simulate(choice_of(8, 8, 1, "rgba8"), Executor::emulator);
  try {
    simulation->step(*make_emulator_exec());
    ADD_FAILURE() << "it ran";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("run on a GPU alone"), std::string::npos)
        << error.what();
  }
}

// Where a library cannot be asked, a choice is still told of.
TEST_F(ConvolutionFft, AChoiceCountsItsMemoryEverywhere) {
  const Choice choice = choice_of(640, 480, 8, "rgba8");
  const auto problem = Convolution::Problem::from(choice.problem);
  EXPECT_GE(workload().state_bytes(choice), 3 * problem.bytes() + FftLayout(problem).work_begins());
  EXPECT_EQ(fft_scratch_bytes(Cufft({"libno-such-cufft.so.12"}), problem),
            FftLayout(problem).work_begins());
}

}  // namespace
}  // namespace livewarp
