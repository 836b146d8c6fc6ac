// `livewarp serve` as a whole, without a display: it is steered, watched, and ended.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <numeric>
#include <thread>

#include "app/base/child_process.h"
#include "app/browser/testing/served_program.h"
#include "app/measure/context.h"
#include "app/serve/testing/serve_client.h"
#include "app/testing/off_screen.h"
#include "app/testing/test_commands.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::content_of;
using test::PageClient;
using test::ServedProgram;

class ServeProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = test::why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
    if (!std::filesystem::exists(test::program_of_build()))
      GTEST_SKIP() << test::program_of_build() << " is not there";
  }
};

/// Frames that come to the page within that time.
std::size_t frames_within(PageClient& page, std::chrono::milliseconds time) {
  const std::size_t before = page.frames;
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) page.hear("no text has that", 20ms);
  return page.frames - before;
}

TEST_F(ServeProgram, IsSteeredByKeysAndEndsInOrder) {
  const test::TemporaryFolder folder;
  ServedProgram program({"heat", "--nx", "257", "--ny", "257", "--backend", "cpu", "--variant",
                         "scalar", "--report", folder.file("report.json")});
  PageClient page(program.steering_link());
  ASSERT_TRUE(page.see(3, 30s)) << program.child().error();
  page.send(R"({"t":"key","code":"ArrowDown","key":"ArrowDown","down":true})");
  page.send(R"({"t":"key","code":"ArrowDown","key":"ArrowDown","down":false})");
  ASSERT_TRUE(page.see(page.frames + 30, 60s));
  frames_within(page, 600ms);  // figures are looked at four times a second
  EXPECT_EQ(program.end(), exit_ok) << program.child().error();
  const auto report = nlohmann::json::parse(content_of(folder.file("report.json")));
  EXPECT_EQ(report["variant"], "vector") << "the one after scalar";
  EXPECT_EQ(report["gl_errors"], 0) << report["first_gl_error"];
  EXPECT_GE(report["served"]["frames_sent"], 30);
  EXPECT_GT(report["served"]["encode_ms"], 0);
  ASSERT_TRUE(page.end(10s)) << "the page is told";
}

TEST_F(ServeProgram, SaysWhoHasThePort) {
  ServedProgram program({"heat", "--nx", "64", "--ny", "64"});
  const test::Link link(program.steering_link());
  const ChildOutput second = run_child({.command = {test::program_of_build().string(), "serve",
                                                    "heat", "--port", std::to_string(link.port)}},
                                       "", 60s);
  EXPECT_EQ(second.status, exit_bad_request);
  EXPECT_NE(second.error.find("port " + std::to_string(link.port)), std::string::npos)
      << second.error;
  EXPECT_EQ(program.end(), exit_ok);
}

/// One who steers, twenty who look on, and one who has stopped to read. A number of seconds in
/// LIVEWARP_SERVE_SECONDS makes it a long run on a quiet machine, which is held to more.
TEST_F(ServeProgram, WhoLooksOnSlowsNobody) {
  const char* const given = std::getenv("LIVEWARP_SERVE_SECONDS");
  const std::chrono::seconds time(given ? std::atoi(given) : 3);
  ServedProgram program({"heat", "--nx", "512", "--ny", "512", "--backend", "cpu"});
  PageClient desk(program.steering_link());
  ASSERT_TRUE(desk.see(60, 60s)) << program.child().error();
  const auto alone = double(frames_within(desk, 3s)) / 3;

  std::atomic<bool> over = false;
  std::atomic<std::size_t> seen_by_all = 0;
  std::vector<std::jthread> hall;
  for (int i = 0; i < 20; ++i)
    hall.emplace_back([&] {
      PageClient page(program.watching_link());
      while (!over) page.hear("no text has that", 50ms);
      seen_by_all += page.frames;
    });
  test::WebClient::Options slow;
  slow.receive_bytes = 4096;
  PageClient stuck(program.watching_link(), slow);
  ASSERT_TRUE(desk.hear("\"viewers\":22", 20s));
  frames_within(desk, 1s);
  const double memory_before = program.resident_mb();
  const auto watched = double(frames_within(desk, time)) / double(time.count());
  const double memory_after = program.resident_mb();
  over = true;
  hall.clear();
  RecordProperty("frames_alone", std::to_string(alone));
  RecordProperty("frames_watched", std::to_string(watched));
  std::cout << alone << " frames/s alone, " << watched << " with 21 who look on; " << memory_before
            << " MB before, " << memory_after << " MB after\n";
  EXPECT_GT(seen_by_all, 20u * 5) << "they see it too";
  // On cores that all of them share, tests beside it included, only a collapse is a fault.
  EXPECT_GT(watched, (given ? 0.95 : 0.3) * alone);
  EXPECT_LT(memory_after, (given ? 1.02 : 1.2) * memory_before);
  EXPECT_EQ(program.end(), exit_ok);
}

}  // namespace
}  // namespace livewarp
