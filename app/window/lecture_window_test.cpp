// The lectures that ship, given in a real window by keys, without a GPU: every slide comes as it is
// written, nothing is complained about, and the hall's note stands on the picture.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "app/lecture/lecture_shelf.h"
#include "app/measure/context.h"
#include "app/testing/test_context.h"
#include "app/window/window_app.h"

namespace livewarp {
namespace {

class LectureWindow : public testing::Test {
 protected:
  int play(const std::string& lecture, const std::string& keys) {
    std::ofstream(folder_.file("a.keys")) << keys;
    LiveOptions options;
    options.keep_settings = options.vsync = false;
    options.width = 1280;
    options.height = 720;
    options.for_seconds = 120;
    options.keys = folder_.file("a.keys");
    options.keys_speed = 100;
    options.lecture = lecture;
    options.words = &words_;
    return run_window(registry_, machine_,
                      default_choice(*registry_.find("nbody"), "vector", Backend::cpu), options);
  }

  const test::TemporaryFolder folder_;
  const Registry registry_;
  const Machine machine_ = test::machine_without_gpu();
  std::ostringstream words_;
};

class ShippedLecture : public LectureWindow, public testing::WithParamInterface<const char*> {};

TEST_P(ShippedLecture, IsGivenWholeByKeys) {
  const Lecture lecture = find_lecture(GetParam(), workloads_of(registry_));
  std::string keys;
  int number = 0;
  for (const Slide& slide : lecture.slides) {
    if (number > 0) keys += "key PageDown\n";
    keys += fmt::format("expect slide {} within 60 s\n", ++number);
    if (slide.cpu.choice) keys += "expect variant " + slide.cpu.choice->variant + "\n";
    const std::string first_words = slide.cpu.hall.substr(0, 12);
    keys += "expect says \"" + first_words + "\"\n";
    // The next larger factor, or the first of several variants.
    const bool of_variants = slide.cpu.guess.starts_with("variant");
    if (!slide.cpu.guess.empty())
      keys += fmt::format("type \">\"\nexpect says \"Guess {}\"\nkey PageDown\n",
                          of_variants ? "" : "1.1");
    keys += fmt::format("expect silent \"{}\"\n", lecture.name);  // no fault is said
  }
  keys += "key PageDown\nexpect says \"This is the last slide.\"\nkey Ctrl+q\n";
  EXPECT_EQ(play(GetParam(), keys), exit_ok);
  EXPECT_NE(words_.str().find(fmt::format("{0}/{0}  ", lecture.slides.size())), std::string::npos)
      << words_.str();
}

INSTANTIATE_TEST_SUITE_P(Each, ShippedLecture,
                         testing::Values("nbody", "pictures", "stencils", "warps"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(LectureWindow, OneLeavesItsSlideAndComesBack) {
  std::ofstream(folder_.file("own.lecture"))
      << "lecture \"Own\"\nslide \"One\" 1 min\n  show nbody --variant vector --n 300\n"
         "  hall \"A vector of bodies\"\nslide \"Two\" 1 min\n  show nbody --variant nonesuch\n"
         "  hall \"It goes on\"\n";
  EXPECT_EQ(play(folder_.file("own.lecture"), "expect slide 1\n"
                                              "key Space\n"
                                              "expect paused\n"
                                              "expect slide 1\n"
                                              "key Space\n"
                                              "key 2\n"
                                              "expect variant scalar\n"
                                              "expect says \"free play\"\n"
                                              "key PageUp\n"
                                              "expect slide 1\n"
                                              "expect variant vector\n"
                                              "key PageDown\n"
                                              "expect slide 2\n"
                                              "expect says \"nbody has no variant nonesuch\"\n"
                                              "expect says \"It goes on\"\n"
                                              "key F9\n"
                                              "wait 1 s\n"
                                              "expect says \"It goes on\"\n"
                                              "key Esc\n"
                                              "key Esc\n"
                                              "expect says \"The lecture goes on\"\n"
                                              "key /\n"
                                              "type \"slide 1\"\n"
                                              "key Enter\n"
                                              "expect slide 1\n"
                                              "key Ctrl+q\n"),
            exit_ok);
}

}  // namespace
}  // namespace livewarp
