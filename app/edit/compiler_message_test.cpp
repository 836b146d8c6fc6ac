#include "app/edit/compiler_message.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(CompilerMessage, StandsAtTheUsersLine) {
  const auto messages = read_compiler_messages(
      "/livewarp-edited/a/my.cuh: In function 'void livewarp::traced_compilation::edited::k()':\n"
      "/livewarp-edited/a/my.cuh:12:7: error: 'x' was not declared in this scope\n"
      "/livewarp-edited/a/my.cuh:3:1: warning: unused variable 'y' [-Wunused-variable]\n"
      "/tmp/edit/kernels/core/device/device.cuh:9:2: warning: not the user's\n",
      "a/my.cuh");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(message_lines(messages),
            "a/my.cuh:12:7: error: 'x' was not declared in this scope\n"
            "a/my.cuh:3:1: warning: unused variable 'y' [-Wunused-variable]\n");
}

TEST(CompilerMessage, OfAHeaderIsToldOfTheLineThatAsks) {
  const auto messages = read_compiler_messages(
      "/tmp/e/kernels/heat/cuda/heat.cuh: In instantiation of 'f':\n"
      "/livewarp-edited/my.cuh:20:5:   required from 'void edited::k(T) [with T = float]'\n"
      "/livewarp-unit:5:9:   required from here\n"
      "/tmp/e/kernels/heat/cuda/heat.cuh:77:3: error: no match for 'operator*'\n",
      "my.cuh");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].line, 20);
  EXPECT_EQ(messages[0].text, "no match for 'operator*'");
}

TEST(CompilerMessage, WhatStandsAroundTheTextCountsOnceAndOnlyAlone) {
  const std::string around = "/livewarp-unit:5:9: error: 'heat_naive' is not a member of "
                             "'livewarp::traced_compilation::edited'\n"
                             "/livewarp-unit:5:19: error: template argument 1 is invalid\n";
  const auto alone = read_compiler_messages(around, "my.cuh");
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].text, "there is no kernel 'heat_naive' in this file");
  const auto beside = read_compiler_messages(
      around + "/livewarp-edited/my.cuh:4:4: error: expected ';'\n", "my.cuh");
  ASSERT_EQ(beside.size(), 1u);
  EXPECT_EQ(beside[0].line, 4);
}

}  // namespace
}  // namespace livewarp
