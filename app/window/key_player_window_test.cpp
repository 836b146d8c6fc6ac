// A key script in a real window: its keys arrive, what it expects is waited for, its shots are
// taken.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "app/measure/context.h"
#include "app/testing/test_context.h"
#include "app/window/window_app.h"

namespace livewarp {
namespace {

class KeyPlayerWindow : public testing::Test {
 protected:
  int play(const std::string& script) {
    std::ofstream(folder_.file("a.keys")) << script;
    LiveOptions options;
    options.keep_settings = options.vsync = false;
    options.width = 1280;
    options.height = 720;
    options.for_seconds = 120;
    options.keys = folder_.file("a.keys");
    options.keys_speed = 100;
    options.shots = folder_.file("shots");
    options.words = &words_;
    options.given = {"n"};
    Choice start = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    start.problem["n"] = std::int64_t{400};
    return run_window(registry_, machine_, start, options);
  }

  const test::TemporaryFolder folder_;
  const Registry registry_;
  const Machine machine_ = test::machine_without_gpu();
  std::ostringstream words_;
};

TEST_F(KeyPlayerWindow, KeysGoWhereAUsersGo) {
  EXPECT_EQ(play("expect timed within 60 s\n"
                 "say \"It runs\"\n"
                 "key Up\n"
                 "expect variant scalar\n"
                 "expect timed within 60 s\n"
                 "report scalar.json\n"
                 "key 3\n"
                 "expect variant vector\n"
                 "key +\n"
                 "expect n 800\n"
                 "key Space\n"
                 "expect paused\n"
                 "key Space\n"
                 "expect running\n"
                 "key Ctrl+z\n"
                 "expect n 400\n"
                 "expect running\n"
                 "expect variant vector\n"
                 "gpu expect variant none\n"
                 "key F1\n"
                 "expect says \"Keys and mouse\"\n"
                 "shot help.png\n"
                 "key Esc\n"
                 "expect silent \"Keys and mouse\"\n"
                 "wait 20 s\n"
                 "key Ctrl+q\n"),
            exit_ok);
  EXPECT_NE(words_.str().find("It runs\n"), std::string::npos) << words_.str();
  EXPECT_GT(std::filesystem::file_size(folder_.file("shots/help.png")), 10'000u);
  std::ifstream file(folder_.file("shots/scalar.json"));
  const auto report = nlohmann::json::parse(file);
  EXPECT_EQ(report["variant"], "scalar");
  EXPECT_TRUE(report["verified"]);
  EXPECT_GE(report["step_ms"]["count"], 20);
  EXPECT_GE(report["frame_ms"]["count"], 1);
  EXPECT_GT(report["frame_ms"]["median"], 0);
}

TEST_F(KeyPlayerWindow, WhatDoesNotComeIsSaid) {
  try {
    play("key 2\n"
         "expect variant threads within 1 s\n");
    FAIL() << "it was taken for so";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              folder_.file("a.keys") +
                  ":2: expected variant threads within 1 s, but it is scalar; see " +
                  folder_.file("shots/unexpected.png"));
    EXPECT_GT(std::filesystem::file_size(folder_.file("shots/unexpected.png")), 1000u);
  }
}

}  // namespace
}  // namespace livewarp
