#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdio>
#include <limits>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/model/memory_modes.h"
#include "kernels/core/model/param.h"
#include "kernels/pictures/image_file.h"

namespace livewarp {
namespace {

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

const Param n = integer_param("n", "Bodies", "", 1, 16'777'216, 16'384, "");
const Param step = real_param("dt", "Time step", "", -0.5, 1, 1e-3, "");
const Param start = choice_param(
    "start", "Start", {{"plummer", "Plummer", ""}, {"discs", "Discs", "not built"}}, "plummer", "");
const Param block = block_axis({"32", "64", "128"}, "64", BlockRule::row("it is a row"));
const Param plane = block_axis({"32x8", "256x1"}, "32x8", BlockRule::plane("it is flat"));
const Param solid = block_axis({"32x4x2"}, "32x4x2", BlockRule::solid());
const Param unroll = integer_axis("unroll", "Unroll", "", {1, 4, 8}, 4, "");

const Param image = image_file_param("image", "Image", {{"start", std::string("image")}}, "");

Param toggle() {
  Param param;
  param.id = "grid";
  param.kind = ParamKind::toggle;
  param.default_value = true;
  return param;
}

struct Case {
  Param param;
  std::string text;
  Value value;
};

TEST(Param, ReadsWhatItWrites) {
  const std::vector<Case> cases{{n, "1", std::int64_t{1}},
                                {n, "16777216", std::int64_t{16'777'216}},
                                {n, "1e6", std::int64_t{1'000'000}},
                                {n, "16,777,216", std::int64_t{16'777'216}},
                                {n, "1,000", std::int64_t{1'000}},
                                {step, "0.001", 0.001},
                                {step, "1e-3", 0.001},
                                {step, "1", 1.0},
                                {step, "-0.5", -0.5},
                                {start, "plummer", std::string("plummer")},
                                {block, "128", std::string("128")},
                                {block, "96x1", std::string("96")},
                                {plane, "96", std::string("96x1")},
                                {plane, "256", std::string("256x1")},
                                {plane, "7 \u00d7 3", std::string("7x3")},
                                {solid, "8x8", std::string("8x8")},
                                {unroll, "8", std::int64_t{8}},
                                {image, "a b.png", std::string("a b.png")},
                                {image, "", std::string()},
                                {toggle(), "on", true},
                                {toggle(), "false", false}};
  for (const Case& c : cases) {
    EXPECT_EQ(parse_value(c.param, c.text), c.value) << c.param.id << " " << c.text;
    EXPECT_EQ(parse_value(c.param, to_text(c.value)), c.value) << c.param.id << " " << c.text;
  }
}

TEST(Param, RefusesNamingValueAndLimit) {
  const auto refusal = [](const Param& param, const std::string& text) {
    return error_of([&] { parse_value(param, text); });
  };
  EXPECT_EQ(refusal(n, "0"), "n 0: must be 1 … 16,777,216");
  EXPECT_EQ(refusal(n, "-3"), "n −3: must be 1 … 16,777,216");
  EXPECT_EQ(refusal(n, "16777217"), "n 16,777,217: must be 1 … 16,777,216");
  EXPECT_EQ(refusal(n, "12.5"), "n 12.5: must be a whole number");
  EXPECT_EQ(refusal(n, "99999999999999999999"), "n 99999999999999999999: must be a whole number");
  for (const std::string text : {"1,00", "1,0000", ",100", "1000,000", "0,125", "1,,000", "1,000,",
                                 "1,00a", "1, 000", "1,000.5", "1,2,3"})
    EXPECT_EQ(refusal(n, text), "n " + text + ": must be a whole number");
  EXPECT_EQ(refusal(n, "-1,000"), "n \u22121,000: must be 1 \u2026 16,777,216");
  EXPECT_EQ(refusal(n, ""), "n (empty): must be a whole number");
  EXPECT_EQ(refusal(n, "nan"), "n nan: must be a whole number");
  EXPECT_EQ(refusal(step, "nan"), "dt nan: must be a finite number");
  EXPECT_EQ(refusal(step, "inf"), "dt inf: must be a finite number");
  EXPECT_EQ(refusal(step, "2"), "dt 2: must be −0.5 … 1");
  EXPECT_EQ(refusal(step, "0.1s"), "dt 0.1s: must be a number");
  EXPECT_EQ(refusal(step, "0,1"), "dt 0,1: must be a number");
  EXPECT_EQ(refusal(block, "96x2"), "block 96x2: needs one dimension, since it is a row");
  EXPECT_EQ(refusal(block, "2048"), "block 2,048: CUDA allows 1,024 threads");
  EXPECT_EQ(refusal(block, "wide"), "block wide: must be like 128, 32x8 or 8x8x4");
  EXPECT_EQ(refusal(block, "32,8"), "block 32,8: must be like 128, 32x8 or 8x8x4");
  EXPECT_EQ(refusal(block, "0"), "block 0: must be like 128, 32x8 or 8x8x4");
  EXPECT_EQ(refusal(unroll, "2"), "unroll 2: offered are 1, 4, 8");
  EXPECT_EQ(refusal(start, "cube"), "start cube: offered are plummer");
  EXPECT_EQ(refusal(start, "discs"), "start discs: not built");
  EXPECT_EQ(refusal(toggle(), "maybe"), "grid maybe: must be on or off");
}

TEST(Param, RefusesTypedValuesOfAnotherKind) {
  EXPECT_EQ(error_of([] { check_value(n, 3.5); }), "n 3.5: must be a whole number");
  EXPECT_EQ(error_of([] { check_value(step, std::string("x")); }), "dt x: must be a number");
  EXPECT_EQ(error_of([] { check_value(step, std::numeric_limits<double>::quiet_NaN()); }),
            "dt nan: must be a finite number");
  EXPECT_EQ(error_of([] { check_value(block, std::int64_t{64}); }),
            "block 64: must be like 128, 32x8 or 8x8x4");
  EXPECT_EQ(error_of([] { check_value(toggle(), std::int64_t{1}); }), "grid 1: must be on or off");
  EXPECT_EQ(error_of([] { check_value(image, std::int64_t{1}); }),
            "image 1: must be the path of a file");
}

TEST(Param, AWholeParameterWithAReasonKeepsItsDefault) {
  Param greyed = n;
  greyed.reason = "fixed on this machine";
  EXPECT_EQ(error_of([&] { check_value(greyed, std::int64_t{16'384}); }), "no error");
  EXPECT_EQ(error_of([&] { check_value(greyed, std::int64_t{2}); }), "n 2: fixed on this machine");
}

TEST(Param, DefaultsAreAccepted) {
  const std::vector<Param> params{n, step, start, block, unroll, image, toggle()};
  const Values values = defaults(params);
  EXPECT_EQ(values.size(), params.size());
  for (const auto& [id, value] : values)
    EXPECT_NO_THROW(check_value(*find_param(params, id), value));
  EXPECT_EQ(find_param(params, "nothing"), nullptr);
}

TEST(Param, TypedReadsNameWhatIsMissing) {
  const Values values{
      {"n", std::int64_t{5}}, {"dt", 0.5}, {"grid", true}, {"block", std::string("32")}};
  EXPECT_EQ(get_integer(values, "n"), 5);
  EXPECT_EQ(get_real(values, "dt"), 0.5);
  EXPECT_TRUE(get_toggle(values, "grid"));
  EXPECT_EQ(get_text(values, "block"), "32");
  EXPECT_EQ(error_of([&] { get_integer(values, "m"); }), "m: no value given");
  EXPECT_EQ(error_of([&] { get_integer(values, "dt"); }), "dt 0.5: must be a whole number");
}

TEST(Param, DoublesSurviveTheirText) {
  const Param any = real_param("x", "", "", -1e300, 1e300, 0, "");
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1e23, 123456789.125, -2.2250738585072014e-308})
    EXPECT_EQ(std::get<double>(parse_value(any, to_text(Value(value)))), value) << value;
}

TEST(Param, NumbersAreTheSameInEveryLocale) {
  // The locale may be absent on this machine; where it is there, a comma must not appear.
  const char* before = std::setlocale(LC_ALL, nullptr);
  const std::string saved = before ? before : "C";
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(to_text(Value(0.5)), "0.5");
  EXPECT_EQ(std::get<double>(parse_value(step, "0.5")), 0.5);
  EXPECT_EQ(rounded(0.3123, 2), "0.31");
  std::setlocale(LC_ALL, saved.c_str());
}

TEST(Text, GroupsRoundsAndShortens) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-1234567), "−1,234,567");
  EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "−9,223,372,036,854,775,808");
  EXPECT_EQ(shortest(1e-7), "1e-7");
  EXPECT_EQ(shortest(1e100), "1e100");
  EXPECT_EQ(shortest(1e-300), "1e-300");
  EXPECT_EQ(rounded(5e-6, 2), "5e-6");
  EXPECT_EQ(rounded(3.14e-7, 2), "3.1e-7");
  EXPECT_EQ(as_shown("131072"), "131,072");
  EXPECT_EQ(as_shown("32x8"), "32x8");
  EXPECT_EQ(memory_size(512), "512 bytes");
  EXPECT_EQ(memory_size(std::size_t{3} << 29), "1.5 GiB");
}

/// What a POSIX shell makes of a word.
std::string through_shell(const std::string& word) {
  FILE* shell = popen(("printf %s " + word).c_str(), "r");
  std::string text;
  for (int c = 0; shell && (c = std::fgetc(shell)) != EOF;) text += char(c);
  if (shell) pclose(shell);
  return text;
}

TEST(Text, IsOneWordOfAShell) {
  EXPECT_EQ(shell_word("/home/a/cat-1.png"), "/home/a/cat-1.png");
  for (const char* text : {"a b", "", "it's", "$HOME", "a\\b", "*", "~/a", "a;b&c|d", "\"q\" 'r'",
                           "\n", "B\u00e4r.png", "#1", "!a", "`a`"})
    EXPECT_EQ(through_shell(shell_word(text)), text) << shell_word(text);
}

TEST(Dim, ReadsWhatItWrites) {
  EXPECT_EQ(parse_dim("128"), (Dim3{128, 1, 1}));
  EXPECT_EQ(parse_dim("32x8"), (Dim3{32, 8, 1}));
  EXPECT_EQ(parse_dim("8x8x4"), (Dim3{8, 8, 4}));
  for (const Dim3& dim : {Dim3{128}, Dim3{32, 8}, Dim3{8, 1, 4}})
    EXPECT_EQ(parse_dim(to_text(dim)), dim);
  EXPECT_EQ(to_text(Dim3{32, 8}), "32x8");
  for (const char* wrong : {"", "0", "32x", "x8", "32x0", "-1", "1x2x3x4", "32 x 8", "5000000000"})
    EXPECT_NE(error_of([&] { parse_dim(wrong); }), "no error") << wrong;
}

TEST(Choice, NamesReadBack) {
  for (const Backend value : {Backend::cuda, Backend::cpu})
    EXPECT_EQ(parse_backend(name_of(value)), value);
  for (const Executor value : {Executor::cuda, Executor::emulator, Executor::cpu})
    EXPECT_EQ(parse_executor(name_of(value)), value);
  EXPECT_EQ(parse_memory("host"), MemoryMode::host);
  for (const MemoryMode value : cuda_memory_modes()) EXPECT_EQ(parse_memory(name_of(value)), value);
  for (const DisplayPath value : {DisplayPath::automatic, DisplayPath::interop, DisplayPath::buffer,
                                  DisplayPath::copy, DisplayPath::upload})
    EXPECT_EQ(parse_display(name_of(value)), value);
  EXPECT_EQ(error_of([] { parse_memory("far"); }),
            "memory far: known are host, device, pageable, pinned, mapped, managed, prefetch, "
            "read-mostly, preferred-gpu, accessed-by, pool");
}

}  // namespace
}  // namespace livewarp
