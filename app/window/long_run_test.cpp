// A window that runs for very long, without window and OpenGL: LIVEWARP_FRAMES says how many frames
// (2,000 otherwise, fewer under sanitizers). scripts/soak takes a day's, with a clock that is sped
// up.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <ratio>
#include <string>

#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"

namespace livewarp {
namespace {

double resident_mib() {
  long pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

long frames_wanted() {
  const char* const text = std::getenv("LIVEWARP_FRAMES");
#if defined(LIVEWARP_SANITIZED)
  constexpr long usual = 300;
#else
  constexpr long usual = 2000;
#endif
  return text && *text ? std::atol(text) : usual;
}

void press(LiveLoop& live, ImGuiKey key) {
  for (const bool down : {true, false}) {
    ImGui::GetIO().AddKeyEvent(key, down);
    live.frame();
    live.after_frame();
  }
}

/// Steps run all the time; somebody changes the variant now and then, and opens and closes the
/// graphs.
TEST(LongRun, KeepsItsMemory) {
  const Registry registry;
  const Machine machine = test::machine_without_gpu();
  Choice start = default_choice(*registry.find("heat"), "vector", Backend::cpu);
  start.problem["nx"] = start.problem["ny"] = std::int64_t{64};
  LiveOptions options;
  options.keep_settings = false;
  options.cuda_executor = Executor::emulator;
  ui::Ui ui(ui_options(options));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry, machine, start, options);
  const long frames = frames_wanted(), change = std::max(50L, frames / 2000);
  const auto began = std::chrono::steady_clock::now();
  double early = 0;
  for (long k = 0; k < frames && !testing::Test::HasFailure(); ++k) {
    live.wait();
    live.frame();
    live.after_frame();
    if (k % change == 0) press(live, ImGuiKey((k / change) % 3 + ImGuiKey_1));
    if (k % (5 * change) == 0) press(live, ImGuiKey_G);
    if (k == frames / 4) early = resident_mib();
  }
  const double late = resident_mib();
  const std::chrono::duration<double, std::ratio<3600>> hours =
      std::chrono::steady_clock::now() - began;
  const std::string figures = std::to_string(frames) + " frames, " + std::to_string(hours.count()) +
                              " hours by the clock: " + std::to_string(early) +
                              " MiB after a quarter of them, " + std::to_string(late) +
                              " MiB at the end";
  if (std::getenv("LIVEWARP_FRAMES")) std::cout << figures << std::endl;
  EXPECT_GT(live.session().steps(), 0);
#if !defined(LIVEWARP_SANITIZED)                  // their own memory grows
  EXPECT_LE(late, 1.02 * early + 12) << figures;  // what checks and graphs hold comes and goes
#endif
}

}  // namespace
}  // namespace livewarp
