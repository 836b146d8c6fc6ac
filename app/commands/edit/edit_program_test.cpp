// Kernels that were rewritten, rightly and wrongly, as whole command lines of the program.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/measure/context.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::content_of;
using test::in_one_line;

/// No NVRTC: what it says is tested where it is, once.
constexpr const char* without_nvrtc = "LIVEWARP_NVRTC=/nowhere";

ChildOutput edit(const std::vector<std::string>& words,
                 const std::vector<std::string>& environment = {without_nvrtc}) {
  std::vector<std::string> all{"edit"};
  all.insert(all.end(), words.begin(), words.end());
  return run_child(test::compiling_program(all, environment), {}, std::chrono::minutes(5));
}

/// Every place of one text in the other.
std::string replaced(std::string text, const std::string& from, const std::string& by) {
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  for (; at != std::string::npos; at = text.find(from, at + by.size()))
    text.replace(at, from.size(), by);
  return text;
}

/// The number of the line that a text stands in.
std::string line_of(const std::string& text, const std::string& what) {
  const auto end = text.begin() + long(text.find(what));
  return std::to_string(1 + std::count(text.begin(), end, '\n'));
}

struct Edit {
  const char *name, *workload, *variant;
  const char *from, *to;   ///< in what `--write` wrote
  const char* said = "";   ///< of a wrong one: what the verdict names
  const char* where = "";  ///< and the text that stands at its line
};
std::ostream& operator<<(std::ostream& out, const Edit& edit) { return out << edit.name; }

class Edited : public testing::TestWithParam<Edit> {
 protected:
  void SetUp() override {
#if defined(LIVEWARP_SANITIZED)
    GTEST_SKIP() << "kernels have a time, which two checkers at once exceed";
#endif
    if (!fs::exists(test::program_of_build()))
      GTEST_SKIP() << test::program_of_build() << " is not there";
  }
  std::string file(const std::string& name = "my.cuh") const { return folder_.file(name); }

  std::string starter(const std::string& workload, const std::string& variant) const {
    const ChildOutput output =
        edit({workload, "--variant", variant, "--write", file("starter.cuh")});
    EXPECT_EQ(output.status, exit_ok) << output.error;
    return content_of(file("starter.cuh"));
  }
  void write(const std::string& text) const { std::ofstream(file()) << text; }

  const test::TemporaryFolder folder_;
};

std::string name_of_edit(const testing::TestParamInfo<Edit>& one) { return one.param.name; }

class EditedRight : public Edited {};
INSTANTIATE_TEST_SUITE_P(
    Kernel, EditedRight,
    testing::Values(
        Edit{"untouched", "heat", "naive", "store_real", "store_real"},
        Edit{"order", "heat", "naive", "at(i - 1) + at(i + 1)", "at(i + 1) + at(i - 1)"},
        Edit{"factors", "heat", "naive", "own * next + beside * (row + column)",
             "next * own + (column + row) * beside"},
        Edit{"guard", "heat", "naive", "if (x >= nx || y >= ny) return;",
             "if (!(x < nx && y < ny)) return;"},
        Edit{"unrolled", "nbody", "shared", "LIVEWARP_UNROLL(16)", "LIVEWARP_UNROLL(4)"},
        Edit{"unnamed", "nbody", "shared", "(of_tile, p, source,", "(of_tile, p, tile[k],"},
        Edit{"backwards", "nbody", "shared", "for (int k = 0; k < tile_size; ++k)",
             "for (int k = tile_size - 1; k >= 0; --k)"},
        Edit{"wider", "transpose", "padded", "transpose_side + 1", "transpose_side + 3"},
        Edit{"swizzled", "transpose", "padded", "(transpose_side + 1) + column",
             "(transpose_side + 1) + (column ^ row)"},
        Edit{"barriers", "transpose", "padded", "__syncthreads();",
             "__syncthreads();\n  __syncthreads();"}),
    name_of_edit);

TEST_P(EditedRight, IsCheckedAndCountedAndSaysThatItIsEdited) {
  const Edit& one = GetParam();
  write(replaced(starter(one.workload, one.variant), one.from, one.to));
  const ChildOutput output = edit(
      {one.workload, "--variant", one.variant, "--with", file(), "--json", file("report.json")});
  EXPECT_EQ(output.status, exit_ok) << output.out << output.error;
  const json report = json::parse(content_of(file("report.json")));
  EXPECT_EQ(report.at("verified"), true);
  EXPECT_EQ(report.at("edited"), true);
  EXPECT_EQ(report.at("name"), std::string(one.variant) + ", edited");
  EXPECT_GT(report.at("counted").at("kernels").size(), 0u);
  EXPECT_GT(report.at("original_counted").at("kernels").size(), 0u);
  EXPECT_TRUE(report.at("gpu").at("time").is_null()) << "nothing was timed here";
  EXPECT_NE(output.out.find(", edited: "), std::string::npos) << output.out;
}

class EditedWrong : public Edited {};
INSTANTIATE_TEST_SUITE_P(
    Kernel, EditedWrong,
    testing::Values(
        Edit{"misspelt", "nbody", "shared", "nbody_finish(", "nbody_finsh(",
             "error: ", "nbody_finsh("},
        Edit{"signature", "heat", "naive", "int nx, int ny) {", "int nx, long ny) {",
             "and is launched with (const float*, float*,", "__global__"},
        Edit{"guard", "heat", "naive", "  if (x >= nx || y >= ny) return;\n", "",
             "an index is out of range", "real_of(in[cell])"},
        Edit{"wild", "heat", "naive", "store_real(out + i, next);",
             "*reinterpret_cast<volatile int*>(16) = 1;\n  store_real(out + i, next);", "",
             "reinterpret_cast"},
        Edit{"endless", "heat", "naive", "auto next = at(i);",
             "auto next = at(i);\n  for (int k = 0; k >= 0; k = k > 99 ? 0 : k + 1) next += 0 * "
             "k;",
             "does not end", "for (int k"},
        Edit{"recursive", "heat", "naive", "// Lesson naive",
             "inline int deeper(volatile int* from) {\n"
             "  volatile int here = *from + 1;\n"
             "  return deeper(&here) + here;\n"
             "}\n\n// Lesson naive",
             "does it call itself without an end?", "volatile int here"},
        Edit{"race", "nbody", "shared", "    a += of_tile;\n    __syncthreads();\n",
             "    a += of_tile;\n", "only a barrier between the two says which comes first",
             "tile[threadIdx.x] = "},
        Edit{"shared", "transpose", "padded", "tile[Tile::texels]", "tile[Tile::texels * 300]",
             "bytes of static shared memory", "__global__"},
        Edit{"barrier", "transpose", "padded", "__syncthreads();",
             "if (threadIdx.y % 2 == 0) {\n    __syncthreads();\n  } else {\n    __syncthreads();  "
             "// of others\n  }",
             "all threads of a block must meet in the same barrier", "// of others"},
        Edit{"result", "nbody", "shared", "a += of_tile;", "a = of_tile;", "wrong result",
             "__global__"}),
    name_of_edit);

TEST_P(EditedWrong, IsNamedAtItsLineAndHasNoTime) {
  const Edit& one = GetParam();
  std::string text = replaced(starter(one.workload, one.variant), one.from, one.to);
  if (std::string(one.name) == "recursive")
    text = replaced(text, "auto next = at(i);",
                    "volatile int depth = 0;\n  auto next = at(i) + 0 * deeper(&depth);");
  write(text);
  const ChildOutput output = edit(
      {one.workload, "--variant", one.variant, "--with", file(), "--json", file("report.json")});
  EXPECT_EQ(output.status, exit_wrong) << output.out << output.error;
  EXPECT_EQ(output.error, "");
  const std::string said = in_one_line(output.out);
  EXPECT_NE(said.find(one.said), std::string::npos) << output.out;
  EXPECT_NE(said.find(file() + ":" + line_of(text, one.where)), std::string::npos)
      << output.out << text;
  EXPECT_EQ(said.find(" ms"), std::string::npos) << output.out;
  const json report = json::parse(content_of(file("report.json")));
  EXPECT_EQ(report.at("verified"), false);
  EXPECT_TRUE(report.at("counted").is_null());
  EXPECT_TRUE(report.at("gpu").at("time").is_null());
}

class EditProgram : public Edited {};
INSTANTIATE_TEST_SUITE_P(Once, EditProgram, testing::Values(Edit{"heat", "heat", "naive", "", ""}));

TEST_P(EditProgram, WritesNothingOverAFileThatIsThere) {
  write("mine");
  const ChildOutput output = edit({"heat", "--variant", "naive", "--write", file()});
  EXPECT_EQ(output.status, exit_bad_request);
  EXPECT_NE(output.error.find("is there already"), std::string::npos) << output.error;
  EXPECT_EQ(content_of(file()), "mine");
}

TEST_P(EditProgram, ThePatchIsOfTheProjectsFile) {
  write(replaced(starter("transpose", "padded"), "transpose_side + 1", "transpose_side + 3"));
  const ChildOutput output = edit({"transpose", "--variant", "padded", "--with", file(), "--diff"});
  EXPECT_EQ(output.status, exit_ok) << output.error;
  EXPECT_TRUE(output.out.starts_with("--- a/kernels/transpose/transpose.cuh\n"
                                     "+++ b/kernels/transpose/transpose.cuh\tedited: "))
      << output.out;
  EXPECT_NE(output.out.find("\n-    return row * (transpose_side + 1) + column;\n"
                            "+    return row * (transpose_side + 3) + column;\n"),
            std::string::npos)
      << output.out;
}

TEST_P(EditProgram, WithoutAnyCompilerSaysSo) {
  write(starter("heat", "naive"));
  const ChildOutput output =
      edit({"heat", "--variant", "naive", "--with", file()}, {without_nvrtc, "PATH=/nowhere"});
  EXPECT_EQ(output.status, exit_bad_request) << output.out;
  EXPECT_NE(output.error.find("there is no g++ on the PATH"), std::string::npos) << output.error;
  EXPECT_NE(output.error.find("there is no NVRTC here"), std::string::npos) << output.error;
}

TEST_P(EditProgram, WithNvrtcAloneIsCompiledAndNotCalledRight) {
  write(starter("heat", "naive"));
  const ChildOutput output =
      edit({"heat", "--variant", "naive", "--with", file()}, {"PATH=/nowhere"});
  if (output.status == exit_bad_request) GTEST_SKIP() << output.error;
  EXPECT_EQ(in_one_line(output.out).find("not checked: there is no g++") == std::string::npos,
            false)
      << output.out;
  EXPECT_NE(output.out.find("registers a thread"), std::string::npos) << output.out;
}

TEST_P(EditProgram, NvrtcNamesWhatOnlyAGpuLacks) {
  write(replaced(starter("heat", "naive"), "auto next = at(i);",
                 "auto next = at(i);\n  if (nx < 0) next += fopen(\"a\", \"r\") ? 1 : 0;"));
  const ChildOutput output =
      edit({"heat", "--variant", "naive", "--with", file()}, {"CUDA_HOME=/usr/local/cuda"});
  if (output.out.find("NVRTC 1") == std::string::npos) GTEST_SKIP() << output.out;
  EXPECT_EQ(output.status, exit_wrong) << output.out;
  EXPECT_NE(output.out.find(file() + ":" + line_of(content_of(file()), "fopen")), std::string::npos)
      << output.out;
}

TEST_P(EditProgram, RefusesWhatCannotBeEdited) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& said) {
    const ChildOutput output = edit(words);
    EXPECT_EQ(output.status, exit_bad_request) << output.out;
    EXPECT_NE(output.error.find(said), std::string::npos) << output.error;
  };
  refused({"heat", "--variant", "naive"}, "neither --write nor --with");
  refused({"heat", "--with", file()}, "--variant is missing");
  refused({"heat", "--variant", "naive", "--with", file()}, "cannot read");
  refused({"heat", "--variant", "naive", "--with", file("")}, "is a folder");
  refused({"heat", "--variant", "naive", "--kernel-name", "other", "--write", file()},
          "known are heat_naive");
  refused({"nbody", "--variant", "constant", "--write", file()}, "constant memory");
}

/// What a program that watches a file has said once it has said so much of it.
std::string heard(RunningChild& child, const std::string& what, std::size_t from) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (child.out().find(what, from) == std::string::npos &&
         std::chrono::steady_clock::now() < end)
    if (!child.listen(std::chrono::milliseconds(20))) break;
  return child.out().substr(from);
}

TEST_P(EditProgram, WatchesAFileThatIsSavedGoesAndComesBack) {
  const std::string text = starter("heat", "naive");
  RunningChild child(test::compiling_program(
      {"edit", "heat", "--variant", "naive", "--write", file(), "--watch"}, {without_nvrtc}));
  EXPECT_NE(heard(child, "after the save\n", 0).find("result      right"), std::string::npos)
      << child.out() << child.error();
  std::size_t from = child.out().size();
  write(replaced(text, "store_real", "stare_real"));
  EXPECT_NE(heard(child, "after the save\n", from).find("error: "), std::string::npos)
      << child.out();
  fs::remove(file());
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (child.error().find("is not there any more") == std::string::npos &&
         std::chrono::steady_clock::now() < end)
    child.listen(std::chrono::milliseconds(20));
  EXPECT_NE(child.error().find("is not there any more"), std::string::npos) << child.error();
  from = child.out().size();
  write(text);
  EXPECT_NE(heard(child, "after the save\n", from).find("result      right"), std::string::npos)
      << child.out();
  child.end(std::chrono::seconds(10));
}

}  // namespace
}  // namespace livewarp
