#include "app/edit/gpu_message.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(GpuMessage, StandsAtTheUsersLine) {
  const auto messages = read_gpu_messages(
      "/livewarp-edited/a/my.cuh(12): error: identifier \"x\" is undefined\n"
      "      x = 1;\n      ^\n\n"
      "/livewarp-edited/a/my.cuh(3): warning #177-D: variable \"y\" was declared but never "
      "referenced\n\n"
      "kernels/heat/cuda/heat.cuh(7): warning #1-D: not the user's\n"
      "1 error detected in the compilation of \"kernels.cu\".\n",
      "a/my.cuh");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].line, 12);
  EXPECT_TRUE(messages[0].error);
  EXPECT_EQ(messages[0].text, "identifier \"x\" is undefined");
  EXPECT_FALSE(messages[1].error);
}

TEST(GpuMessage, OfAHeaderIsToldOfTheLineThatAsks) {
  const auto messages = read_gpu_messages(
      "kernels/heat/cuda/heat.cuh(77): error: no operator \"*\" matches these operands\n"
      "          detected during instantiation of \"void edited::k(T) [with T=float]\" at line 20 "
      "of /livewarp-edited/my.cuh\n",
      "my.cuh");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].line, 20);
}

TEST(GpuMessage, OfTheAssemblerHasNoPlace) {
  const auto messages = read_gpu_messages(
      "ptxas error   : Entry function 'k' uses too much shared data (0x100000 bytes, 0xc000 max)\n",
      "my.cuh");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].line, 0);
  EXPECT_EQ(messages[0].text,
            "Entry function 'k' uses too much shared data (0x100000 bytes, 0xc000 max)");
}

}  // namespace
}  // namespace livewarp
