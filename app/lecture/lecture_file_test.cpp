#include "app/lecture/lecture_file.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "app/lecture/lecture_shelf.h"
#include "app/measure/context.h"
#include "kernels/core/base/error.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

class LectureFile : public testing::Test {
 protected:
  const Registry registry_;
  const std::vector<const Workload*> workloads_ = workloads_of(registry_);

  Lecture parse(const std::string& text) const {
    return parse_lecture(text, "a.lecture", workloads_);
  }
  /// What is said of the lines of a slide.
  std::string said(const std::string& lines) const {
    std::string all;
    const Lecture lecture = parse("slide \"One\" 1 min\n" + lines + "\nslide \"Two\" 30 s\n");
    EXPECT_EQ(lecture.slides.size(), 2u) << "the lecture goes on";
    for (const LectureFault& fault : lecture.faults) all += lecture.said(fault) + "\n";
    return all;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(LectureFile, ASlideIsAChoiceWithWhatIsSaidOfIt) {
  const Lecture lecture = parse("# of an evening\n"
                                "lecture \"Tiles\"\n"
                                "\n"
                                "slide \"First\" 3 min\n"
                                "  gpu show nbody --variant shared --block 64 # a small one\n"
                                "  cpu show nbody --variant vector --n 512\n"
                                "  hall \"A tile\"\n"
                                "  question \"How much?\"\n"
                                "  note \"Wait.\"\n"
                                "  gpu note \"Look at the block.\"\n"
                                "  gpu highlight block\n"
                                "  open lens shared\n"
                                "slide \"Second\" 90 s\n");
  EXPECT_TRUE(lecture.faults.empty()) << lecture.said(lecture.faults.front());
  EXPECT_EQ(lecture.title, "Tiles");
  ASSERT_EQ(lecture.slides.size(), 2u);
  EXPECT_DOUBLE_EQ(lecture.planned(), 270);
  const Slide& slide = lecture.slides.front();
  EXPECT_EQ(slide.title, "First");
  EXPECT_EQ(slide.line, 4);
  EXPECT_EQ(slide.on(true).choice->variant, "shared");
  EXPECT_EQ(to_text(slide.on(true).choice->launch.at("block")), "64");
  EXPECT_EQ(slide.on(false).choice->variant, "vector");
  EXPECT_EQ(slide.on(false).hall, "A tile");
  EXPECT_EQ(slide.on(true).question, "How much?");
  EXPECT_EQ(slide.on(true).notes.size(), 2u);
  EXPECT_EQ(slide.on(false).notes.size(), 1u);
  EXPECT_EQ(slide.on(true).highlight, "block");
  EXPECT_EQ(slide.on(false).highlight, "");
  EXPECT_EQ(slide.on(false).tab, "lens");
  EXPECT_EQ(slide.on(false).looked_at, "shared");
  EXPECT_FALSE(lecture.slides.back().on(false).choice) << "what ran before goes on";
}

TEST_F(LectureFile, WhatIsWrongIsSaidWithFileLineAndReason) {
  EXPECT_EQ(said("  show nbdoy"), "a.lecture:2: there is no workload nbdoy\n");
  EXPECT_EQ(said("  show nbody --varient naive"), "a.lecture:2: nbody has no option --varient\n");
  EXPECT_TRUE(has(said("  show nbody --n 0"), "a.lecture:2: "));
  EXPECT_TRUE(has(said("  show scaling --image /nowhere/cat.png"), "a.lecture:2: "));
  EXPECT_TRUE(has(said("  show scaling --image /nowhere/cat.png"), "/nowhere/cat.png"));
  EXPECT_EQ(said("  show nbody\n  cpu show heat"), "a.lecture:3: what is shown is there already\n");
  EXPECT_EQ(said("  hall \"broken off"), "a.lecture:2: a quotation mark is missing\n");
  EXPECT_EQ(said("  hall"), "a.lecture:2: the hall's note is missing\n");
  EXPECT_EQ(said("  hall \"a\" b"), "a.lecture:2: \"b\" is too much\n");
  EXPECT_EQ(said("  hall \"a\"\n  gpu hall \"b\""),
            "a.lecture:3: the hall's note is there already\n");
  EXPECT_EQ(said("  hal \"a\""), "a.lecture:2: no line begins with hal\n");
  EXPECT_EQ(said("  gpu"), "a.lecture:2: a line is missing behind gpu or cpu\n");
  EXPECT_EQ(said("  open lense"), "a.lecture:2: there is no tab lense\n");
  EXPECT_EQ(said("  show nbody\n  open lens vector"),
            "a.lecture:3: nbody has no CUDA variant vector to look at\n");
  EXPECT_EQ(said("  show nbody\n  highlight blok"),
            "a.lecture:3: there is no blok in nbody to be highlighted\n");
  EXPECT_EQ(said("  show nbody\n  guess harder"),
            "a.lecture:3: a guess is of faster, slower or variant, not of harder\n");
  EXPECT_EQ(said("  show nbody\n  guess faster"),
            "a.lecture:3: there is nothing to compare with: no slide before shows nbody\n");
  EXPECT_TRUE(has(said("  hall \"" + std::string(81, 'x') + "\""), "has 81 characters"));
  EXPECT_EQ(said(std::string("  hall \"\xff\x01\"")), "") << "what is no text is shown as such";
}

TEST_F(LectureFile, AGuessNeedsTwoTimesToCompare) {
  const std::string first = "slide \"One\"\n  show nbody\nslide \"Two\"\n";
  const Lecture same = parse(first + "  guess faster\n");
  ASSERT_EQ(same.faults.size(), 1u);
  EXPECT_EQ(same.said(same.faults[0]),
            "a.lecture:4: there is nothing to guess: the slide shows nothing else");
  const Lecture other = parse(first + "  show heat\n  guess faster\n");
  ASSERT_EQ(other.faults.size(), 1u);
  EXPECT_EQ(other.said(other.faults[0]),
            "a.lecture:5: there is nothing to compare with: no slide before shows heat");
  const Lecture good = parse(first + "  show nbody --n 300\n  cpu guess slower\n");
  EXPECT_TRUE(good.faults.empty());
  EXPECT_EQ(good.slides[1].cpu.guess, "slower");
  EXPECT_EQ(good.slides[1].gpu.guess, "");
}

TEST_F(LectureFile, AGuessOfVariantsNamesThem) {
  const std::string show = "slide \"One\"\n  show nbody --variant scalar\n";
  const Lecture good = parse(show + "  cpu guess variant scalar vector threads\n"
                                    "  gpu guess variant naive shared\n");
  EXPECT_TRUE(good.faults.empty()) << good.said(good.faults.front());
  EXPECT_EQ(good.slides[0].cpu.guess, "variant");
  EXPECT_EQ(good.slides[0].cpu.candidates,
            (std::vector<std::string>{"scalar", "vector", "threads"}));
  EXPECT_EQ(good.slides[0].gpu.candidates, (std::vector<std::string>{"naive", "shared"}));
  const Lecture again = parse(to_text(good, workloads_of(registry_)));
  EXPECT_EQ(again.slides[0].cpu, good.slides[0].cpu);
  EXPECT_EQ(again.slides[0].gpu, good.slides[0].gpu);
  const auto fault = [&](const std::string& line) {
    const Lecture lecture = parse(show + line);
    return lecture.faults.empty() ? "" : lecture.said(lecture.faults.front());
  };
  EXPECT_EQ(fault("  guess variant scalar\n"),
            "a.lecture:3: a guess of variants names two of them, and at most six");
  EXPECT_EQ(fault("  cpu guess variant scalar sclar\n"), "a.lecture:3: nbody has no variant sclar");
  EXPECT_EQ(fault("  guess variant scalar shared\n"),
            "a.lecture:3: without a GPU there is no time of shared");
  EXPECT_EQ(fault("  guess variant scalar scalar\n"), "a.lecture:3: scalar is named twice");
  const Lecture none = parse("slide \"One\"\n  guess variant scalar vector\n");
  ASSERT_EQ(none.faults.size(), 1u);
  EXPECT_EQ(none.said(none.faults[0]),
            "a.lecture:2: there is nothing to choose from: no slide shows anything yet");
}

TEST_F(LectureFile, ASlideWhoseHeadIsBrokenIsASlide) {
  const Lecture lecture = parse("slide \"Half a\n"
                                "  hall \"of the first\"\n"
                                "slide \"Soon\" 3 hours\n"
                                "slide \"Third\" 1 min\n");
  ASSERT_EQ(lecture.slides.size(), 3u);
  ASSERT_EQ(lecture.faults.size(), 2u);
  EXPECT_EQ(lecture.said(lecture.faults[0]), "a.lecture:1: a quotation mark is missing");
  EXPECT_EQ(lecture.said(lecture.faults[1]),
            "a.lecture:3: a time is like 3 min or 90 s, and at most 60 min");
  EXPECT_EQ(lecture.faults[1].slide, 1);
  EXPECT_EQ(lecture.slides[0].title, "Slide 1");
  EXPECT_EQ(lecture.slides[0].cpu.hall, "of the first");
  EXPECT_EQ(lecture.slides[1].title, "Soon");
}

TEST_F(LectureFile, WhereNoSlideIsLeftItIsRefused) {
  EXPECT_THROW(parse(""), Error);
  EXPECT_THROW(parse("lecture \"Empty\"\n"), Error);
  EXPECT_THROW(parse("hall \"before any slide\"\n"), Error);
  EXPECT_THROW(read_lecture("/nowhere/a.lecture", workloads_), Error);
  EXPECT_THROW(find_lecture("nbdoy", workloads_), Error);
}

TEST_F(LectureFile, WhatIsWrittenReadsBackEqual) {
  for (const ShippedLecture& shipped : shipped_lectures()) {
    const Lecture lecture = parse(std::string(shipped.text));
    const Lecture again = parse(to_text(lecture, workloads_));
    EXPECT_TRUE(again.faults.empty());
    EXPECT_EQ(again.title, lecture.title);
    ASSERT_EQ(again.slides.size(), lecture.slides.size());
    for (std::size_t i = 0; i < again.slides.size(); ++i) {
      EXPECT_EQ(again.slides[i].title, lecture.slides[i].title);
      EXPECT_EQ(again.slides[i].seconds, lecture.slides[i].seconds);
      EXPECT_EQ(again.slides[i].gpu, lecture.slides[i].gpu) << again.slides[i].title;
      EXPECT_EQ(again.slides[i].cpu, lecture.slides[i].cpu) << again.slides[i].title;
    }
  }
}

TEST_F(LectureFile, FourLecturesShipWithoutAFault) {
  std::set<std::string> titles;
  for (const ShippedLecture& shipped : shipped_lectures()) {
    const Lecture lecture = find_lecture(std::string(shipped.name), workloads_);
    for (const LectureFault& fault : lecture.faults) ADD_FAILURE() << lecture.said(fault);
    titles.insert(lecture.title);
    EXPECT_EQ(shipped.title(), lecture.title);
    EXPECT_GE(lecture.planned(), 20 * 60) << lecture.title;
    EXPECT_LE(lecture.planned(), 40 * 60) << lecture.title;
    for (const Slide& slide : lecture.slides)
      for (const bool gpu : {true, false}) {
        EXPECT_GT(slide.seconds, 0) << slide.title;
        EXPECT_NE(slide.on(gpu).hall, "") << slide.title;
        EXPECT_FALSE(slide.on(gpu).notes.empty()) << slide.title;
        const auto& choice = slide.on(gpu).choice;
        if (gpu || !choice) continue;
        EXPECT_EQ(registry_.find(choice->workload)->find(choice->variant)->backend, Backend::cpu)
            << slide.title << ": nothing of it runs without a GPU";
      }
  }
  EXPECT_EQ(titles.size(), 4u);
}

TEST_F(LectureFile, PresetsShipForEveryWorkload) {
  const Lecture presets = parse_lecture(shipped_presets(), "presets.lecture", workloads_);
  for (const LectureFault& fault : presets.faults) ADD_FAILURE() << presets.said(fault);
  std::set<std::string> seen;
  for (const Slide& slide : presets.slides) {
    ASSERT_TRUE(slide.gpu.choice && slide.cpu.choice) << slide.title;
    seen.insert(slide.cpu.choice->workload);
  }
  EXPECT_GE(seen.size(), 14u);
}

}  // namespace
}  // namespace livewarp
