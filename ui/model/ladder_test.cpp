/// A ladder in figures: what texts' figures are drawn as, what is a ceiling, what is said.
#include "ui/model/ladder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ui/testing/fake_model.h"

namespace livewarp::ui {
namespace {

const TextSource book{"Book, ch. 2", "V100"}, slides{"Slides", "G80"};

LadderRung rung(const std::string& name, double ms, std::vector<TextFigure> history = {}) {
  LadderRung rung{.variant = name, .title = name, .ms = ms};
  if (ms == 0) rung.reason = "not measured yet";
  rung.history = std::move(history);
  return rung;
}

/// The texts' transposition.
Ladder transposition(double naive, double shared, double padded) {
  Ladder ladder{.title = "Transpose"};
  ladder.rungs = {rung("naive", naive, {{book, 0.060}}), rung("shared", shared, {{book, 0.021}}),
                  rung("padded", padded, {{book, 0.013}})};
  return ladder;
}

TEST(LadderHistory, TheTextsFirstRungIsAsFastAsOurs) {
  const LadderHistory history = history_of(transposition(0.3, 0.2, 0.1));
  ASSERT_EQ(history.sources.size(), 1u);
  EXPECT_EQ(history.sources[0].source, book);
  EXPECT_EQ(history.sources[0].first, 0u);
  ASSERT_EQ(history.ghosts.size(), 3u);
  EXPECT_DOUBLE_EQ(history.ghosts[0].speed, 1) << "as fast as what was measured";
  EXPECT_DOUBLE_EQ(history.ghosts[1].speed, 60.0 / 21);
  EXPECT_DOUBLE_EQ(history.ghosts[2].speed, 60.0 / 13);
  EXPECT_DOUBLE_EQ(history.ghosts[2].ms, 0.013) << "the figure itself stays";
  EXPECT_NEAR(history.ghosts[1].ratio, 2.857, 1e-3);
}

TEST(LadderHistory, IsNotDrawnWithoutItsFirstRung) {
  EXPECT_TRUE(history_of(transposition(0, 0.2, 0.1)).ghosts.empty());
  EXPECT_TRUE(history_of(transposition(0, 0.2, 0.1)).sources.empty());
  EXPECT_TRUE(history_of(transposition(0, 0, 0)).ghosts.empty()) << "all refused";
}

TEST(LadderHistory, StaysAtRungsThatHaveNoTimeHere) {
  const LadderHistory history = history_of(transposition(0.3, 0, 0.1));
  ASSERT_EQ(history.ghosts.size(), 3u);
  EXPECT_EQ(history.ghosts[1].rung, 1u);
  EXPECT_DOUBLE_EQ(history.ghosts[1].speed, 60.0 / 21);
}

TEST(LadderHistory, OneFigureAloneComparesNothing) {
  Ladder one;
  one.rungs = {rung("naive", 0.3, {{book, 0.060}})};
  EXPECT_TRUE(history_of(one).ghosts.empty());
  one.rungs.push_back(rung("padded", 0.1));
  EXPECT_TRUE(history_of(one).ghosts.empty());
}

TEST(LadderHistory, BeginsWhereTheTextDoes) {
  Ladder ladder;
  ladder.rungs = {rung("naive", 8), rung("packed", 4, {{book, 0.104}}),
                  rung("arrays", 3, {{book, 0.047}})};
  const LadderHistory history = history_of(ladder);
  ASSERT_EQ(history.ghosts.size(), 2u);
  EXPECT_EQ(history.sources[0].first, 1u);
  EXPECT_DOUBLE_EQ(history.ghosts[0].speed, 2) << "twice as fast as naive, as measured here";
  EXPECT_DOUBLE_EQ(history.ghosts[1].speed, 2 * 104.0 / 47);
  EXPECT_NE(source_text(ladder, history.sources[0]).find("packed is as fast as here"),
            std::string::npos);
}

TEST(LadderHistory, EachTextHasAScaleOfItsOwn) {
  Ladder ladder;
  ladder.rungs = {rung("naive", 2, {{slides, 8.054}, {book, 4.609}}),
                  rung("last", 1, {{slides, 0.268}, {book, 0.259}})};
  const LadderHistory history = history_of(ladder);
  ASSERT_EQ(history.sources.size(), 2u);
  EXPECT_EQ(history.sources[0].source, slides);
  ASSERT_EQ(history.ghosts.size(), 4u);
  for (const LadderGhost& ghost : history.ghosts) {
    const double there = ghost.source == 0 ? 8.054 : 4.609;
    EXPECT_DOUBLE_EQ(ghost.speed, there / ghost.ms);
  }
}

TEST(LadderHistory, AFigureBelongsToTheValuesThatItNames) {
  VariantInfo iterate;
  iterate.history = {{book, 0.094, {{"mode", std::string("relaunch")}}},
                     {book, 0.012, {{"mode", std::string("persistent")}}},
                     {slides, 1}};
  const auto relaunch = history_of(iterate, {{"mode", std::string("relaunch")}});
  ASSERT_EQ(relaunch.size(), 2u);
  EXPECT_EQ(relaunch[0].ms, 0.094);
  EXPECT_EQ(relaunch[1].source, slides);
  EXPECT_EQ(history_of(iterate, {}).size(), 1u);
}

TEST(Ladder, FactorsAreAgainstTheFirstTime) {
  EXPECT_EQ(base_of(transposition(0.3, 0.2, 0.1))->variant, "naive");
  EXPECT_EQ(base_of(transposition(0, 0.2, 0.1))->variant, "shared");
  EXPECT_EQ(base_of(transposition(0, 0, 0)), nullptr);
  EXPECT_TRUE(transposition(0, 0, 0).empty());
  const Ladder ladder = transposition(0.3, 0.2, 0.1);
  EXPECT_NE(about_rung(ladder, 2).find("3.00\u00d7 as fast as naive"), std::string::npos)
      << about_rung(ladder, 2);
  EXPECT_NE(about_rung(ladder, 2).find("Book, ch. 2, V100: 13 \u00b5s at its own size, never "
                                       "measured here; 4.62\u00d7 as fast as its naive"),
            std::string::npos)
      << about_rung(ladder, 2);
}

TEST(Ladder, WhatIsOutrunIsNoCeiling) {
  Ladder ladder = transposition(0.3, 0.2, 0.1);
  EXPECT_FALSE(bound_of(ladder));
  ladder.rungs[0].bound_ms = ladder.rungs[1].bound_ms = 0.08;
  ladder.rungs[0].ceiling = ladder.rungs[1].ceiling = "copy bandwidth";
  ladder.rungs[2].bound_ms = 0.12;
  ladder.rungs[2].ceiling = "cache";
  ASSERT_TRUE(bound_of(ladder));
  EXPECT_EQ(bound_of(ladder)->ceiling, "copy bandwidth");
  EXPECT_DOUBLE_EQ(bound_of(ladder)->ms, 0.08);
  ladder.rungs[2].bound_ms = 0.07;
  EXPECT_EQ(bound_of(ladder)->ceiling, "cache") << "that of the fastest";
}

TEST(Ladder, ReachesToItsCeiling) {
  Ladder ladder = transposition(0.3, 0.2, 0.1);
  EXPECT_DOUBLE_EQ(highest_of(ladder, {}), 3);
  EXPECT_DOUBLE_EQ(highest_of(ladder, history_of(ladder)), 60.0 / 13) << "the text's is faster";
  ladder.rungs[2].bound_ms = 0.05;
  EXPECT_DOUBLE_EQ(highest_of(ladder, {}), 6);
  EXPECT_DOUBLE_EQ(highest_of(transposition(0, 0, 0), {}), 0);
}

// A line far to the right would leave slivers of bars.
TEST(Ladder, ADistantCeilingIsToldInWords) {
  Ladder ladder = transposition(0.3, 0.2, 0.1);
  ladder.rungs[2].ceiling = "copy bandwidth";
  ladder.rungs[2].bound_ms = 0.0501;
  EXPECT_NEAR(highest_of(ladder, {}), 5.988, 1e-3);
  EXPECT_EQ(bound_text(ladder, *bound_of(ladder), highest_of(ladder, {})),
            "copy bandwidth alone 50.1 \u00b5s \u00b7 model");
  ladder.rungs[2].bound_ms = 0.04;
  EXPECT_DOUBLE_EQ(highest_of(ladder, {}), 3) << "2.5 times as fast as the fastest";
  EXPECT_EQ(
      bound_text(ladder, *bound_of(ladder), highest_of(ladder, {})),
      "copy bandwidth alone 40.0 \u00b5s, 2.50\u00d7 as fast as the fastest: beyond this edge "
      "\u00b7 model");
  EXPECT_DOUBLE_EQ(highest_of(ladder, history_of(ladder)), 7.5)
      << "a text's figure is faster, and the ceiling is less than twice that";
}

TEST(Ladder, AFigureHasNoDigitsThatItsTextHasNot) {
  EXPECT_EQ(figure_text({book, 0.060}), "60 \u00b5s");
  EXPECT_EQ(figure_text({slides, 8.054}), "8.054 ms");
  EXPECT_EQ(figure_text({slides, 0.268}), "268 \u00b5s");
}

TEST(Ladder, ALibraryStandsLast) {
  Ladder ladder = transposition(0.3, 0.2, 0.1);
  ladder.rungs[0].library = "NPP";
  put_libraries_last(ladder);
  EXPECT_EQ(ladder.rungs[0].variant, "shared");
  EXPECT_EQ(ladder.rungs[2].variant, "naive");
  EXPECT_NE(about_rung(ladder, 2).find("a call of NPP"), std::string::npos);
}

TEST(Ladder, BarsAreOfTheSameOperands) {
  VariantInfo info;
  info.name = "tensor";
  EXPECT_EQ(rung_of(info, {}).operands, "");
  EXPECT_EQ(rung_of(info, {{"operands", std::string("fp32")}}).operands, "");
  EXPECT_EQ(rung_of(info, {{"operands", std::string("bf16")}}).operands, "bf16");
  Ladder ladder = transposition(30, 20, 10);
  keep_operands(ladder, "");
  EXPECT_EQ(ladder.rungs.size(), 3u);
  EXPECT_EQ(ladder.title, "Transpose");
  ladder.rungs.push_back(rung("tensor", 0.1));
  ladder.rungs.back().operands = "fp16";
  Ladder halves = ladder;
  keep_operands(ladder, "");
  EXPECT_EQ(ladder.rungs.size(), 3u);
  EXPECT_EQ(ladder.title, "Transpose, operands in fp32");
  keep_operands(halves, "fp16");
  ASSERT_EQ(halves.rungs.size(), 1u);
  EXPECT_EQ(halves.rungs[0].variant, "tensor");
  EXPECT_EQ(halves.title, "Transpose, operands in fp16");
}

TEST(Ladder, OnlyVerifiedBenchesOfTheRunningBackendCount) {
  const FakeWorld world;
  Model model = running_model(world);
  VariantEntry& wrong = model.variants[1];
  wrong.check.verdict = Verdict::failed;
  wrong.check.failure = "wrong result: body 7";
  model.variants[2].reason = "needs compute capability 9.9";
  const Ladder ladder = ladder_of(model);
  ASSERT_EQ(ladder.rungs.size(), 3u);
  for (const LadderRung& each : ladder.rungs)
    EXPECT_EQ(model.workload->find(each.variant)->backend, Backend::cuda);
  EXPECT_EQ(ladder.rungs[0].ms, 12.9);
  EXPECT_FALSE(ladder.rungs[1].timed()) << "whatever was measured before";
  EXPECT_TRUE(ladder.rungs[1].wrong);
  EXPECT_EQ(ladder.rungs[1].reason, "wrong result: body 7");
  EXPECT_EQ(ladder.rungs[2].reason, "needs compute capability 9.9");
  model.variants[0].bench.reset();
  EXPECT_EQ(ladder_of(model).rungs[0].reason, "not measured yet");
}

}  // namespace
}  // namespace livewarp::ui
