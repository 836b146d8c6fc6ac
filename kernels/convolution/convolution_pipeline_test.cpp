// The convolution as a filter of pipelines, its kernel executed by the emulator.
#include "kernels/convolution/convolution_pipeline.h"

#include <gtest/gtest.h>

#include "kernels/core/transfer/pipeline_pictures.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp {
namespace {

class ConvolutionPipeline : public testing::Test {
 protected:
  ConvolutionPipeline() : from_(3 * 33 * 21), to_(from_.size()) {
    write_source_pictures(from_.data(), request_);
  }
  const std::uint32_t* from(int picture) const { return &from_[std::size_t(picture) * 33 * 21]; }
  std::uint32_t* to(int picture) { return &to_[std::size_t(picture) * 33 * 21]; }
  std::string mismatch() { return filter_->mismatch(from_.data(), to_.data()); }

  const PipelineRequest request_{.pictures = 3, .width = 33, .height = 21, .work = {}};
  std::vector<std::uint32_t> from_, to_;
  const std::unique_ptr<PipelineFilter> filter_ =
      make_convolution_filter(request_, Executor::emulator, [] { return make_emulator_exec(); });
};

TEST_F(ConvolutionPipeline, BlursEveryPictureByAnyRadiusOnAnyStream) {
  for (const unsigned radius : {1u, 3u, 32u}) {
    filter_->set_work(radius);
    EXPECT_EQ(filter_->work(), radius);
    std::ranges::fill(to_, 0);
    EXPECT_NE(mismatch(), "") << "nothing came back yet";
    filter_->give(from(0), to(0), 1, 0);
    filter_->do_at_once(from(1), to(1), 1);
    EXPECT_EQ(mismatch().find("picture 2 is wrong by "), 0u) << mismatch();
    filter_->give(from(1), to(1), 2, 7);
    EXPECT_EQ(mismatch(), "");
  }
}

TEST_F(ConvolutionPipeline, OneChannelOfOnePixelCounts) {
  filter_->set_work(2);
  filter_->give(from(0), to(0), 3, 0);
  ASSERT_EQ(mismatch(), "");
  const std::uint32_t right = to(1)[5 * 33 + 4];
  to(1)[5 * 33 + 4] ^= 1u << 25;  // two levels of alpha
  EXPECT_NE(mismatch().find("levels at pixel 4, 5"), std::string::npos) << mismatch();
  to(1)[5 * 33 + 4] = right;
  EXPECT_EQ(mismatch(), "");
  filter_->set_work(3);
  EXPECT_NE(mismatch(), "") << "another radius makes other pictures";
}

TEST_F(ConvolutionPipeline, ABalancedRadiusIsTheNearest) {
  for (const auto& [copy_ms, radius] : {std::pair{0.1, 1u}, {4.4, 4u}, {4.6, 5u}, {99.0, 32u}}) {
    filter_->balance(copy_ms, [&] { return double(filter_->work()); });
    EXPECT_EQ(filter_->work(), radius) << copy_ms;
  }
}

}  // namespace
}  // namespace livewarp
