#include "app/serve/frame_slots.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class FrameSlotsTest : public testing::Test {
 protected:
  static FrameSlots::Frame frame(std::uint32_t number, Codec codec = Codec::jpeg, bool key = true) {
    auto made = std::make_shared<EncodedFrame>();
    made->number = number;
    made->codec = codec;
    made->key = key;
    return made;
  }
  /// The number that is to be written now; 0: none.
  std::uint32_t offer(std::uint32_t number) { return number_of(slots.offer(frame(number), now)); }
  std::uint32_t offer_delta(std::uint32_t number) {
    return number_of(slots.offer(frame(number, Codec::h264, false), now));
  }
  std::uint32_t offer_key(std::uint32_t number) {
    return number_of(slots.offer(frame(number, Codec::h264), now));
  }
  std::uint32_t next() { return number_of(slots.next(now)); }
  void arrive(std::uint32_t number) {
    slots.written(number);
    slots.shown(number, now);
  }
  static std::uint32_t number_of(const FrameSlots::Frame& one) { return one ? one->number : 0; }

  FrameSlots slots;
  FrameSlots::Time now{1h};
};

TEST_F(FrameSlotsTest, TheNewestWaits) {
  EXPECT_EQ(offer(1), 1u);
  EXPECT_TRUE(slots.has_room());
  EXPECT_EQ(offer(2), 2u);
  EXPECT_FALSE(slots.has_room());
  EXPECT_EQ(offer(3), 0u);
  EXPECT_EQ(offer(4), 0u);
  EXPECT_EQ(slots.dropped(), 1u);
  EXPECT_EQ(next(), 0u) << "there is no room yet";
  slots.written(1);
  EXPECT_EQ(next(), 0u) << "it is not shown yet";
  slots.shown(1, now);
  EXPECT_EQ(next(), 4u);
  EXPECT_EQ(next(), 0u);
}

TEST_F(FrameSlotsTest, AShownFrameVouchesForThoseBefore) {
  offer(1);
  offer(2);
  slots.written(1);
  slots.written(2);
  now += 30ms;
  const auto took = slots.shown(2, now);
  ASSERT_TRUE(took);
  EXPECT_NEAR(took->count(), 0.030, 1e-9);
  EXPECT_FALSE(slots.shown(1, now)) << "it has been vouched for";
  EXPECT_FALSE(slots.shown(77, now)) << "it was never sent";
  EXPECT_EQ(offer(3), 3u);
  EXPECT_EQ(offer(4), 4u);
}

TEST_F(FrameSlotsTest, WhatIsBeingWrittenKeepsItsPlace) {
  offer(1);
  offer(2);
  slots.shown(2, now);
  EXPECT_FALSE(slots.has_room()) << "a page that lies does not fill the memory";
  slots.written(1);
  EXPECT_TRUE(slots.has_room());
}

TEST_F(FrameSlotsTest, AGapOfH264EndsWithAFrameThatStandsAlone) {
  slots.set_codec(Codec::h264);
  EXPECT_TRUE(slots.needs_key());
  EXPECT_EQ(offer_delta(1), 0u);
  EXPECT_EQ(offer(2), 0u) << "JPEG is for others";
  EXPECT_EQ(offer_key(3), 3u);
  EXPECT_FALSE(slots.needs_key());
  EXPECT_EQ(offer_delta(4), 4u);
  EXPECT_EQ(offer_delta(5), 0u);
  EXPECT_FALSE(slots.needs_key()) << "5 waits, nothing is lost";
  EXPECT_EQ(offer_delta(6), 0u);
  EXPECT_TRUE(slots.needs_key()) << "6 is lost";
  arrive(3);
  EXPECT_EQ(next(), 5u) << "what waited can be decoded";
  arrive(4);
  EXPECT_EQ(offer_delta(7), 0u);
  EXPECT_EQ(offer_key(8), 8u);
  EXPECT_FALSE(slots.needs_key());
  EXPECT_EQ(slots.dropped(), 3u) << "1, 6 and 7";
}

TEST_F(FrameSlotsTest, AFrameThatStandsAloneTakesThePlaceOfWhatWaits) {
  slots.set_codec(Codec::h264);
  offer_key(1);
  offer_delta(2);
  offer_delta(3);
  offer_delta(4);
  EXPECT_EQ(offer_key(5), 0u);
  EXPECT_FALSE(slots.needs_key());
  arrive(1);
  EXPECT_EQ(next(), 5u);
  arrive(2);
  EXPECT_EQ(offer_delta(6), 6u);
}

TEST_F(FrameSlotsTest, AHiddenPageGetsNothing) {
  slots.set_codec(Codec::h264);
  offer_key(1);
  slots.set_hidden(true);
  EXPECT_FALSE(slots.has_room());
  EXPECT_EQ(offer_delta(2), 0u);
  slots.set_hidden(false);
  EXPECT_TRUE(slots.needs_key());
  EXPECT_EQ(slots.dropped(), 0u) << "nobody wanted them";
}

TEST_F(FrameSlotsTest, ALostWordIsForgivenOnce) {
  offer(1);
  offer(2);
  slots.written(1);
  slots.written(2);
  now += 9s;
  EXPECT_EQ(slots.look(now), FrameSlots::State::fine);
  now += 2s;
  EXPECT_EQ(slots.look(now), FrameSlots::State::freed);
  EXPECT_EQ(offer(3), 3u);
  now += 11s;
  EXPECT_EQ(slots.look(now), FrameSlots::State::lost);
}

TEST_F(FrameSlotsTest, AWordOfThePageIsPatienceAnew) {
  for (std::uint32_t number = 1; number < 5; ++number) {
    offer(number);
    slots.written(number);
    now += 11s;
    EXPECT_EQ(slots.look(now), FrameSlots::State::freed);
    offer(number + 100);
    arrive(number + 100);
  }
  now += 60s;
  EXPECT_EQ(slots.look(now), FrameSlots::State::fine) << "it owes nothing";
}

}  // namespace
}  // namespace livewarp
