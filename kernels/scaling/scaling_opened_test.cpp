// What a window shows a file with that its user has opened.
#include <algorithm>
#include <cstdlib>

#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

class ScalingOpened : public ScalingVariants {
 protected:
  std::vector<Showing> opened(std::int64_t width, std::int64_t height, ImageSize window,
                              const std::string& filter = "bilinear") const {
    const Choice now = choice_of(*workload_.find("threads"), width, height, 0.7, filter);
    return workload_.opened(
        {changed(now.problem, {{"rotation", 30.0}, {"center_x", 0.9}}), now.view}, window);
  }
  static std::int64_t side(const Showing& showing, const char* id) {
    return get_integer(showing.problem, id);
  }
};

TEST_F(ScalingOpened, LargePicturesAreFittedAndSmallOnesToo) {
  struct Case {
    std::int64_t width, height;
    double scale;
  };
  for (const Case& each : {Case{4000, 3000, 0.145}, Case{6000, 500, 580.0 / 6000},
                           Case{100, 80, 5.8}, Case{60, 100, 5.7}}) {
    const Showing first = opened(each.width, each.height, {580, 570}).front();
    EXPECT_NEAR(get_real(first.problem, "scale"), each.scale, 1e-4);
    EXPECT_LE(side(first, "result_width"), 580);
    EXPECT_LE(side(first, "result_height"), 570);
    EXPECT_TRUE(side(first, "result_width") == 580 || side(first, "result_height") == 570)
        << each.width;
    EXPECT_NEAR(double(side(first, "result_width")) / double(side(first, "result_height")),
                double(each.width) / double(each.height),
                0.05 * double(each.width) / double(each.height));
    EXPECT_EQ(get_real(first.problem, "rotation"), 0);
    EXPECT_EQ(get_real(first.problem, "center_x"), 0.5);
    EXPECT_EQ(get_text(first.view, "show"), "split");
    EXPECT_EQ(get_real(first.view, "split"), 0.5);
  }
}

// At a scale near 1 a filter does next to nothing.
TEST_F(ScalingOpened, OfPicturesAsLargeAsTheWindowADetailIsEnlarged) {
  for (const auto& [width, height] :
       {std::pair{580, 570}, std::pair{800, 600}, std::pair{300, 260}}) {
    const Showing first = opened(width, height, {580, 570}).front();
    EXPECT_EQ(get_real(first.problem, "scale"), 3) << width;
    EXPECT_EQ(side(first, "result_width"), 580);
    EXPECT_EQ(side(first, "result_height"), 570);
  }
  EXPECT_EQ(side(opened(1000, 20, {580, 570}).front(), "result_height"), 60)
      << "no more than there is";
}

TEST_F(ScalingOpened, AntialiasingAndAFilterComeFirstAndWhatIsChosenStays) {
  const auto large = opened(4000, 3000, {580, 570}, "lanczos3");
  ASSERT_EQ(large.size(), 3u);
  EXPECT_TRUE(get_toggle(large[0].problem, "antialias"));
  EXPECT_FALSE(get_toggle(large[1].problem, "antialias")) << "for variants that have none";
  EXPECT_EQ(get_text(large[1].problem, "filter"), "lanczos3");
  EXPECT_EQ(get_real(large[2].problem, "scale"), 3) << "for variants that cannot shrink so far";
  const auto nearest = opened(400, 300, {580, 570}, "nearest");
  EXPECT_EQ(get_text(nearest.front().problem, "filter"), "bilinear");
  EXPECT_EQ(get_text(nearest.back().problem, "filter"), "nearest") << "if nothing else is possible";
  EXPECT_TRUE(opened(400, 300, {0, 0}).empty()) << "a window without size";
}

// A third without antialiasing would be the same as by nearest, pixel by pixel.
TEST_F(ScalingOpened, NoFilterReadsWhatNearestReads) {
  const auto third = opened(1740, 900, {580, 570});
  EXPECT_NEAR(get_real(third[0].problem, "scale"), 1 / 3.0, 1e-5);
  EXPECT_NEAR(get_real(third[1].problem, "scale"), 1 / 3.5, 1e-5);
  EXPECT_EQ(side(third[1], "result_width"), 497);
}

// Every variant can show a picture in one of these ways, and the two sides differ.
TEST_F(ScalingOpened, EveryVariantComputesOneAndItsSidesDiffer) {
  for (const auto& [width, height] : {std::pair{400, 300}, std::pair{50, 30}, std::pair{24, 17}})
    for (const VariantInfo* variant : variants()) {
      Choice choice = default_choice(workload_, variant->name, variant->backend);
      choice.problem = changed(choice.problem, {{"width", std::int64_t{width}},
                                                {"height", std::int64_t{height}},
                                                {"chart", std::string("noise")}});
      for (const std::string& filter : filters())
        if (!refusal(choice, *variant).empty()) choice.problem["filter"] = filter;
      const auto all = workload_.opened({choice.problem, choice.view}, {90, 60});
      const auto possible = std::ranges::find_if(all, [&](const Showing& each) {
        choice.problem = each.problem, choice.view = each.view;
        return refusal(choice, *variant).empty();
      });
      ASSERT_NE(possible, all.end()) << variant->name;
      const auto picture = [&](double split) {
        choice.view["split"] = split;
        return picture_of(workload_, choice, stepped(choice, *variant));
      };
      const auto nearest = picture(1), filtered = picture(0);
      std::size_t differ = 0;
      for (std::size_t i = 0; i < nearest.size(); ++i)
        differ += std::abs(int(nearest[i]) - int(filtered[i])) > 2;
      EXPECT_GT(differ, nearest.size() / 10) << variant->name << " " << width;
    }
}

TEST_F(ScalingOpened, TheViewNamesBothSides) {
  Choice choice = choice_of(*workload_.find("threads"), 40, 30, 2, "lanczos3");
  choice.view = changed(choice.view, {{"show", std::string("split")}, {"split", 0.25}});
  const View view = workload_.simulate(choice, Executor::cpu)->view();
  EXPECT_EQ(view.divider, "split");
  ASSERT_EQ(view.notes.size(), 2u);
  EXPECT_EQ(view.notes[0], (ImageNote{"Nearest", 0.25, 0, 1}));
  EXPECT_EQ(view.notes[1], (ImageNote{"Lanczos-3", 0.25, 0, 0}));
  choice.view["show"] = std::string("result");
  EXPECT_TRUE(workload_.simulate(choice, Executor::cpu)->view().notes.empty());
}

}  // namespace
}  // namespace livewarp
