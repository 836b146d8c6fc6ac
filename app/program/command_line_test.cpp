#include "app/program/command_line.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "app/options/choice_options.h"
#include "app/testing/test_context.h"
#include "app/testing/toy_workload.h"
#include "app/testing/window_command_test.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using test::words;

Machine machine_without_gpu() {
  Machine machine;
  machine.cpu.cores = 2;
  machine.gpu_reason = "no GPU in this test";
  return machine;
}

class CommandLine : public ::testing::Test {
 protected:
  Invocation parse(const std::string& line) const {
    return parse_command_line(workloads, machine, words(line));
  }
  Choice choice(const std::string& line) const { return test::window(parse(line)).choice(); }
  LiveOptions options(const std::string& line) const { return test::window(parse(line)).options(); }

  std::unique_ptr<Workload> toy = test::make_toy();
  std::vector<const Workload*> workloads{toy.get()};
  Machine machine = machine_without_gpu();
};

/// Another value than the default wherever there is one.
Value other_value(const Param& param) {
  if (!param.reason.empty()) return param.default_value;
  for (const Option& option : param.options)
    if (option.reason.empty() && option.id != to_text(param.default_value))
      return parse_value(param, option.id);
  switch (param.kind) {
  case ParamKind::toggle: return !std::get<bool>(param.default_value);
  case ParamKind::integer: {
    const auto low = std::int64_t(param.min), high = std::int64_t(param.max);
    return std::get<std::int64_t>(param.default_value) == low ? high : low;
  }
  case ParamKind::real: return param.min + (param.max - param.min) / 3;
  default: return param.default_value;
  }
}

Choice other_choice(const Workload& workload, const VariantInfo& variant) {
  Choice choice = default_choice(workload, variant.name, variant.backend);
  for (const Param& axis : variant.axes) choice.launch[axis.id] = other_value(axis);
  for (const Param& param : workload.info().params)
    (param.group == ParamGroup::view ? choice.view : choice.problem)[param.id] = other_value(param);
  for (const MemoryMode mode : variant.memory_modes)
    if (variant.backend == Backend::cuda) choice.memory = mode;
  choice.display = DisplayPath::copy;
  choice.steps_per_frame = 3;
  choice.paused = true;
  return choice;
}

void round_trips(const std::vector<const Workload*>& workloads) {
  const Machine machine = machine_without_gpu();
  int changed = 0;
  for (const Workload* workload : workloads)
    for (const VariantInfo* variant : workload->variants()) {
      const Choice plain = default_choice(*workload, variant->name, variant->backend);
      const Choice other = other_choice(*workload, *variant);
      for (const Choice& choice : {plain, other}) {
        const std::string line = to_command_line(*workload, choice);
        std::vector<std::string> args = words(line);
        args.erase(args.begin());
        const Invocation invocation = parse_command_line(workloads, machine, args);
        EXPECT_EQ(test::window(invocation).choice(), choice) << line;
      }
      EXPECT_EQ(to_command_line(*workload, plain),
                "livewarp " + workload->info().name + " --variant " + variant->name);
      changed += int(other.launch != plain.launch) + int(other.problem != plain.problem);
    }
  EXPECT_GT(changed, 0);
}

TEST(CommandLineRoundTrip, EveryVariantOfTheRegistry) {
  const Registry registry;
  round_trips(workloads_of(registry));
}
TEST(CommandLineRoundTrip, EveryKindOfParameter) {
  const auto toy = test::make_toy();
  round_trips({toy.get()});
}

// What a workload declares stands beside the options of every command that is about one: CLI11
// takes no name twice.
TEST(CommandLineNames, NoParameterHidesAnOptionOfACommand) {
  const Registry registry;
  const Machine machine = machine_without_gpu();
  std::vector<std::string> commands = command_names();
  for (const Workload* workload : workloads_of(registry)) {
    EXPECT_EQ(std::ranges::count(commands, workload->info().name), 0);
    for (const std::string& command : commands)
      EXPECT_NO_THROW(parse_command_line(workloads_of(registry), machine,
                                         {command, workload->info().name, "--help"}))
          << command << " " << workload->info().name;
    EXPECT_NO_THROW(
        parse_command_line(workloads_of(registry), machine, {workload->info().name, "--help"}));
    for (const VariantInfo* variant : workload->variants()) {
      std::vector<std::string> ids{"help", "version"};
      for (const Param& axis : variant->axes) ids.push_back(axis.id);
      for (const Param& param : workload->info().params) ids.push_back(param.id);
      for (const std::string& id : ids)
        EXPECT_EQ(std::ranges::count(ids, id), 1) << variant->name << " has " << id << " twice";
    }
  }
}

TEST_F(CommandLine, NothingOpensTheWindowWithTheDefaultVariant) {
  EXPECT_EQ(choice(""), default_choice(*toy, "plain", Backend::cpu));
  EXPECT_TRUE(options("").given.empty());
}

TEST_F(CommandLine, WindowOptions) {
  const LiveOptions options =
      this->options("toy --n 9 --for 2.5 --size 640x480 --no-vsync --no-interop --report r.json");
  EXPECT_EQ(options.for_seconds, 2.5);
  EXPECT_EQ(options.width, 640);
  EXPECT_EQ(options.height, 480);
  EXPECT_FALSE(options.vsync);
  EXPECT_TRUE(options.no_interop);
  EXPECT_EQ(options.report, "r.json");
  EXPECT_EQ(options.keys, "");
  EXPECT_EQ(options.keys_speed, 1);
  EXPECT_TRUE(options.given.contains("n"));
  EXPECT_FALSE(options.given.contains("dt"));
}

TEST_F(CommandLine, KeyScripts) {
  const LiveOptions options = this->options("toy --keys toy --keys-speed 20 --shots pictures");
  EXPECT_EQ(options.keys, "toy") << "a file, not the workload";
  EXPECT_EQ(options.keys_speed, 20);
  EXPECT_EQ(options.shots, "pictures");
}

// Whatever takes a file or a folder may name one like a workload.
TEST_F(CommandLine, WhatTheEditorBeginsWith) {
  const auto complaint = [&](const std::string& line) -> std::string {
    try {
      parse(line);
    } catch (const Error& error) {
      return error.what() + (" | " + error.advice());
    }
    return "";
  };
  const test::TemporaryFolder folder;
  const std::string kernel = folder.file("mine.cuh"), broken = folder.file("bad.exercise");
  std::ofstream(kernel) << "// mine\n";
  std::ofstream(broken) << "exercise \"A title\"\nheat\n";
  ASSERT_TRUE(options("--exercise pad").exercise);
  EXPECT_EQ(options("--exercise pad").exercise->title, "Pad the shared tile");
  EXPECT_EQ(options("toy --kernel " + kernel).kernel, kernel);
  EXPECT_EQ(complaint("--exercise pda"),
            "there is no exercise and no file pda | did you mean pad?");
  EXPECT_EQ(
      complaint("--exercise " + broken),
      broken +
          ":2: an exercise has no heat | known are exercise, after, about, kernel, task, check, "
          "hint, starter");
  EXPECT_TRUE(complaint("toy --kernel " + folder.file("gone.cuh"))
                  .ends_with("livewarp edit toy --write FILE.cuh writes one to begin with"));
  EXPECT_TRUE(
      complaint("toy --exercise pad --kernel " + kernel).starts_with("--exercise and --kernel: "));
}

TEST_F(CommandLine, AFileMayBeCalledLikeAWorkload) {
  for (const std::string option : {"report", "screenshot", "keys", "shots"})
    EXPECT_EQ(choice("--" + option + " toy --n 7 toy").problem.at("n"), Value(std::int64_t{7}))
        << option;
  EXPECT_NO_THROW(parse("sweep --png toy.png --json toy --csv all toy"));
}

TEST_F(CommandLine, AnEmptyValueIsMissing) {
  for (const char* option : {"--n", "--report", "--variant"}) {
    try {
      parse_command_line(workloads, machine, {"toy", option, ""});
      ADD_FAILURE() << option;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), std::string(option) + " needs a value");
    }
  }
}

TEST_F(CommandLine, SpellingsOfOneValue) {
  EXPECT_EQ(choice("toy --n=64"), choice("--n 64 toy"));
  EXPECT_EQ(choice("toy --n 1e3"), choice("toy --n 1000"));
  EXPECT_EQ(choice("toy --n 1,000"), choice("toy --n 1000")) << "as outputs write it";
  EXPECT_EQ(choice("toy --long-trails"), choice("toy --long_trails on"));
  EXPECT_EQ(choice("toy --long-trails=off"), choice("toy"));
  EXPECT_EQ(choice("toy --variant naive --block 64x1"), choice("toy --variant naive --block 64"));
  EXPECT_EQ(choice("toy --variant naive --block 1x1").launch.at("block"), Value(std::string("1")));
  EXPECT_EQ(choice("toy --variant tile --block 96").launch.at("block"), Value(std::string("96x1")));
  EXPECT_EQ(choice("toy --variant tile --block 7x3").launch.at("block"), Value(std::string("7x3")));
  EXPECT_EQ(choice("toy --backend cuda").variant, "tile");
}

TEST_F(CommandLine, HelpListsWhatTheVariantDeclares) {
  const std::string all = parse("bench toy --help").text;
  for (const char* text : {"--block 32|64|128|256|16x8|32x8|WxH", "--items 1|2|4",
                           "--n 1\u20261,000,000,000,000 cells", "Of tile.", "--long-trails on|off",
                           "--json FILE", "Default 1,000."})
    EXPECT_NE(all.find(text), std::string::npos) << text << "\n" << all;
  const std::string naive = parse("bench toy --variant naive --help").text;
  EXPECT_EQ(naive.find("--items"), std::string::npos);
  EXPECT_NE(naive.find("--block 32|64|128|256|W "), std::string::npos);
  const std::string top = parse("--help").text;
  for (const std::string& name : command_names())
    EXPECT_NE(top.find("\n  " + name), std::string::npos) << name;
  EXPECT_EQ(top.find("partner"), std::string::npos) << "the program starts that one";
}

struct Refusal {
  const char* line;
  const char* what;
  const char* advice;
};

TEST_F(CommandLine, RefusalsNameValueAndLimit) {
  const Refusal refusals[]{
      {"ty", "unknown command or workload ty", "did you mean toy?"},
      {"bnech toy", "unknown command or workload bnech", "did you mean bench?"},
      {"bench", "WORKLOAD is missing: one of toy", "livewarp bench --help shows the usage"},
      {"bench zzz", "unknown workload zzz", "known are toy"},
      {"toy --vriant plain", "unknown option --vriant", "did you mean --variant?"},
      {"toy --qqq", "unknown option --qqq", "livewarp toy --help lists the options"},
      {"toy --variant tiel", "toy has no variant tiel", "did you mean tile?"},
      {"toy --variant zzzzzz", "toy has no variant zzzzzz",
       "known are naive, tile, cluster, plain, threads"},
      {"toy --variant naive --block 2048", "block 2,048: CUDA allows 1,024 threads",
       "presets are 32, 64, 128, 256"},
      {"toy --variant naive --block 48x4", "block 48x4: needs one dimension, since it is a row",
       "presets are 32, 64, 128, 256"},
      {"toy --variant naive --block wide", "block wide: must be like 128, 32x8 or 8x8x4", ""},
      {"toy --variant naive --items 4", "variant naive has no axis items",
       "it belongs to tile; name one with --variant"},
      {"toy --variant tile --backend cpu", "variant tile is of backend cuda, not of cpu", ""},
      {"toy --n 0", "n 0: must be 1 \u2026 1,000,000,000,000", ""},
      {"toy --n -5", "n \u22125: must be 1 \u2026 1,000,000,000,000", ""},
      {"toy --n many", "n many: must be a whole number", ""},
      {"toy --dt nan", "dt nan: must be a finite number", ""},
      {"toy --dt inf", "dt inf: must be a finite number", ""},
      {"toy --start hill", "start hill: offered are flat, slope", ""},
      {"toy --n", "--n needs a value", "values: 1\u20261,000,000,000,000 cells"},
      {"toy --n --dt 1", "--n needs a value", "values: 1\u20261,000,000,000,000 cells"},
      {"toy --n 1 --n 2", "--n is given more than once", "give it once"},
      {"toy --paused=3", "--paused takes no value", ""},
      {"toy extra", "unexpected argument extra", "livewarp toy --help shows the usage"},
      {"toy bench", "unexpected argument bench", "a command comes first: livewarp bench"},
      {"info extra", "unexpected argument extra", "livewarp info --help shows the usage"},
      {"verify --json x zzz", "unknown workload zzz", "known are toy"},
      {"bench zzz --n 5", "unknown workload zzz", "known are toy"},
      {"shot toy --frmes 3 out.png", "unknown option --frmes", "did you mean --frames?"},
      {"toy --n 0 --vriant plain", "unknown option --vriant", "did you mean --variant?"},
      {"toy --long-trails maybe", "unexpected argument maybe",
       "livewarp toy --help shows the usage"},
      {"toy --long-trails=maybe", "long_trails maybe: must be on or off", ""},
      {"toy --memory pinned",
       "memory pinned: plain is a CPU variant, its state lives in host memory", ""},
      {"toy --memory warm",
       "memory warm: known are host, device, pageable, pinned, mapped, managed, prefetch, "
       "read-mostly, preferred-gpu, accessed-by, pool",
       ""},
      {"toy --variant tile --memory mapped", "memory mapped: offered by tile are device, pinned",
       ""},
      {"toy --size 1280", "size 1280: must be like 1280x720", ""},
      {"toy --size 1x1", "size 1x1: both sides must be 16 \u2026 16,384", ""},
      {"toy --size 20000x100", "size 20,000x100: both sides must be 16 \u2026 16,384", ""},
      {"toy --for -1", "for \u22121: must be 0.01 \u2026 86,400", ""},
      {"toy --device 0", "device 0: no GPU in this test", "livewarp info lists them"},
      {"verify --n 5", "--n needs a workload", "for example livewarp verify toy --n \u2026"},
      {"verify toy --executor gpu", "executor gpu: known are cuda, emulator, cpu", ""},
      {"bench toy --variant plain --backend cuda", "no variant of toy fits these options",
       "livewarp list toy shows all variants"},
      {"bench toy --backend cpu --items 4", "none of the selected variants has an axis items", ""},
      {"bench toy --block 2x2x2", "block 2x2x2: needs one dimension, since it is a row",
       "presets are 32, 64, 128, 256"},
      {"shot toy", "OUT.png is missing: the picture to write",
       "livewarp shot toy --help shows the usage"},
      {"shot toy out.jpg", "cannot write out.jpg: pictures are PNG files",
       "let its name end with .png"},
      {"shot toy --frames -1 out.png", "frames \u22121: must be 0 \u2026 1,000,000", ""},
      {"list toy --csv x", "unknown option --csv", "livewarp list toy --help lists the options"},
      {"tour --time 0", "time 0: must be 0.01 \u2026 86,400", ""}};
  for (const Refusal& refusal : refusals) {
    try {
      parse(refusal.line);
      ADD_FAILURE() << refusal.line << " was accepted";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), refusal.what) << refusal.line;
      EXPECT_EQ(error.advice(), refusal.advice) << refusal.line;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace livewarp
