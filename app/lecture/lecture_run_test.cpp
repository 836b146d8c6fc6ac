// A lecture on a session: slides, free play, faults; what is recorded; named choices.
#include "app/lecture/lecture_run.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "app/lecture/lecture_file.h"
#include "app/lecture/lecture_recorder.h"
#include "app/lecture/presets.h"
#include "app/measure/context.h"
#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class LectureRunTest : public test::SessionTest {
 protected:
  static constexpr const char* text = "lecture \"Loops\"\n"
                                      "slide \"Scalar\" 2 min\n"
                                      "  show nbody --variant scalar --n 300\n"
                                      "  hall \"One after the other\"\n"
                                      "  note \"Pin it.\"\n"
                                      "slide \"Broken\" 1 min\n"
                                      "  show nbody --variant sclar\n"
                                      "  hall \"It goes on\"\n"
                                      "slide \"Vector\" 1 min\n"
                                      "  show nbody --variant vector --n 300\n";

  Lecture lecture() const { return parse_lecture(text, "a.lecture", workloads_of(registry_)); }
  /// What a frame does.
  void frame(LectureRun& run, Session& session) {
    test::tick(session);
    run.follow([&](const Choice& wanted) { session.apply(wanted); });
    view_ = {};
    run.describe(view_);
  }

  ui::Model view_;
};

TEST_F(LectureRunTest, PageKeysGoThroughTheSlides) {
  Session session(registry_, machine_, choice("threads", 300));
  std::ostringstream log;
  LectureRun run(session, &log);
  frame(run, session);
  EXPECT_FALSE(view_.lecture);
  run.next();
  EXPECT_FALSE(run.given()) << "nothing is given";
  run.give(lecture());
  frame(run, session);
  ASSERT_TRUE(view_.lecture);
  EXPECT_EQ(session.choice().variant, "scalar");
  EXPECT_EQ(view_.lecture->hall, "One after the other");
  EXPECT_EQ(view_.lecture->planned, 240);
  EXPECT_EQ(view_.lecture->slide_planned, 120);
  EXPECT_EQ(view_.lecture->slides.size(), 3u);
  EXPECT_EQ(log.str(), "1/3  Scalar\n     Pin it.\n");
  run.previous();
  EXPECT_FALSE(run.waits()) << "before the first slide there is none";
  run.next();
  run.next();
  frame(run, session);
  EXPECT_EQ(session.choice().variant, "vector");
  run.next();
  EXPECT_FALSE(run.waits()) << "behind the last slide there is none";
  EXPECT_EQ(told(session), "") << "a broken slide that nobody saw";
  run.end();
  frame(run, session);
  EXPECT_FALSE(view_.lecture);
  EXPECT_EQ(session.choice().variant, "vector") << "what ran goes on";
}

TEST_F(LectureRunTest, TheLecturerSeesNotesAndWhatComesNext) {
  Session session(registry_, machine_, choice("threads", 300));
  LectureRun run(session, nullptr);
  run.give(lecture());
  frame(run, session);
  view_.lecture->seconds = 75.9;
  const ui::LecturerView first = run.for_lecturer(*view_.lecture);
  EXPECT_EQ(first.notes, std::vector<std::string>{"Pin it."});
  EXPECT_EQ(first.next, "Broken");
  EXPECT_EQ(first.changes, std::vector<std::string>{"What runs goes on"});
  EXPECT_EQ(first.lecture.seconds, 75) << "it is drawn anew when a second is over";
  run.next();
  frame(run, session);
  const ui::LecturerView second = run.for_lecturer(*view_.lecture);
  EXPECT_TRUE(second.notes.empty());
  EXPECT_EQ(second.next, "Vector");
  EXPECT_EQ(second.changes.size(), 1u) << "against the last slide that chose something";
  run.next();
  frame(run, session);
  EXPECT_EQ(run.for_lecturer(*view_.lecture).next, "");
  EXPECT_TRUE(run.for_lecturer(*view_.lecture).changes.empty());
}

TEST_F(LectureRunTest, ABrokenSlideIsSaidAndTheLectureGoesOn) {
  Session session(registry_, machine_, choice("threads", 300));
  LectureRun run(session, nullptr);
  run.give(lecture());
  frame(run, session);
  run.next();
  frame(run, session);
  EXPECT_EQ(view_.lecture->slide, 1);
  EXPECT_EQ(view_.lecture->hall, "It goes on");
  EXPECT_EQ(session.choice().variant, "scalar") << "what ran before goes on";
  EXPECT_EQ(told(session), "a.lecture:7: nbody has no variant sclar\n");
  run.next();
  frame(run, session);
  EXPECT_EQ(session.choice().variant, "vector");
}

TEST_F(LectureRunTest, FreePlayEndsWithTheSlide) {
  Session session(registry_, machine_, choice("threads", 300));
  LectureRun run(session, nullptr);
  run.give(lecture());
  run.go_to(2);
  frame(run, session);
  const int arrivals = view_.lecture->arrivals;
  EXPECT_FALSE(view_.lecture->away);
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  frame(run, session);
  EXPECT_FALSE(view_.lecture->away) << "a pause is no other choice";
  session.apply(choice("threads", 400));
  frame(run, session);
  EXPECT_TRUE(view_.lecture->away);
  run.previous();
  frame(run, session);
  EXPECT_EQ(view_.lecture->slide, 2) << "first this slide comes back";
  EXPECT_FALSE(view_.lecture->away);
  EXPECT_EQ(session.choice().variant, "vector");
  EXPECT_GT(view_.lecture->arrivals, arrivals);
  run.previous();
  frame(run, session);
  EXPECT_EQ(view_.lecture->slide, 1);
}

TEST_F(LectureRunTest, TheHallGuessesBeforeATimeIsShown) {
  Session session(registry_, machine_, choice("threads", 300));
  LectureRun run(session, nullptr);
  run.give(parse_lecture("slide \"Small\" 1 min\n"
                         "  show nbody --variant scalar --n 300\n"
                         "slide \"Large\" 1 min\n"
                         "  show nbody --variant scalar --n 600\n"
                         "  guess slower\n"
                         "slide \"End\" 1 min\n",
                         "a.lecture", workloads_of(registry_)));
  Summary times{.count = 30};
  const auto frame_of = [&](double ms) {
    test::tick(session);
    run.follow([&](const Choice& wanted) { session.apply(wanted); });
    view_ = {};
    view_.check.verdict = Verdict::here;
    times.median = ms;
    view_.step = times;
    view_.recent_steps.assign(times.count, ms);
    view_.variants.emplace_back().bench = times;
    run.describe(view_);
  };
  frame_of(2);
  EXPECT_FALSE(view_.lecture->guess);
  run.guess(+1);  // nothing to guess here
  run.next();
  frame_of(6);
  ASSERT_TRUE(view_.lecture->guess);
  EXPECT_EQ(view_.step.count, 0u) << "the hall sees the time";
  EXPECT_FALSE(view_.variants.front().bench) << "the hall sees it in the table";
  run.guess(+1);
  frame_of(6);
  EXPECT_DOUBLE_EQ(view_.lecture->guess->factor, 1.1);
  EXPECT_FALSE(view_.lecture->guess->answer);
  run.next();
  frame_of(6);
  EXPECT_EQ(view_.lecture->slide, 1) << "the answer comes before the next slide";
  EXPECT_DOUBLE_EQ(view_.lecture->guess->answer->ratio.value, 3);
  EXPECT_EQ(view_.lecture->guess->answer->samples, 30u);
  EXPECT_TRUE(view_.variants.front().bench);
  EXPECT_EQ(view_.step.count, 30u);
  EXPECT_EQ(view_.lecture->guess->counted, 1);
  EXPECT_EQ(view_.lecture->guess->close, 0);
  run.next();
  frame_of(6);
  EXPECT_EQ(view_.lecture->slide, 2);
}

TEST_F(LectureRunTest, TheFastestOfSeveralVariantsIsMeasuredOnceItIsAskedFor) {
  Session session(registry_, machine_, choice("scalar", 300));
  LectureRun run(session, nullptr);
  run.give(parse_lecture("slide \"Which\" 1 min\n"
                         "  cpu show nbody --variant scalar --n 300\n"
                         "  cpu guess variant scalar vector\n",
                         "a.lecture", workloads_of(registry_)));
  const auto frame_of_all = [&] {
    if (!session.job()) run.follow([&](const Choice& wanted) { session.apply(wanted); });
    view_ = {};
    for (const VariantInfo* info : session.workload().variants()) {
      ui::VariantEntry& entry = view_.variants.emplace_back();
      entry.info = info;
      entry.choice = session.variant_choice(*info);
      entry.check = session.result_cache()
                        .check(entry.choice, session.executor_of(*info))
                        .value_or(CheckResult{});
    }
    run.describe(view_);
  };
  frame_of_all();
  run.guess(+1);
  frame_of_all();
  frame_of_all();
  ASSERT_TRUE(view_.lecture->guess);
  EXPECT_EQ(view_.lecture->guess->picked, 0);
  EXPECT_EQ(view_.lecture->guess->candidates.size(), 2u);
  EXPECT_EQ(session.job(), nullptr) << "nothing is measured before";
  run.next();
  EXPECT_FALSE(run.waits()) << "the answer comes first";
  ASSERT_TRUE(test::SessionTest::run(session, 60s, [&] {
    if (session.job() && session.job()->wait_for_turn(1ms)) session.job()->end_turn();
    frame_of_all();
    return view_.lecture->guess->answer.has_value();
  }));
  EXPECT_EQ(view_.lecture->guess->timed, 2);
  EXPECT_EQ(view_.lecture->guess->counted, 1);
  const auto median = [&](const char* name) {
    const auto bench =
        session.result_cache().bench(session.variant_choice(*session.workload().find(name)));
    return bench ? bench->step.median : 0;
  };
  ASSERT_GT(median("scalar"), 0);
  ASSERT_GT(median("vector"), 0);
  EXPECT_EQ(view_.lecture->guess->fastest, median("scalar") < median("vector") ? 0 : 1);
}

/// The present folder while it lives.
class Folder {
 public:
  Folder() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.file(""));
  }
  ~Folder() { std::filesystem::current_path(before_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string only_file() const {
    std::vector<std::string> files;
    for (const auto& each : std::filesystem::directory_iterator(folder_.file("")))
      files.push_back(each.path().string());
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? "" : files.front();
  }
  const test::TemporaryFolder& folder() const { return folder_; }

 private:
  std::filesystem::path before_;
  test::TemporaryFolder folder_;
};

TEST_F(LectureRunTest, WhatIsRecordedIsALecture) {
  const Folder folder;
  Session session(registry_, machine_, choice("scalar", 300));
  LectureRecorder recorder(session);
  const auto begin = LectureRecorder::Time() + 1000s;
  recorder.toggle(begin);
  EXPECT_FALSE(recorder.recording().empty());
  session.apply(choice("vector", 300));
  recorder.follow(begin + 20s);
  session.apply(choice("threads", 300));  // stood for a moment only
  recorder.follow(begin + 21s);
  recorder.follow(begin + 24s);
  recorder.follow(begin + 30s);
  recorder.follow(begin + 60s);
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  recorder.follow(begin + 70s);
  session.apply(choice("vector", 500));
  recorder.add(begin + 90s);  // asked for
  recorder.toggle(begin + 100s);
  EXPECT_TRUE(recorder.recording().empty());
  const Lecture lecture = read_lecture(folder.only_file(), workloads_of(registry_));
  EXPECT_TRUE(lecture.faults.empty());
  ASSERT_EQ(lecture.slides.size(), 3u);
  EXPECT_EQ(*lecture.slides[0].cpu.choice, choice("scalar", 300));
  EXPECT_EQ(*lecture.slides[1].cpu.choice, choice("threads", 300));
  EXPECT_EQ(*lecture.slides[2].gpu.choice, choice("vector", 500));
  EXPECT_EQ(lecture.slides[0].seconds, 30);
  EXPECT_EQ(lecture.slides[1].seconds, 60);
  EXPECT_EQ(lecture.slides[2].seconds, 10);
  EXPECT_NE(lecture.slides[1].title.find("Vectorized, threads"), std::string::npos);
}

TEST_F(LectureRunTest, AFileThatCannotBeWrittenIsSaid) {
  const Folder folder;
  std::filesystem::create_directory("gone");
  std::filesystem::current_path("gone");
  std::filesystem::remove(folder.folder().file("gone"));
  Session session(registry_, machine_, choice("scalar", 300));
  LectureRecorder recorder(session);
  recorder.toggle(LectureRecorder::Time() + 1000s);
  EXPECT_TRUE(recorder.recording().empty());
  EXPECT_NE(told(session), "");
}

TEST_F(LectureRunTest, PresetsAreSavedAndFoundAgain) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("presets.lecture");
  const Choice mine = choice("vector", 777);
  {
    Session session(registry_, machine_, choice("scalar", 300));
    Presets presets(session, file);
    const std::size_t shipped = presets.entries().size();
    EXPECT_GE(shipped, 14u);
    presets.save("of \"mine\"");
    session.apply(mine);
    presets.save("of \"mine\"");
    EXPECT_EQ(presets.entries().size(), shipped + 1) << "the later one counts";
  }
  Session session(registry_, machine_, choice("scalar", 300));
  Presets presets(session, file);
  const ui::PresetEntry& last = presets.entries().back();
  EXPECT_TRUE(last.own);
  EXPECT_EQ(last.name, "of 'mine'");
  EXPECT_EQ(last.choice, mine);
  EXPECT_EQ(last.reason, "");
  EXPECT_EQ(told(session), "");
}

TEST_F(LectureRunTest, ADamagedPresetsFileIsKept) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("presets.lecture");
  const std::string damaged = "slide \"Mine\"\n  show nbody --variant nave\n";
  std::ofstream(file) << damaged;
  Session session(registry_, machine_, choice("scalar", 300));
  Presets presets(session, file);
  EXPECT_NE(told(session).find("presets.lecture:2: nbody has no variant nave"), std::string::npos);
  presets.save("another");
  EXPECT_NE(told(session).find("lines of the file would be lost"), std::string::npos);
  EXPECT_EQ(test::content_of(file), damaged);
}

}  // namespace
}  // namespace livewarp
