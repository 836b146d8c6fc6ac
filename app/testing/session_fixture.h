#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "app/session/session.h"
#include "app/testing/test_context.h"

/// What tests of the session share.
namespace livewarp::test {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

/// What a frame does with a session.
inline void tick(Session& session) {
  session.collect();
  session.start_steps(12);
}

class SessionTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();

  Choice choice(const std::string& variant, std::int64_t n) const {
    Choice result = default_choice(*registry_.find("nbody"), variant, Backend::cpu);
    result.problem["n"] = n;
    return result;
  }

  /// Runs frames until `done` or for `limit`; returns whether it was done. With `between` frames as
  /// a window has them steps leave a GPU free in turn.
  static bool run(Session& session, std::chrono::milliseconds limit,
                  const std::function<bool()>& done, std::chrono::milliseconds between = 1ms) {
    const auto end = SteadyClock::now() + limit;
    while (SteadyClock::now() < end) {
      tick(session);
      if (done()) return true;
      std::this_thread::sleep_for(between);
    }
    return false;
  }
  /// What the user was told.
  static std::string told(Session& session) {
    std::string all;
    for (const Notice& notice : session.notices().current()) all += notice.text + '\n';
    return all;
  }
  /// Frames that let a job measure, until it has ended.
  static bool run_job(Session& session, std::chrono::milliseconds limit) {
    return run(session, limit, [&] {
      if (session.job() && session.job()->wait_for_turn(1ms)) session.job()->end_turn();
      return session.job() == nullptr;
    });
  }
  static void run_for(Session& session, std::chrono::milliseconds time) {
    run(session, time, [] { return false; });
  }
};

/// Plain memory as a display target.
class MemoryTarget final : public DisplayTarget {
 public:
  PicturePlace begin(const PictureSpec& wanted, void*) override {
    spec = wanted;
    bytes.assign(spec.bytes(), std::byte{0xFF});
    return bytes.data();
  }
  void end(void*) override {}
  /// Of a pixel of a field.
  float value(int x, int y) const {
    float result = 0;
    std::memcpy(&result,
                bytes.data() + 8 * (std::size_t(y) * std::size_t(spec.width) + std::size_t(x)),
                sizeof result);
    return result;
  }
  PictureSpec spec;
  std::vector<std::byte> bytes;
};

/// The same on the machine as it is; skipped without a GPU.
class GpuSessionTest : public SessionTest {
 protected:
  GpuSessionTest() { machine_ = detect_machine(); }
  void SetUp() override {
    if (!machine_.has_gpu()) GTEST_SKIP() << machine_.gpu_reason;
  }
};

}  // namespace livewarp::test
