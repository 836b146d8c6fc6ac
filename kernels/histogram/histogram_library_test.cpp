// NVIDIA's libraries, NPP and CUB: what they are told, and what is said where they are missing.
#include "kernels/histogram/histogram_cub.h"
#include "kernels/histogram/histogram_npp.h"
#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_histogram();

namespace {

class HistogramLibrary : public testing::Test {
 protected:
  const VariantInfo& variant(const char* name) const { return *variants_.workload().find(name); }
  Choice choice_of(const char* name, const std::string& pixels) const {
    return variants_.choice_of(variant(name), 37, 22, {{"pixels", pixels}});
  }

  const PictureVariants variants_{make_histogram()};
};

TEST_F(HistogramLibrary, NeedsAGpu) {
  Machine machine;
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
  for (const auto& [name, missing] :
       {std::pair{"npp", npp_histogram().missing()}, {"cub", cub_missing()}}) {
    EXPECT_EQ(unavailable_reason(variant(name), Executor::emulator, Machine()),
              "needs a GPU: its library runs nowhere else");
    EXPECT_EQ(unavailable_reason(variant(name), Executor::cuda, machine), missing);
  }
}

TEST_F(HistogramLibrary, CubIsCompiledWithCudaAlone) {
#if LIVEWARP_HAS_CUDA
  EXPECT_EQ(cub_missing(), "");
#else
  EXPECT_NE(cub_missing().find("which this build has not"), std::string::npos);
  EXPECT_THROW(cub_count({}, nullptr), Error);
#endif
}

TEST_F(HistogramLibrary, AnotherLibraryIsNotTakenForNpp) {
  const NppHistogram none({"libno-such-npp.so.13"}), other({"libm.so.6"});
  EXPECT_NE(none.missing().find("pip install nvidia-npp"), std::string::npos) << none.missing();
  EXPECT_NE(other.missing().find("has no nppiHistogramEven"), std::string::npos) << other.missing();
  for (const char* const pixels : {"grey8", "rgba8"}) {
    const auto problem = Histogram::Problem::from(choice_of("npp", pixels).problem);
    const NppCounting task({nullptr, nullptr, nullptr, nullptr, &problem});
    EXPECT_THROW(none.count(task, nullptr), Error);
    EXPECT_THROW(other.count(task, nullptr), Error);
    EXPECT_EQ(none.scratch_bytes(problem.source()), 0U);
  }
}

// Where a library cannot be asked, a choice is still told of.
TEST_F(HistogramLibrary, AChoiceCountsItsMemoryEverywhere) {
  for (const char* const name : {"npp", "cub"})
    for (const auto& [pixels, channels] : {std::pair{"grey8", 1}, {"rgba8", 4}})
      EXPECT_GE(variants_.workload().state_bytes(choice_of(name, pixels)),
                std::size_t(channels) * (37 * 22 + 256 * 4))
          << name;
}

// Counts that lie in the host's memory are refused, as where a kernel adds to them.
TEST_F(HistogramLibrary, KeepsItsCountsOnTheDevice) {
  for (const char* const name : {"npp", "cub"})
    for (const MemoryMode far : {MemoryMode::mapped, MemoryMode::accessed_by})
      EXPECT_NE(memory_reason(variant(name), far, nullptr), "") << name;
}

}  // namespace
}  // namespace livewarp
