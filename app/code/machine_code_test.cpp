// What compilers make of a step's kernels, and what is said where one of the tools is not there.
#include "app/code/machine_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class MachineCodeTest : public testing::Test {
 protected:
  /// A program that does this, in place of the disassembler.
  Disassembler tool(const std::string& name, const std::string& body) const {
    const std::string path = folder_.file(name);
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return Disassembler({path});
  }
  std::shared_ptr<const KernelCompiler> compiler() const {
    return std::make_shared<const KernelCompiler>(folder_.file("cache"));
  }
  ui::CodeRequest request(ui::CodeKind kind, int compute = 86) const {
    Choice choice = default_choice(*registry_.find("nbody"), "shared", Backend::cuda);
    choice.problem["n"] = std::int64_t{1024};
    return {choice, kind, compute};
  }
  const Workload& nbody() const { return *registry_.find("nbody"); }

  const Registry registry_;
  const test::TemporaryFolder folder_;
};

const std::vector<std::byte> no_cubin(16);

TEST_F(MachineCodeTest, ADisassemblerIsToldTheFileAndItsWordsAreRead) {
  const Disassembler works =
      tool("nvdisasm", "[ \"$1\" = -g ] && [ \"$2\" = -c ] && [ -s \"$3\" ] || exit 9\n"
                       "printf '\\t.section\\t.text.k,\"ax\"\\n\\t/*0000*/ EXIT ;\\n'");
  ASSERT_EQ(works.missing(), "");
  EXPECT_EQ(works.name(), "nvdisasm");
  const std::vector<ListedKernel> kernels = works.read(no_cubin);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].lines.at(0).text, "EXIT");
}

TEST_F(MachineCodeTest, WhatGoesWrongTakesOneLine) {
  const auto words = [](const Disassembler& disassembler) -> std::string {
    try {
      disassembler.read(no_cubin);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing went wrong";
  };
  EXPECT_EQ(words(tool("fails", "echo 'fatal : file appears truncated' >&2; echo x >&2; exit 1")),
            "fails failed: fatal : file appears truncated");
  EXPECT_EQ(words(tool("mute", "exit 3")), "mute failed: it ended with code 3");
  EXPECT_EQ(words(tool("empty", "exit 0")), "empty tells of no kernel");
  Disassembler slow = tool("slow", "exec sleep 600");
  slow.use_limit(20ms);
  EXPECT_NE(words(slow).find("slow took longer than"), std::string::npos);
  const Disassembler none({"/no/such/nvdisasm"});
  EXPECT_NE(none.missing().find("pip install nvidia-cuda-nvdisasm"), std::string::npos);
  EXPECT_EQ(words(none), none.missing());
}

TEST_F(MachineCodeTest, WithoutACompilerThatIsSaid) {
  const std::vector<std::string> libraries{"/no/such/libnvrtc.so"};
  MachineCode code(std::make_shared<const KernelCompiler>(folder_.file("cache"), libraries),
                   Disassembler({"/no/such/nvdisasm"}));
  for (const ui::CodeKind kind : {ui::CodeKind::ptx, ui::CodeKind::sass}) {
    const ui::CodeView view = code.look(nbody(), request(kind, 0));
    EXPECT_NE(view.refusal.find("there is no NVRTC here"), std::string::npos) << view.refusal;
    EXPECT_EQ(view.refusal.find('\n'), std::string::npos);
    EXPECT_TRUE(view.kernels.empty());
  }
}

TEST_F(MachineCodeTest, PtxStandsBesideTheSourceThatItWasMadeOf) {
  if (const std::string reason = compiler()->hindrance(86); !reason.empty()) GTEST_SKIP() << reason;
  MachineCode code(compiler(), Disassembler({"/no/such/nvdisasm"}));
  const ui::CodeView view = code.look(nbody(), request(ui::CodeKind::ptx));
  ASSERT_EQ(view.refusal, "");
  ASSERT_LT(view.main, view.kernels.size());
  const ui::CodeKernel& kernel = view.kernels[view.main];
  EXPECT_EQ(kernel.name.rfind("nbody_shared<", 0), 0u) << kernel.name;
  ASSERT_FALSE(kernel.sources.empty());
  EXPECT_EQ(kernel.sources[0].path, "kernels/nbody/cuda/nbody_shared.cuh") << "its own file first";
  int counted = 0, barriers = 0;
  for (const ui::CodeSource& source : kernel.sources)
    for (const ui::CodeSourceLine& line : source.lines) {
      counted += line.instructions;
      barriers += line.instructions > 0 && line.text.find("__syncthreads()") != std::string::npos;
    }
  const auto placed = std::ranges::count_if(
      kernel.code, [](const ui::CodeLine& line) { return !line.label && line.line > 0; });
  EXPECT_EQ(counted, placed);
  EXPECT_GE(barriers, 2) << "a tile is written and read between barriers";
  for (const ui::CodeLine& line : kernel.code)
    EXPECT_TRUE(line.line > 0 || !line.text.starts_with("bar.sync")) << "of a line of the source";
  // Lines in the code do not change it: the registers are those of the code without them.
  const auto plain = compiler()->compile("nbody", {kernel.name}, 86);
  ASSERT_TRUE(plain.at(0) && kernel.resources);
  EXPECT_EQ(kernel.resources->registers, plain[0]->registers);
  EXPECT_EQ(kernel.resources->local_bytes, plain[0]->local_bytes);
}

TEST_F(MachineCodeTest, SassIsRefusedInWordsWhereNothingReadsIt) {
  if (const std::string reason = compiler()->hindrance(86); !reason.empty()) GTEST_SKIP() << reason;
  MachineCode none(compiler(), Disassembler({"/no/such/nvdisasm"}));
  EXPECT_NE(none.look(nbody(), request(ui::CodeKind::sass)).refusal.find("no nvdisasm here"),
            std::string::npos);
  MachineCode fails(compiler(), tool("nvdisasm", "echo 'nvdisasm fatal' >&2; exit 1"));
  EXPECT_EQ(fails.look(nbody(), request(ui::CodeKind::sass)).refusal,
            "nvdisasm failed: nvdisasm fatal");
}

TEST_F(MachineCodeTest, SassOfTheRealToolHasTheSameKernels) {
  const Disassembler disassembler;
  if (!disassembler.missing().empty()) GTEST_SKIP() << disassembler.missing();
  if (const std::string reason = compiler()->hindrance(86); !reason.empty()) GTEST_SKIP() << reason;
  MachineCode code(compiler(), disassembler);
  const ui::CodeView ptx = code.look(nbody(), request(ui::CodeKind::ptx)),
                     sass = code.look(nbody(), request(ui::CodeKind::sass));
  ASSERT_EQ(sass.refusal, "");
  ASSERT_EQ(sass.kernels.size(), ptx.kernels.size());
  const ui::CodeKernel& kernel = sass.kernels.at(sass.main);
  EXPECT_EQ(kernel.name, ptx.kernels.at(ptx.main).name);
  const auto has = [&](const char* word) {
    return std::ranges::any_of(kernel.code, [&](const ui::CodeLine& line) {
      return line.text.find(word) != std::string::npos;
    });
  };
  EXPECT_TRUE(has("LDS") && has("STS") && has("BAR.SYNC") && has("FFMA") && has("MUFU.RSQ"));
}

TEST_F(MachineCodeTest, AVariantOfTheCpuHasNone) {
  MachineCode code(compiler(), Disassembler({"/no/such/nvdisasm"}));
  ui::CodeRequest cpu = request(ui::CodeKind::ptx);
  cpu.choice = default_choice(nbody(), "vector", Backend::cpu);
  EXPECT_EQ(code.look(nbody(), cpu).refusal, "runs on the CPU: it has no kernels");
}

}  // namespace
}  // namespace livewarp
