// A hand that cannot leave the knobs alone: mode of memory and way to the screen change before every step. That costs
// neither memory nor a bit of the state.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>

#include <unistd.h>

#include "app/session_fixture.h"
#include "kernels/core/error.h"
#include "kernels/core/executors.h"
#include "render/display.h"
#include "render/offscreen.h"

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

  /// A small problem for the row with which a workload begins, resting.
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
class GpuSwitches : public Switches {};

// The same by hand of the host: what changes is what the session does, not where memory lies.
TEST_F(Switches, OfModesKeepTheStateFromSource) {
  const Workload& workload = *registry_.find("heat");
  const Choice choice = small_choice(workload);
  Session still(registry_, machine_, choice, Executor::simt);
  Session switched(registry_, machine_, choice, Executor::simt);
  const std::vector<MemoryMode>& modes = workload.find(choice.variant)->memory_modes;
  test::MemoryTarget target;
  for (int i = 0; i < 20; ++i) {
    Choice wanted = choice;
    wanted.memory = modes[std::size_t(i) % modes.size()];
    switched.apply(wanted);
    one_step(switched);
    EXPECT_EQ(switched.choice().memory, wanted.memory);
    switched.publish(target, true);
    one_step(still);
  }
  EXPECT_EQ(switched.snapshot().fields, still.snapshot().fields);
  EXPECT_EQ(switched.snapshot().steps, still.snapshot().steps);
}

TEST_F(GpuSwitches, AThousandOfModesAndPathsCostNoMemoryAndNoBit) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  std::optional<Offscreen> gl;
  try {
    gl.emplace(OffscreenOptions{.cuda_device = 0, .debug = true});
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  if (const GlCudaDevice drawing = cuda_device_of_gl_context(); drawing.index < 0)
    GTEST_SKIP() << drawing.reason;
  constexpr int switches = 1000, settled = 100;
  for (const char* const name : {"nbody", "heat", "scaling"}) {
    const Workload& workload = *registry_.find(name);
    const Choice choice = small_choice(workload);
    std::vector<Setting> settings;
    for (const MemoryMode memory : workload.find(choice.variant)->memory_modes)
      if (memory_refusal(memory, machine.gpus.front()).empty())
        for (const DisplayPath path :
             {DisplayPath::interop, DisplayPath::buffer, DisplayPath::copy})
          settings.push_back({memory, path});
    ASSERT_GE(settings.size(), 9u) << name;
    Session switched(registry_, machine, choice), still(registry_, machine, choice);
    std::unique_ptr<Display> display;
    std::size_t host_before = 0, gpu_before = 0;
    for (int i = 0; i < switches; ++i) {
      const Setting& setting = settings[std::size_t(i) % settings.size()];
      Choice wanted = choice;
      wanted.memory = setting.memory;
      wanted.display = setting.display;
      switched.apply(wanted);
      ASSERT_NO_FATAL_FAILURE(one_step(switched));
      ASSERT_EQ(switched.choice().memory, setting.memory) << name;
      display.reset();
      display = make_display({.wanted = setting.display, .cuda = true});
      ASSERT_EQ(display->status().path, setting.display) << display->status().reason;
      ASSERT_TRUE(switched.publish(*display, true)) << name;
      ASSERT_FALSE(display->finish().empty()) << name;
      ASSERT_NO_FATAL_FAILURE(one_step(still));
      if (i + 1 == settled || i + 1 == switches) {
        // Both times in the same setting, with all of them seen before.
        display.reset();
        switched.apply(choice);
        ASSERT_TRUE(run(switched, 60s, [&] { return !switched.preparing(); }));
        if (i + 1 == settled) {
          host_before = host_bytes();
          gpu_before = cuda_free_bytes();
        }
      }
    }
    EXPECT_EQ(switched.snapshot().fields, still.snapshot().fields) << name;
    EXPECT_EQ(switched.snapshot().steps, switches) << name;
    constexpr std::size_t mib = std::size_t{1} << 20;
    std::printf("%s: %d switches, host %+.1f MiB, GPU %+.1f MiB\n", name, switches - settled,
                (double(host_bytes()) - double(host_before)) / mib,
                (double(gpu_before) - double(cuda_free_bytes())) / mib);
    EXPECT_LT(host_bytes(), host_before + 16 * mib) << name;
    EXPECT_LE(gpu_before, cuda_free_bytes() + 2 * mib) << name;
  }
  gl->poll_errors();
  EXPECT_EQ(gl->gl_errors(), 0) << gl->first_gl_error();
}

}  // namespace
}  // namespace livewarp
