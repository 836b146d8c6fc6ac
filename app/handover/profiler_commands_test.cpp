#include "app/handover/profiler_commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/options/choice_options.h"
#include "app/program/command_line.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

/// The words of a command as a shell takes them apart: here quotes stand around whole words alone.
std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : line + " ") {
    if (c == '\'') quoted = !quoted;
    if (c == '\'') continue;
    if (c == ' ' && !quoted) {
      if (!word.empty()) words.push_back(std::exchange(word, {}));
      continue;
    }
    word += c;
  }
  return words;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

TEST(ProfilerCommands, AKernelIsCalledAsItsFunction) {
  EXPECT_EQ(kernel_function("nbody_tile<4, Fast>"), "nbody_tile");
  EXPECT_EQ(kernel_function("heat::shared<float>"), "shared");
  EXPECT_EQ(kernel_function("copy"), "copy");
  EXPECT_EQ(kernel_function(""), "");
}

TEST(ProfilerCommands, NcuLooksAtOneLaunchOfTheMainKernelAsABenchMakesIt) {
  const Registry registry;
  const Workload& nbody = *registry.find("nbody");
  Choice choice = default_choice(nbody, "shared", Backend::cuda);
  choice.launch["block"] = std::string("64");
  choice.problem["n"] = std::int64_t{4096};
  choice.paused = true;
  choice.steps_per_frame = 7;
  const std::string kernel = kernel_function(main_kernel(nbody, choice));
  EXPECT_FALSE(kernel.empty());
  const std::vector<std::string> words =
      shell_words(profiler_command(Profiler::ncu, nbody, choice, main_kernel(nbody, choice)));
  EXPECT_EQ(words.front(), "ncu");
  const auto value = [&](const std::string& option) {
    const auto at = std::ranges::find(words, option);
    return at == words.end() || at + 1 == words.end() ? "" : *(at + 1);
  };
  EXPECT_EQ(value("--kernel-name"), "regex:(^|::)" + kernel + "$");
  EXPECT_EQ(value("--profile-from-start"), "off") << "checks come first";
  EXPECT_EQ(value("--clock-control"), "none");
  EXPECT_EQ(value("--cache-control"), "none");
  EXPECT_EQ(value("--launch-count"), "1");
  EXPECT_EQ(value("--block"), "64");
  EXPECT_EQ(value("--n"), "4096");
  EXPECT_TRUE(has(words, "--capture"));
  EXPECT_FALSE(has(words, "--paused") || has(words, "--steps-per-frame"))
      << "of the window, which a bench has not";
}

/// Whatever is copied is a bench that this program takes, of the very problem and launch.
TEST(ProfilerCommands, EveryVariantHasACommandThatIsUnderstood) {
  const Registry registry;
  const Machine machine = test::machine_without_gpu();
  int commands = 0;
  for (const Workload* workload : workloads_of(registry)) {
    for (const VariantInfo* variant : workload->variants()) {
      for (const Profiler profiler : {Profiler::ncu, Profiler::nsys}) {
        if (!profiler_reason(*variant, profiler).empty()) continue;
        const Choice choice = default_choice(*workload, variant->name, Backend::cuda);
        const std::string line = profiler_command(profiler, *workload, choice, "k<1>");
        std::vector<std::string> words = shell_words(line);
        const auto own = std::ranges::find(words, "livewarp");
        ASSERT_NE(own, words.end()) << line;
        words.erase(words.begin(), own + 1);
        EXPECT_NO_THROW({
          const Invocation asked = parse_command_line(workloads_of(registry), machine, words);
          EXPECT_TRUE(asked.command) << line;
        }) << line;
        ++commands;
      }
    }
  }
  EXPECT_GT(commands, 50);
}

TEST(ProfilerCommands, MainKernelsAreFoundWithoutAGpu) {
  const Registry registry;
  std::set<std::string> without;
  for (const Workload* workload : workloads_of(registry))
    for (const VariantInfo* variant : workload->variants())
      if (variant->backend == Backend::cuda && !variant->gpu_only && !variant->missing &&
          main_kernel(*workload, default_choice(*workload, variant->name, Backend::cuda)).empty())
        without.insert(workload->info().name + " " + variant->name);
  EXPECT_EQ(without, std::set<std::string>{});
}

TEST(ProfilerCommands, WhatHasNoKernelsSaysSo) {
  const Registry registry;
  const VariantInfo& cpu = *registry.find("nbody")->find("vector");
  for (const Profiler profiler : {Profiler::ncu, Profiler::nsys})
    EXPECT_EQ(profiler_reason(cpu, profiler),
              cpu.title + " runs on the CPU: it has no kernels to profile.");
  const VariantInfo& library = *registry.find("scaling")->find("npp");
  EXPECT_EQ(profiler_reason(library, Profiler::ncu),
            library.title + " calls a library: it has no kernel of its own to look into.");
  EXPECT_EQ(profiler_reason(library, Profiler::nsys), "");
  EXPECT_EQ(profiler_reason(*registry.find("nbody")->find("shared"), Profiler::ncu), "");
}

}  // namespace
}  // namespace livewarp
