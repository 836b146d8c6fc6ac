#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/base/temporary_file.h"
#include "app/serve/frame_server.h"
#include "app/serve/testing/serve_client.h"

namespace livewarp::test {

/// A server at a port that was free, and what its viewers do.
class ServedTest : public testing::Test {
 private:
  // Before the server, which tells of those who leave to its very end.
  PrivateFolder folder_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<ViewerInput> inputs_;

 protected:
  /// Generous: a busy machine, and a sanitizer.
  static constexpr PlainSocket::Patience patience{20'000};

  ServedTest() {
    options.port = 0;
    options.page = "<p>the page";
    options.uploads = folder_.path();
    restart();
  }
  /// With the options as they are now.
  void restart() {
    server.reset();
    server = std::make_unique<FrameServer>(options, [this](const ViewerInput& input) {
      const std::lock_guard lock(mutex_);
      inputs_.push_back(input);
      came_.notify_all();
    });
  }

  bool wait_for_inputs(std::size_t count) {
    std::unique_lock lock(mutex_);
    return came_.wait_for(lock, patience, [&] { return inputs_.size() >= count; });
  }
  ViewerInput input(std::size_t index) {
    if (!wait_for_inputs(index + 1)) ADD_FAILURE() << "there is no input " << index;
    const std::lock_guard lock(mutex_);
    return index < inputs_.size() ? inputs_[index] : ViewerInput{};
  }
  template <class Condition>
  static bool wait(Condition condition) {
    const auto limit = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  void send(std::uint32_t number, std::size_t bytes = 1000) const {
    auto frame = std::make_shared<EncodedFrame>();
    *frame = {Codec::jpeg, true, 64, 48, number, std::vector<std::uint8_t>(bytes, 'a')};
    server->send(frame);
  }

  ServeOptions options;
  std::unique_ptr<FrameServer> server;
};

}  // namespace livewarp::test
