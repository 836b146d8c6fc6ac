// What counts as said by a frame.
#include <gtest/gtest.h>

#include "ui/widgets/widgets.h"

namespace livewarp::ui {
namespace {

Written line(const char* text, float x0, float baseline) {
  return {.text = text, .x0 = x0, .baseline = baseline};
}

TEST(Says, AWrappedTextWhereverItIsWrapped) {
  const std::vector<Written> words{line("a label", 10, 20), line("nbody has no", 60, 40),
                                   line("variant of", 60, 60), line("that name", 60, 80)};
  EXPECT_TRUE(says(words, "label"));
  EXPECT_TRUE(says(words, "has no variant"));
  EXPECT_TRUE(says(words, "nbody has no variant of that name"));
  EXPECT_FALSE(says(words, "variant nonesuch"));
}

TEST(Says, WhatStandsElsewhereIsAnotherText) {
  const std::vector<Written> words{line("median", 10, 20), line("of", 40, 20), line("up", 40, 40),
                                   line("again", 40, 20)};
  EXPECT_FALSE(says(words, "median of")) << "beside it";
  EXPECT_TRUE(says(words, "of up"));
  EXPECT_FALSE(says(words, "up again")) << "above it";
  EXPECT_FALSE(says({}, "anything"));
}

}  // namespace
}  // namespace livewarp::ui
