// The picture that the host makes row by row, beside the one that the kernel's function makes pixel
// by pixel.
#include <cstdlib>

#include "kernels/scaling/cpu/scaling_cpu_picture.h"
#include "kernels/scaling/cuda/scaling_variants_picture.h"
#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

class ScalingPublish : public ScalingVariants {
 protected:
  ScalingPublish() {
    choice_ = choice_of(*workload_.find("threads"), 97, 61, 1.37, "catmull-rom");
    choice_.problem["seed"] = std::int64_t{3};
  }

  /// Both pictures of a state after a step; they may be `slack` levels apart.
  void expect_same_pictures(int slack) {
    const Scaling::Problem problem = Scaling::Problem::from(choice_.problem);
    const HostState state = stepped(choice_, *workload_.find("threads"));
    const Texels source = texels_of_field(state, 0), result = texels_of_field(state, 1);
    const Scaling::Step step{source.data(), nullptr, result.data(), nullptr, &problem};
    PictureSpec spec = Scaling::picture(problem, {});
    if (shrink_ > 1) spec.width = spec.width * 10 / (10 * shrink_ - 3), spec.height /= shrink_;
    std::vector<uchar4> pixels(std::size_t(spec.width) * std::size_t(spec.height));
    const Picture picture{spec, pixels.data(), 0, &choice_.view};
    const auto exec = exec_for(Executor::cpu);
    scaling_publish_on_host(step, problem, Launch(choice_.launch), picture, *exec);

    const ScalingShow show = scaling::show_of(problem, picture);
    const ScalingTask task = scaling::task_of(problem);
    const ScalingWeights weights = scaling::weights_of(problem);
    scaling::with_pixel(problem, [&]<class Pixel>(Pixel) {
      for (int y = 0; y < spec.height; ++y)
        for (int x = 0; x < spec.width; ++x) {
          const uchar4 wanted = scaling_picture_pixel(reinterpret_cast<const Pixel*>(source.data()),
                                                      reinterpret_cast<const Pixel*>(result.data()),
                                                      x, y, show, task, weights);
          const uchar4 found = pixels[std::size_t(y) * std::size_t(spec.width) + std::size_t(x)];
          ASSERT_LE(std::abs(int(found.x) - int(wanted.x)), slack) << text() << x << ", " << y;
          ASSERT_LE(std::abs(int(found.y) - int(wanted.y)), slack) << text() << x << ", " << y;
          ASSERT_LE(std::abs(int(found.z) - int(wanted.z)), slack) << text() << x << ", " << y;
          ASSERT_EQ(found.w, 255) << text() << x << ", " << y;
        }
    });
  }
  std::string text() const {
    return text_of(choice_) + " show " + get_text(choice_.view, "show") + " at ";
  }
  /// What is shown, at every address rule, straight and turned, of either kind of pixel.
  void expect_same_everywhere(int slack) {
    for (const char* const pixels : {"rgba8", "grey8"})
      for (const char* const address : {"clamp", "wrap", "mirror", "border"})
        for (const double rotation : {0.0, 33.0}) {
          choice_.problem["pixels"] = std::string(pixels);
          choice_.problem["address"] = std::string(address);
          choice_.problem["rotation"] = rotation;
          expect_same_pictures(slack);
        }
  }

  Choice choice_;
  int shrink_ = 1;
};

TEST_F(ScalingPublish, ShowsResultSourceAndBoth) {
  for (const char* const show : {"result", "source", "split"})
    for (const double split : {0.0, 0.31, 1.0}) {
      choice_.view["show"] = std::string(show);
      choice_.view["split"] = split;
      expect_same_everywhere(0);
    }
}

// A weight that is rounded otherwise moves the exact value by some 1e-5 levels: amplified 8 times,
// and rounded, that may be the next level of grey.
TEST_F(ScalingPublish, ShowsTheDifference) {
  choice_.view["show"] = std::string("difference");
  choice_.view["amplify"] = std::int64_t{8};
  for (const char* const filter : {"nearest", "bilinear", "catmull-rom", "lanczos3", "area"}) {
    choice_.problem["filter"] = std::string(filter);
    expect_same_everywhere(1);
  }
  choice_.problem["scale"] = 0.21;
  choice_.problem["antialias"] = true;
  expect_same_everywhere(1);
}

// A window far outside of the source asks for nothing but texels that are not there.
TEST_F(ScalingPublish, ShowsAWindowThatLiesMostlyOutside) {
  choice_.problem["result_width"] = std::int64_t{300};
  choice_.problem["result_height"] = std::int64_t{200};
  choice_.problem["center_x"] = 1.0;
  choice_.problem["center_y"] = 0.0;
  for (const char* const show : {"result", "source", "difference"}) {
    choice_.view["show"] = std::string(show);
    expect_same_everywhere(show == std::string("difference") ? 1 : 0);
  }
}

TEST_F(ScalingPublish, ShowsMeansWhereTheResultIsLarger) {
  for (const int shrink : {2, 3, 7})
    for (const char* const show : {"result", "split", "difference"}) {
      shrink_ = shrink;
      choice_.view["show"] = std::string(show);
      choice_.view["amplify"] = std::int64_t{1};
      expect_same_everywhere(show == std::string("difference") ? 1 : 0);
    }
}

}  // namespace
}  // namespace livewarp
