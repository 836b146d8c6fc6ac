#include <gtest/gtest.h>

#include <chrono>
#include <deque>

#include "app/serve/testing/served_test.h"

namespace livewarp {
namespace {

using Steady = std::chrono::steady_clock;
using ServerGoodbyeTest = test::ServedTest;
using ServerGoodbyeTiming = test::ServedTest;

TEST_F(ServerGoodbyeTest, EverybodyIsToldThatTheServerEnds) {
  std::deque<test::PageClient> pages;
  for (int i = 0; i < 5; ++i) pages.emplace_back(server->watching_link());
  for (test::PageClient& page : pages) ASSERT_TRUE(page.hear("\"you\"", patience));
  server.reset();
  for (test::PageClient& page : pages) {
    ASSERT_TRUE(page.end(patience));
    EXPECT_EQ(page.closed->code, 1001);
    EXPECT_EQ(page.closed->bytes, "The server ends.");
  }
}

TEST_F(ServerGoodbyeTiming, WhoDoesNotAnswerIsNotWaitedFor) {
  std::deque<test::PageClient> pages;
  for (int i = 0; i < 5; ++i) pages.emplace_back(server->watching_link());
  const test::Link link(server->watching_link());
  std::deque<test::PlainSocket> idle;
  for (int i = 0; i < 5; ++i) idle.emplace_back(link.host, link.port);
  ASSERT_TRUE(wait([&] { return server->figures().viewers == 5; }));
  for (std::uint32_t number = 1; number < 4; ++number) send(number, 4'000'000);
  const auto began = Steady::now();
  server.reset();
  EXPECT_LT(Steady::now() - began, std::chrono::milliseconds(1500));
}

TEST_F(ServerGoodbyeTiming, NobodyIsNotWaitedFor) {
  const test::Link link(server->watching_link());
  const test::PlainSocket idle(link.host, link.port);
  const auto began = Steady::now();
  server.reset();
  EXPECT_LT(Steady::now() - began, std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace livewarp
