// NVIDIA's library: what it is not asked for, and what is said where it is missing.
#include "kernels/transpose/transpose_npp.h"

#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_transpose();

namespace {

class TransposeNpp : public testing::Test {
 protected:
  const VariantInfo& variant() const { return *variants_.workload().find("npp"); }
  Choice choice_of(const std::string& turn, std::int64_t width, std::int64_t height,
                   const std::string& pixels) const {
    return variants_.choice_of(variant(), width, height, {{"turn", turn}, {"pixels", pixels}});
  }
  std::string refused(const Choice& choice) const {
    return variants_.workload().refusal(choice, Executor::cuda);
  }

  const PictureVariants variants_{make_transpose()};
};

TEST_F(TransposeNpp, TakesEverySizeAndNoRotation) {
  for (const char* const pixels : {"grey8", "rgba8"}) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 23}, {37, 1}, {100, 7}})
      EXPECT_EQ(refused(choice_of("transpose", width, height, pixels)), "");
    for (const char* const turn : {"left", "right"})
      EXPECT_EQ(refused(choice_of(turn, 37, 22, pixels)),
                "transposes and does not rotate: choose the variant padded");
  }
}

TEST_F(TransposeNpp, NeedsAGpuAndItsLibrary) {
  EXPECT_EQ(unavailable_reason(variant(), Executor::emulator, Machine()),
            "needs a GPU: its library runs nowhere else");
  Machine machine;
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
  EXPECT_EQ(unavailable_reason(variant(), Executor::cuda, machine), npp_transpose().missing());
}

TEST_F(TransposeNpp, AnotherLibraryIsNotTakenForIt) {
  const NppTranspose none({"libno-such-npp.so.13"}), other({"libm.so.6"});
  EXPECT_NE(none.missing().find("pip install nvidia-npp"), std::string::npos) << none.missing();
  EXPECT_NE(other.missing().find("has no nppiTranspose_8u_C1R_Ctx"), std::string::npos)
      << other.missing();
  const auto problem = Transpose::Problem::from(choice_of("transpose", 3, 2, "rgba8").problem);
  const NppTransposition task({nullptr, nullptr, nullptr, &problem});
  EXPECT_STREQ(none.function(task), "nppiTranspose_8u_C4R_Ctx");
  EXPECT_THROW(none.transpose(task, nullptr), Error);
  EXPECT_THROW(other.transpose(task, nullptr), Error);
}

}  // namespace
}  // namespace livewarp
