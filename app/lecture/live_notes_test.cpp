// When the lecturer's notes are opened, drawn and closed.
#include "app/lecture/live_notes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// What happened to a screen of notes.
struct Seen {
  int made = 0, gone = 0;
  std::vector<ui::LecturerView> drawn;
  bool input = false, close = false, fails = false;
  std::string place;
};

class NotesDouble final : public NotesScreen {
 public:
  explicit NotesDouble(Seen& seen) : seen_(seen) { ++seen_.made; }
  ~NotesDouble() override { ++seen_.gone; }
  bool take_input() override { return std::exchange(seen_.input, false); }
  bool should_close() const override { return seen_.close; }
  std::string settle() override { return seen_.place; }
  TimeSpan draw(const ui::LecturerView& view) override {
    if (seen_.fails) throw Error("it cannot be drawn on");
    seen_.drawn.push_back(view);
    return {3, 4};
  }

 private:
  Seen& seen_;
};

class LiveNotesTest : public testing::Test {
 protected:
  LiveNotesTest() { view_.lecture.slides = {"One", "Two"}; }
  std::string told() {
    std::string text;
    for (const Notice& notice : notices_.current()) text += notice.text + "\n";
    return text;
  }
  LiveNotes notes(bool wanted) {
    return {[this] { return std::make_unique<NotesDouble>(seen_); }, notices_, wanted};
  }

  Seen seen_;
  Notices notices_;
  ui::LecturerView view_;
  const LiveNotes::Time begin_ = LiveNotes::Time() + 1000s;
};

TEST_F(LiveNotesTest, AreDrawnWhenTheySayNewThings) {
  LiveNotes live = notes(true);
  EXPECT_FALSE(live.follow({}, begin_)) << "without a lecture";
  EXPECT_EQ(seen_.made, 0);
  const auto drawn = live.follow(view_, begin_);
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->end, 4);
  for (int ms = 1; ms < 3000; ms += 16)
    EXPECT_FALSE(live.follow(view_, begin_ + std::chrono::milliseconds(ms))) << "nothing new";
  EXPECT_FALSE(live.take_input());
  // Something new in every frame of three seconds.
  for (int ms = 3000; ms < 6000; ms += 16) {
    view_.lecture.seconds = ms;
    live.follow(view_, begin_ + std::chrono::milliseconds(ms));
  }
  EXPECT_LE(seen_.drawn.size(), 31u) << "ten times a second";
  EXPECT_GE(seen_.drawn.size(), 25u);
  view_.lecture.slide = 1;
  live.follow(view_, begin_ + 6001ms);
  if (seen_.drawn.back().lecture.slide == 0) {
    EXPECT_TRUE(live.take_input()) << "it is still due";
    live.follow(view_, begin_ + 6200ms);
  }
  EXPECT_EQ(seen_.drawn.back().lecture.slide, 1);
  EXPECT_FALSE(live.take_input());
}

TEST_F(LiveNotesTest, AreDrawnAgainWhereSomethingCoveredThem) {
  LiveNotes live = notes(true);
  live.follow(view_, begin_);
  seen_.input = true;
  EXPECT_TRUE(live.take_input());
  live.follow(view_, begin_ + 500ms);
  EXPECT_EQ(seen_.drawn.size(), 2u);
}

TEST_F(LiveNotesTest, GoWithTheLectureAndByTheirOwnClose) {
  LiveNotes live = notes(false);
  live.follow(view_, begin_);
  EXPECT_EQ(seen_.made, 0);
  live.toggle();
  live.follow(view_, begin_ + 1s);
  EXPECT_TRUE(live.shown());
  live.follow({}, begin_ + 2s);
  EXPECT_FALSE(live.shown()) << "the lecture has ended";
  live.follow(view_, begin_ + 3s);
  EXPECT_EQ(seen_.made, 2) << "another one has begun";
  seen_.close = true;
  EXPECT_TRUE(live.take_input());
  live.follow(view_, begin_ + 4s);
  EXPECT_EQ(seen_.gone, 2);
  EXPECT_FALSE(live.wanted());
  seen_.close = false;
  live.follow(view_, begin_ + 5s);
  EXPECT_FALSE(live.shown()) << "who closed it does not want it back";
  live.toggle();
  live.follow(view_, begin_ + 6s);
  EXPECT_TRUE(live.shown());
  EXPECT_EQ(told(), "");
}

TEST_F(LiveNotesTest, WhyThereAreNoneIsANotice) {
  LiveNotes never([]() -> std::unique_ptr<NotesScreen> { throw Error("no second window"); },
                  notices_, true);
  EXPECT_FALSE(never.follow(view_, begin_));
  EXPECT_FALSE(never.wanted());
  EXPECT_EQ(told(), "no second window\n");
  seen_.fails = true;
  LiveNotes fails = notes(true);
  fails.follow(view_, begin_);
  fails.follow(view_, begin_ + 1s);
  EXPECT_FALSE(fails.shown());
  EXPECT_EQ(seen_.gone, 1);
  EXPECT_NE(told().find("it cannot be drawn on"), std::string::npos);
}

TEST_F(LiveNotesTest, ThatTheHallMaySeeThemIsSaidTwice) {
  seen_.place = "There is one monitor";
  LiveNotes live = notes(true);
  live.follow(view_, begin_);
  EXPECT_EQ(told(), "Lecturer's notes: There is one monitor\n");
  EXPECT_EQ(seen_.drawn.back().seen_by_all, "There is one monitor");
}

}  // namespace
}  // namespace livewarp
