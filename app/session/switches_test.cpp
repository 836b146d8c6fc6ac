// A hand that cannot leave the knobs alone: mode of memory and way to the screen change before
// every step. That costs neither memory nor a bit of the state.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <optional>

#include <unistd.h>

#include "app/testing/session_fixture.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "render/displays/display.h"
#include "render/gl/offscreen.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class Switches : public test::SessionTest {
 protected:
  /// What a step of the session takes and shows.
  struct Setting {
    MemoryMode memory;
    DisplayPath display;
  };

  /// A small problem for the variant with which a workload begins, resting.
  static Choice small_choice(const Workload& workload) {
    Choice choice = default_choice(workload, workload.info().default_cuda, Backend::cuda);
    choice.problem = workload.check_problems(choice).back();
    choice.paused = true;
    return choice;
  }
  static void one_step(Session& session) {
    const std::int64_t before = session.steps();
    session.single_step();
    ASSERT_TRUE(
        run(session, 240s, [&] { return session.steps() > before && !session.preparing(); }));
  }
  static std::size_t host_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
};
/// Sessions whose pictures reach OpenGL on the GPU that computes.
class GpuSwitches : public Switches {
 protected:
  void SetUp() override {
    machine_ = detect_machine();
    if (!machine_.has_gpu()) GTEST_SKIP() << machine_.gpu_reason;
    try {
      gl_.emplace(OffscreenOptions{.cuda_device = 0, .debug = true});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    if (const GlCudaDevice drawing = cuda_device_of_gl_context(); drawing.index < 0)
      GTEST_SKIP() << drawing.reason;
  }
  void TearDown() override {
    if (!gl_) return;
    gl_->poll_errors();
    EXPECT_EQ(gl_->gl_errors(), 0) << gl_->first_gl_error();
  }

  /// All modes that the GPU has and `wanted` allows, by all paths; from one to the next the mode
  /// changes.
  std::vector<Setting> settings(const Workload& workload,
                                const std::function<bool(MemoryMode)>& wanted) const {
    std::vector<Setting> all;
    const std::string& variant = workload.info().default_cuda;
    for (const DisplayPath path : {DisplayPath::interop, DisplayPath::buffer, DisplayPath::copy})
      for (const MemoryMode memory : workload.find(variant)->memory_modes)
        if (wanted(memory) && memory_refusal(memory, machine_.gpus.front()).empty())
          all.push_back({memory, path});
    return all;
  }

  /// Goes from setting to setting for `switches` steps, each of them shown, and calls `after`
  /// behind each. The state must be that of a run which nobody disturbs.
  void switch_about(const Workload& workload, const std::vector<Setting>& settings, int switches,
                    const std::function<void(int)>& after) {
    const Choice choice = small_choice(workload);
    Session switched(registry_, machine_, choice), still(registry_, machine_, choice);
    for (int i = 0; i < switches; ++i) {
      const Setting& setting = settings[std::size_t(i) % settings.size()];
      Choice wanted = choice;
      wanted.memory = setting.memory;
      wanted.display = setting.display;
      switched.apply(wanted);
      ASSERT_NO_FATAL_FAILURE(one_step(switched));
      ASSERT_EQ(switched.choice().memory, setting.memory) << told(switched);
      ASSERT_NO_FATAL_FAILURE(show(switched, setting.display));
      ASSERT_NO_FATAL_FAILURE(one_step(still));
      after(i);
    }
    EXPECT_EQ(switched.snapshot().fields, still.snapshot().fields);
    EXPECT_EQ(switched.snapshot().steps, switches);
  }

  static void show(Session& session, DisplayPath path) {
    const auto display = make_display({.wanted = path, .cuda = true});
    ASSERT_EQ(display->status().path, path) << display->status().reason;
    ASSERT_TRUE(session.publish(*display, true));
    ASSERT_FALSE(display->finish().empty());
  }

  /// What is in use.
  struct Memory {
    double host_mib, gpu_mib;
  };
  Memory memory() const {
    constexpr double mib = 1 << 20;
    const double of_gpu = double(machine_.gpus.front().memory_bytes);
    return {double(host_bytes()) / mib, (of_gpu - double(cuda_free_bytes())) / mib};
  }

  std::optional<Offscreen> gl_;
};

// The same by hand of the host: what changes is what the session does, not where memory lies.
TEST_F(Switches, OfModesKeepTheStateFromSource) {
  const Workload& workload = *registry_.find("heat");
  const Choice choice = small_choice(workload);
  Session still(registry_, machine_, choice, Executor::emulator);
  Session switched(registry_, machine_, choice, Executor::emulator);
  const std::vector<MemoryMode>& modes = workload.find(choice.variant)->memory_modes;
  test::MemoryTarget target;
  for (int i = 0; i < 20; ++i) {
    Choice wanted = choice;
    wanted.memory = modes[std::size_t(i) % modes.size()];
    switched.apply(wanted);
    one_step(switched);
    EXPECT_EQ(switched.choice().memory, wanted.memory) << told(switched);
    switched.publish(target, true);
    one_step(still);
  }
  EXPECT_EQ(switched.snapshot().fields, still.snapshot().fields);
  EXPECT_EQ(switched.snapshot().steps, still.snapshot().steps);
}

constexpr const char* of_each_kind[] = {"nbody", "heat", "scaling"};

TEST_F(GpuSwitches, AThousandOfModesAndPathsCostNoMemoryAndNoBit) {
  constexpr int switches = 1000, settled = 100, half = (switches + settled) / 2;
  // For managed memory the driver keeps up to 128 MiB, of which it uses up 2 MiB with every switch
  // or two and then begins anew: what is in use rises and falls in some 400 switches. The most of
  // each half is compared.
  constexpr double by_the_driver = 16;
  for (const char* const name : of_each_kind) {
    SCOPED_TRACE(name);
    const Workload& workload = *registry_.find(name);
    const std::vector<Setting> all = settings(workload, [](MemoryMode) { return true; });
    ASSERT_GE(all.size(), 9u);
    Memory before{}, after{};
    const auto note = [&](int i) {
      if (i < settled) return;
      const Memory now = memory();
      Memory& most = i < half ? before : after;
      most = {std::max(most.host_mib, now.host_mib), std::max(most.gpu_mib, now.gpu_mib)};
    };
    ASSERT_NO_FATAL_FAILURE(switch_about(workload, all, switches, note));
    std::printf(
        "%s: most in use, first half and second: host %.1f and %.1f, GPU %.1f and %.1f MiB\n", name,
        before.host_mib, after.host_mib, before.gpu_mib, after.gpu_mib);
    EXPECT_LT(after.host_mib, before.host_mib + 16);
    EXPECT_LT(after.gpu_mib, before.gpu_mib + by_the_driver);
  }
}

// Where no driver keeps memory for later, not one allocation may be left behind.
TEST_F(GpuSwitches, OfModesWithoutAPoolLeaveTheGpusMemoryFlat) {
  const auto own = [](MemoryMode mode) { return !is_managed(mode) && mode != MemoryMode::pool; };
  for (const char* const name : of_each_kind) {
    SCOPED_TRACE(name);
    const Workload& workload = *registry_.find(name);
    const std::vector<Setting> all = settings(workload, own);
    ASSERT_GE(all.size(), 9u);
    // Both times in the same setting, with all of them seen before.
    const int round = int(all.size());
    double before = 0, after = 0;
    const auto note = [&](int i) {
      if (i + 1 == 20 * round) before = memory().gpu_mib;
      after = memory().gpu_mib;
    };
    ASSERT_NO_FATAL_FAILURE(switch_about(workload, all, 50 * round, note));
    std::printf("%s: %d switches, GPU %+.1f MiB\n", name, 30 * round, after - before);
    EXPECT_LE(after, before + 2);
  }
}

}  // namespace
}  // namespace livewarp
