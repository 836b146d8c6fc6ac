#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "app/base/running_child.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"

namespace livewarp::test {

/// `livewarp serve` on any port that is free, without a display and with settings of its own.
class ServedProgram {
 public:
  /// `words` follow "serve". Returns once it has written its links, or has ended.
  explicit ServedProgram(const std::vector<std::string>& words) {
    ChildRequest request{{program_of_build().string(), "serve"},
                         {"XDG_CONFIG_HOME=" + folder_.file("settings"), "DISPLAY",
                          "WAYLAND_DISPLAY", "LIBGL_ALWAYS_SOFTWARE=1"}};
    request.command.insert(request.command.end(), words.begin(), words.end());
    request.command.insert(request.command.end(), {"--port", "0"});
    child_ = std::make_unique<RunningChild>(request);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (child_->out().find("Ctrl+C") == std::string::npos &&
           std::chrono::steady_clock::now() < end && child_->listen(std::chrono::milliseconds(200)))
      ;
  }

  std::string steering_link() const { return behind("  steer  "); }
  std::string watching_link() const { return behind("  watch  "); }
  /// Memory that is its own and in use, in MB.
  double resident_mb() const {
    std::ifstream status("/proc/" + std::to_string(child_->id()) + "/status");
    std::string word;
    double kb = 0;
    while (status >> word)
      if (word == "VmRSS:") status >> kb;
    return kb / 1024;
  }
  /// Asks it to end (SIGTERM), and says with which code it did.
  int end() {
    child_->end(std::chrono::seconds(20));
    return child_->wait();
  }
  int wait() { return child_->wait(); }
  std::string file(const std::string& name) const { return folder_.file(name); }
  RunningChild& child() { return *child_; }

 private:
  std::string behind(const std::string& word) const {
    const std::string& out = child_->out();
    const auto at = out.find(word);
    EXPECT_NE(at, std::string::npos) << out << child_->error();
    if (at == std::string::npos) return {};
    const auto begin = at + word.size();
    return out.substr(begin, out.find('\n', begin) - begin);
  }

  TemporaryFolder folder_;
  std::unique_ptr<RunningChild> child_;
};

}  // namespace livewarp::test
