// A picture as temperature: values worked out by hand, and the sum that must be kept.
#include "kernels/core/measure/verification.h"
#include "kernels/heat/heat_image.h"

#include <cmath>
#include <numeric>
#include <random>

#include "kernels/heat/heat_test_support.h"
#include "kernels/pictures/testing/image_test_files.h"

namespace livewarp {
namespace {

using test::file_of;
using test::FileBytes;
using test::png_file;
using test::TemporaryImage;

class HeatImage : public HeatVariants {
 protected:
  Values problem(const std::string& path, std::int64_t nx, std::int64_t ny) const {
    Values values = default_choice(workload_, "", Backend::cpu).problem;
    values["start"] = std::string("image");
    values["image"] = path;
    values["nx"] = nx;
    values["ny"] = ny;
    return values;
  }
  std::vector<double> plate(const FileBytes& file, std::int64_t nx, std::int64_t ny) const {
    const TemporaryImage picture("heat.img", file);
    return temperatures(workload_.initial_state(problem(picture.path(), nx, ny)));
  }
  void expect_plate(const std::vector<double>& found, const std::vector<double>& wanted) const {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], wanted[i], 1e-6) << "cell " << i;
  }
  std::string refusal(const std::string& path) const {
    try {
      workload_.initial_state(problem(path, 8, 8));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(HeatImage, GreyIsTemperatureAsItStands) {
  expect_plate(plate(file_of("P2 3 2 255 0 51 102 153 204 255"), 3, 2), {0, 0.2, 0.4, 0.6, 0.8, 1});
  // 0x8000 of 0xffff.
  expect_plate(plate(png_file({.width = 2, .bits = 16}, {{0x80, 0x00, 0xff, 0xff}}), 2, 1),
               {32768.0 / 65535, 1});
}

// The greys that red, green and blue are as bright as: 127, 220 and 76 of 255, to half a step.
TEST_F(HeatImage, ColoursAreAsBrightAsTheyLook) {
  const std::vector<double> found =
      plate(png_file({.width = 4, .color_type = PNG_COLOR_TYPE_RGB},
                     {{255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 200, 200}}),
            4, 1);
  const double steps[]{127, 220, 76, 200};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(255 * found[i], steps[i], 0.5) << i;
  // 1.055 * 0.2126^(1 / 2.4) - 0.055
  EXPECT_NEAR(found[0], 0.49844, 1e-5);
}

TEST_F(HeatImage, TransparentIsCold) {
  expect_plate(plate(png_file({.width = 3, .color_type = PNG_COLOR_TYPE_RGB_ALPHA},
                              {{255, 255, 255, 255, 255, 255, 255, 51, 255, 255, 255, 0}}),
                     3, 1),
               {1, 0.2, 0});
}

TEST_F(HeatImage, ACellIsTheMeanOfThePixelsThatItCovers) {
  expect_plate(plate(file_of("P2 4 2 255  0 255 100 60  255 255 0 4"), 2, 1), {0.75, 41.0 / 255});
  // 1.5 pixels a side: a whole one, two halves and a quarter.
  const std::vector<double> found = plate(file_of("P2 3 3 255  9 18 27  36 45 54  63 72 81"), 2, 2);
  const double first = (9 + 18 / 2.0 + 36 / 2.0 + 45 / 4.0) / 2.25 / 255;
  const double last = (81 + 72 / 2.0 + 54 / 2.0 + 45 / 4.0) / 2.25 / 255;
  EXPECT_NEAR(found[0], first, 1e-6);
  EXPECT_NEAR(found[3], last, 1e-6);
}

TEST_F(HeatImage, SmallerCellsAreInterpolated) {
  const std::vector<double> line{0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1};
  std::vector<double> wanted;
  for (int y = 0; y < 4; ++y) wanted.insert(wanted.end(), line.begin(), line.end());
  expect_plate(plate(file_of("P2 2 1 1 0 1"), 8, 4), wanted);
}

TEST_F(HeatImage, ItsSidesKeepTheirRatioAndTheRestIsCold) {
  expect_plate(plate(file_of("P2 2 1 1 1 1"), 4, 4),
               {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0});
  // Four pixels high on one row of cells: a quarter of the middle cell of three is covered.
  expect_plate(plate(file_of("P2 1 4 1 1 1 1 1"), 3, 1), {0, 0.25, 0});
}

// However the cells cut the pixels, no brightness is lost and none is made.
TEST_F(HeatImage, TheHeatIsThatOfThePicture) {
  std::mt19937 random(3);
  constexpr int w = 61, h = 37;
  FileBytes file = file_of("P5 61 37 255\n");
  double sum = 0;
  for (int i = 0; i < w * h; ++i) {
    file.push_back(std::uint8_t(random()));
    sum += file.back() / 255.0;
  }
  for (const auto& [nx, ny] : {std::pair{61, 37}, {60, 36}, {13, 40}, {50, 7}, {1, 1}, {7, 100}}) {
    const double pitch = std::max(double(w) / nx, double(h) / ny);
    ASSERT_GE(pitch, 1);
    const std::vector<double> found = plate(file, nx, ny);
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0) * pitch * pitch, sum, 1e-5 * sum)
        << nx << " x " << ny;
  }
}

TEST_F(HeatImage, WithoutAFileAZonePlate) {
  const std::vector<double> found = temperatures(workload_.initial_state(problem("", 64, 32)));
  const auto at = [&](int x, int y) { return found[std::size_t(y) * 64 + std::size_t(x)]; };
  // The phase is pi / 64 r^2: a maximum in the middle, a minimum at r = 8, the next maximum
  // at 11.3.
  EXPECT_GT(at(32, 16), 0.99);
  EXPECT_LT(at(32 + 7, 16), 0.1);
  EXPECT_GT(at(32 + 11, 16), 0.9);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 64; ++x) EXPECT_NEAR(at(x, y), at(63 - x, 31 - y), 1e-5);
}

TEST_F(HeatImage, AWrongFileIsRefusedByName) {
  EXPECT_EQ(refusal("/no/such/cat.png"), "cannot read /no/such/cat.png: there is no such file");
  const TemporaryImage text("note.png", file_of("no picture"));
  EXPECT_TRUE(refusal(text.path()).starts_with("cannot read " + text.path() + ": "))
      << refusal(text.path());
  FileBytes cut = png_file({.width = 9, .height = 9}, std::vector<FileBytes>(9, FileBytes(9)));
  ASSERT_GT(cut.size(), 25u);
  cut.erase(cut.end() - 25, cut.end());
  const TemporaryImage short_file("short.png", cut);
  EXPECT_TRUE(
      refusal(short_file.path()).starts_with("cannot read " + short_file.path() + ": in row"))
      << refusal(short_file.path());
}

// A file is read to begin, and never again: it may be gone by then.
TEST_F(HeatImage, OnlyTheStartNeedsTheFile) {
  const VariantInfo& variant = *workload_.find("scalar");
  Choice choice = choice_of(variant, 40, 30, "fixed");
  choice.problem["start"] = std::string("image");
  choice.problem["image"] = std::string("/no/such/cat.png");
  EXPECT_GT(workload_.cost(choice).items, 0);
  EXPECT_EQ(workload_.state_bytes(choice) > 0, true);
  EXPECT_TRUE(check_sizes(workload_, choice, Executor::cpu, exec_for, Job{}).ok());
}

TEST_F(HeatImage, AnotherFileIsAnotherState) {
  const TemporaryImage one("one.pgm", file_of("P2 1 1 1 1"));
  const TemporaryImage two("two.pgm", file_of("P2 1 1 1 0"));
  Choice choice = choice_of(*workload_.find("scalar"), 8, 8, "fixed");
  choice.problem = problem(one.path(), 8, 8);
  const auto simulation = workload_.simulate(choice, Executor::cpu);
  EXPECT_TRUE(simulation->adjust(problem(one.path(), 8, 8), choice.view));
  EXPECT_FALSE(simulation->adjust(problem(two.path(), 8, 8), choice.view));
  Values other_start = problem(two.path(), 8, 8);
  other_start["start"] = std::string("disc");
  EXPECT_FALSE(simulation->adjust(other_start, choice.view));
}

}  // namespace
}  // namespace livewarp
