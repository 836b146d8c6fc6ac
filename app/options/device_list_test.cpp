#include "app/options/device_list.h"

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

std::string refusal_of_devices(const std::string& text) {
  try {
    parse_devices(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(DeviceList, IsReadInItsOrderAndMayNameOneTwice) {
  EXPECT_EQ(parse_devices("0"), (std::vector<int>{0}));
  EXPECT_EQ(parse_devices("3,1,2"), (std::vector<int>{3, 1, 2}));
  EXPECT_EQ(parse_devices("0,0"), (std::vector<int>{0, 0}));
}

TEST(DeviceList, WhatIsNoListIsASentence) {
  EXPECT_EQ(refusal_of_devices(""), "--devices : a number is missing");
  EXPECT_EQ(refusal_of_devices("0,,1"), "--devices 0,,1: a number is missing");
  EXPECT_EQ(refusal_of_devices("0,"), "--devices 0,: a number is missing");
  EXPECT_EQ(refusal_of_devices("0,x"), "--devices 0,x: x is no number of a GPU");
  EXPECT_EQ(refusal_of_devices("0, 1"), "--devices 0, 1:  1 is no number of a GPU");
  EXPECT_EQ(refusal_of_devices("1.5"), "--devices 1.5: 1.5 is no number of a GPU");
  EXPECT_EQ(refusal_of_devices("-1"), "--devices -1: \u2212"
                                      "1 must be 0 \u2026 1,023");
  EXPECT_EQ(refusal_of_devices("4096"), "--devices 4096: 4,096 must be 0 \u2026 1,023");
  EXPECT_EQ(refusal_of_devices("99999999999999999999"),
            "--devices 99999999999999999999: 99999999999999999999 is no number of a GPU");
  EXPECT_EQ(refusal_of_devices("0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"),
            "--devices 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0: 17 are named, at most 16 may be");
}

TEST(DeviceList, AGpuThatIsNotThereOrCannotHasAReason) {
  Machine machine;
  machine.gpu_reason = "no CUDA device: none";
  EXPECT_EQ(device_refusal(0, machine), "no CUDA device: none");
  machine.gpus.resize(1);
  EXPECT_EQ(device_refusal(0, machine), "");
  EXPECT_EQ(device_refusal(1, machine), "this machine has GPU 0 alone");
  machine.gpus.resize(4);
  for (int i = 0; i < 4; ++i) machine.gpus[std::size_t(i)].index = i;
  machine.gpus[3].reason = "too old";
  EXPECT_EQ(device_refusal(2, machine), "");
  EXPECT_EQ(device_refusal(3, machine), "too old");
  EXPECT_EQ(device_refusal(4, machine), "this machine has GPUs 0 \u2026 3");
}

}  // namespace
}  // namespace livewarp
