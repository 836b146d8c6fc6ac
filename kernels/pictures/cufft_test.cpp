// cuFFT as workloads find it: plans, what is said where it is missing or refuses. Where its header
// is installed, it is asked whether the numbers are its own.
#include "kernels/pictures/cufft.h"

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/pictures/testing/cufft_double.h"

#if LIVEWARP_HAS_CUDA && __has_include(<cufft.h>)
  #include <cufft.h>

static_assert(sizeof(cufftHandle) == sizeof(int) && sizeof(cufftComplex) == 2 * sizeof(float));
static_assert(CUFFT_C2C == 0x29 && CUFFT_SUCCESS == 0);
static_assert(CUFFT_FORWARD == int(livewarp::CufftDirection::forward) &&
              CUFFT_INVERSE == int(livewarp::CufftDirection::inverse));
static_assert(CUFFT_ALLOC_FAILED == 2 && CUFFT_INTERNAL_ERROR == 5 && CUFFT_EXEC_FAILED == 6 &&
              CUFFT_SETUP_FAILED == 7 && CUFFT_INVALID_SIZE == 8 && CUFFT_NO_WORKSPACE == 13);
#endif

namespace livewarp {
namespace {

TEST(Cufft, TheNewestIsLookedForFirst) {
  EXPECT_EQ(cufft_names(),
            (std::vector<std::string>{"libcufft.so.12", "libcufft.so.11", "libcufft.so"}));
}

TEST(Cufft, AMissingLibraryIsNamedWithWhatToDo) {
  const Cufft none({"libno-such-cufft.so.12", "libno-such-cufft.so"});
  EXPECT_EQ(none.missing(),
            "libno-such-cufft.so.12 was not found: install NVIDIA's cuFFT, or pip install "
            "nvidia-cufft (nvidia-cufft-cu12 for CUDA 12) and set LD_LIBRARY_PATH");
  EXPECT_THROW(none.plan({8, 8, 1}), Error);
}

TEST(Cufft, AnotherLibraryIsNotTakenForIt) {
  const Cufft other({"libm.so.6"});
  EXPECT_EQ(other.missing(), "the cuFFT that was found has no cufftCreate: install cuFFT 11 or 12");
  EXPECT_THROW(other.plan({8, 8, 1}), Error);
}

// Whether or not there is a GPU to call it for.
TEST(Cufft, ThisMachinesHasAllFunctionsIfItIsThere) {
  const std::string missing = cufft().missing();
  if (missing.empty()) return;
  EXPECT_EQ(missing.find("has no"), std::string::npos) << missing;
  GTEST_SKIP() << missing;
}

TEST(Cufft, PlansAreKeptAndGoWithTheirLibrary) {
  CufftDouble library;
  {
    const Cufft cufft(CufftDouble::functions());
    EXPECT_EQ(cufft.missing(), "");
    const auto first = cufft.plan({4, 6, 2});
    EXPECT_EQ(first->work_bytes(), CufftDouble::work_bytes);
    EXPECT_EQ(cufft.plan({4, 6, 2}), first);
    EXPECT_NE(cufft.plan({6, 4, 2}), first);
    EXPECT_EQ(library.made, 2);
    for (int width = 10; width < 20; ++width) cufft.plan({width, 4, 1});
    EXPECT_EQ(library.made, 12);
    EXPECT_EQ(library.gone, 3) << "eight are kept, and one more that is in use";
    EXPECT_NE(cufft.plan({4, 6, 2}), first) << "others came after it";
  }
  EXPECT_EQ(library.gone, library.made);
}

TEST(Cufft, TransformsThereAndBackWithoutAScale) {
  CufftDouble library;
  const CufftPlan plan(CufftDouble::functions(), {3, 2, 2});
  std::vector<std::complex<float>> planes(12);
  planes[1] = {1, 2};      // row 0, column 1 of the first plane
  planes[6 + 3] = {0, 1};  // row 1, column 0 of the second
  const auto before = planes;
  std::vector<std::byte> work(plan.work_bytes());
  plan.transform(planes.data(), work.data(), CufftDirection::forward, work.data());
  EXPECT_EQ(library.stream, work.data());
  const std::complex<double> third = std::polar(1.0, -2 * std::numbers::pi / 3);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x) {
      const std::complex<double> wave = std::complex<double>(1, 2) * std::pow(third, x);
      EXPECT_LT(std::abs(std::complex<double>(planes[std::size_t(3 * y + x)]) - wave), 1e-6);
      EXPECT_LT(std::abs(planes[std::size_t(6 + 3 * y + x)] - std::complex<float>(0, y ? -1 : 1)),
                1e-6);
    }
  plan.transform(planes.data(), work.data(), CufftDirection::inverse, nullptr);
  for (std::size_t i = 0; i < planes.size(); ++i)
    EXPECT_LT(std::abs(planes[i] - 6.0F * before[i]), 1e-5) << i;
}

std::string words_of(const std::string& fails) {
  CufftDouble library;
  library.fails = fails;
  std::string said;
  try {
    const CufftPlan plan(CufftDouble::functions(), {2, 2, 1});
    float numbers[8]{};
    std::vector<std::byte> work(plan.work_bytes());
    plan.transform(numbers, work.data(), CufftDirection::forward, nullptr);
  } catch (const Error& error) {
    said = error.what();
  }
  EXPECT_EQ(library.gone, library.made) << fails;
  return said;
}

TEST(Cufft, EveryRefusalIsNamedAndLeavesNoPlan) {
  EXPECT_EQ(words_of(""), "");
  for (const std::string function : {"cufftCreate", "cufftSetAutoAllocation", "cufftMakePlanMany",
                                     "cufftSetStream", "cufftSetWorkArea", "cufftExecC2C"})
    EXPECT_TRUE(words_of(function).starts_with(function + ": status 5, it or the driver failed"))
        << words_of(function);
}

TEST(Cufft, TellsWhatAStatusMeans) {
  EXPECT_EQ(cufft_status_text("cufftCreate", 99), "cufftCreate: status 99");
  EXPECT_NE(cufft_status_text("cufftExecC2C", 6).find("launched"), std::string::npos);
}

}  // namespace
}  // namespace livewarp
