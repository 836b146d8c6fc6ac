// Kernels compiled for architectures that this program was not built for.
#include <gtest/gtest.h>

#include <fstream>

#include "app/base/platform.h"
#include "app/code/kernel_codes.h"
#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/waves.h"

namespace livewarp {
namespace {

class CompiledKernels : public testing::Test {
 protected:
  void SetUp() override {
    const Nvrtc nvrtc;
    if (!nvrtc.missing().empty()) GTEST_SKIP() << nvrtc.missing();
  }
  const test::TemporaryFolder folder_;
  const std::filesystem::path cache_ = folder_.file("cache");
};

const std::vector<std::string> kernels{"nbody_naive<float, NbodyFast, NbodyAsVec4<float> >",
                                       "nbody_unrolled<8, 8>", "nbody_order_window"};

// What the source says: tiles of 256 float4, sorting windows of 2,048 keys and places, bounds of
// 256 and 1,024 threads.
TEST_F(CompiledKernels, NeedWhatTheSourceAsksFor) {
  for (const int compute : {75, 86, 120}) {
    const KernelCompiler compiler(cache_);
    if (!compiler.hindrance(compute).empty()) continue;
    const auto found = compiler.compile("nbody", kernels, compute);
    ASSERT_TRUE(found[0] && found[1] && found[2]) << compute;
    EXPECT_EQ(found[0]->static_shared, 0u) << compute;
    EXPECT_EQ(found[1]->static_shared, 4096u) << compute;
    EXPECT_EQ(found[2]->static_shared, 16384u) << compute;
    EXPECT_EQ(found[0]->max_threads, 1024) << compute;
    EXPECT_EQ(found[1]->max_threads, 256) << compute;
    for (const auto& each : found) {
      EXPECT_GE(each->registers, 8) << compute;
      EXPECT_LE(each->registers, 255) << compute;
    }
  }
}

// nvcc and NVRTC of one release are one compiler: this program's own code has the same needs.
TEST_F(CompiledKernels, NeedTheSameAsInThisProgram) {
  const ProgramKernels program(program_path().string());
  if (program.architectures().empty()) GTEST_SKIP() << program.reason();
  const int built = program.architectures().back();
  const KernelCompiler compiler(cache_);
  if (const std::string reason = compiler.hindrance(built); !reason.empty()) GTEST_SKIP() << reason;
  const auto found = compiler.compile("nbody", kernels, built);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const KernelResources* const own = program.find(kernels[i], built);
    ASSERT_TRUE(own && found[i]) << kernels[i];
    EXPECT_EQ(found[i]->static_shared, own->static_shared) << kernels[i];
    EXPECT_EQ(found[i]->max_threads, own->max_threads) << kernels[i];
    EXPECT_NEAR(found[i]->registers, own->registers, 8) << kernels[i];  // releases may differ
  }
}

TEST_F(CompiledKernels, AreKept) {
  {
    const KernelCompiler compiler(cache_);
    compiler.compile("nbody", {kernels[0]}, 86);
  }
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(cache_)) files.push_back(file.path());
  ASSERT_EQ(files.size(), 1u);
  // What is kept is believed, and not compiled again.
  std::ofstream(files[0]) << R"({"nbody_naive<float,NbodyFast,NbodyAsVec4<float>>":
    {"registers": 77, "shared": 5, "local": 6, "threads": 512}})";
  const auto kept = KernelCompiler(cache_).compile("nbody", {kernels[0]}, 86);
  EXPECT_EQ(kept[0]->registers, 77);
  EXPECT_EQ(kept[0]->max_threads, 512);
  // What is no such file is not.
  for (const char* const nonsense : {"", "[]", "{\"a\": 1}", "{\"a\": {\"registers\": \"x\"}}"}) {
    std::ofstream(files[0]) << nonsense;
    EXPECT_NE(KernelCompiler(cache_).compile("nbody", {kernels[0]}, 86)[0]->registers, 77);
  }
}

TEST_F(CompiledKernels, AComplaintIsOneLine) {
  const KernelCompiler compiler(cache_);
  try {
    compiler.compile("nbody", {"nbody_nonsense<3>"}, 86);
    FAIL() << "there is no such kernel";
  } catch (const Error& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("nbody_nonsense"), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
}

/// ptxas alone, from the PTX of this test itself: it holds all kernels.
class AssembledKernels : public testing::Test {
 protected:
  void SetUp() override {
    const ProgramKernels program(program_path().string());
    if (program.architectures().empty()) GTEST_SKIP() << program.reason();
    built_ = program.architectures().back();
    if (const std::string reason = alone_.hindrance(built_); !reason.empty())
      GTEST_SKIP() << reason;
  }
  const test::TemporaryFolder folder_;
  const std::filesystem::path cache_ = folder_.file("cache");
  const KernelCompiler alone_{
      cache_, {"/nowhere/libnvrtc.so"}, program_path(), PtxAssembler::usual_tools()};
  int built_ = 0;
};

// Both begin with the same PTX where the program holds it for what it was built for: one compiler.
TEST_F(AssembledKernels, NeedWhatTheProgramsOwnCodeNeeds) {
  const ProgramKernels program(program_path().string());
  const bool same = alone_.name(built_).ends_with("from PTX for " + compute_text(built_));
  const auto found = alone_.compile("nbody", kernels, built_);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const KernelResources* const own = program.find(kernels[i], built_);
    ASSERT_TRUE(own && found[i]) << kernels[i];
    EXPECT_EQ(found[i]->static_shared, own->static_shared) << kernels[i];
    EXPECT_EQ(found[i]->max_threads, own->max_threads) << kernels[i];
    EXPECT_NEAR(found[i]->registers, own->registers, same ? 0 : 8) << kernels[i];
  }
}

// Shared memory and bounds are the source's. Registers are alike where both begin with PTX for the
// same architecture: for a newer one NVRTC makes other PTX, which is unrolled and ordered
// otherwise.
TEST_F(AssembledKernels, NeedAboutWhatNvrtcSays) {
  const KernelCompiler nvrtc(folder_.file("other"));
  int compared = 0;
  for (const int compute : {built_, 100, 120}) {
    if (!nvrtc.code_hindrance(compute).empty() || !alone_.hindrance(compute).empty()) continue;
    const auto a = nvrtc.compile("nbody", kernels, compute);
    const auto b = alone_.compile("nbody", kernels, compute);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      ASSERT_TRUE(a[i] && b[i]) << kernels[i] << " " << compute;
      EXPECT_EQ(a[i]->static_shared, b[i]->static_shared) << kernels[i] << " " << compute;
      EXPECT_EQ(a[i]->max_threads, b[i]->max_threads) << kernels[i] << " " << compute;
      const bool same = alone_.name(compute).ends_with("from PTX for " + compute_text(compute));
      if (same) {
        EXPECT_NEAR(a[i]->registers, b[i]->registers, 8) << kernels[i] << " " << compute;
      }
      ++compared;
    }
  }
  if (compared == 0) GTEST_SKIP() << nvrtc.code_hindrance(built_);
}

TEST_F(AssembledKernels, AreKeptApart) {
  alone_.compile("nbody", {kernels[0]}, built_);
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(cache_))
    files.push_back(file.path().filename().string());
  ASSERT_EQ(files.size(), 1u);
  EXPECT_NE(files[0].find("ptxas-"), std::string::npos) << files[0];
  EXPECT_FALSE(alone_.compile("nbody", {"nbody_nonsense<3>"}, built_)[0]) << "it has no PTX";
  EXPECT_FALSE(alone_.code_hindrance(built_).empty()) << "sources are NVRTC's to compile";
}

TEST(PtxAssembler, SaysWhatItLacks) {
  const PtxAssembler none(program_path(), {"/nowhere/ptxas"});
  EXPECT_NE(none.hindrance(90).find("there is no ptxas here"), std::string::npos);
  // A program of another kind, and one that holds no kernels.
  const PtxAssembler other(program_path(), {"/bin/true"});
  EXPECT_FALSE(other.hindrance(90).empty());
  const PtxAssembler plain("/bin/true", PtxAssembler::usual_tools());
  EXPECT_FALSE(plain.hindrance(90).empty());
  EXPECT_THROW(plain.compile(kernels, 90), Error);
  // PTX is for newer architectures, not for older ones.
  const PtxAssembler usual(program_path(), PtxAssembler::usual_tools());
  EXPECT_FALSE(usual.hindrance(50).empty());
}

TEST(KernelCompiler, SaysWhatItLacks) {
  const KernelCompiler none({}, {"/nowhere/libnvrtc.so"});
  EXPECT_NE(none.hindrance(86).find("there is no NVRTC here"), std::string::npos);
  EXPECT_THROW(none.compile("nbody", kernels, 86), Error);
  // A library of another kind is none.
  const KernelCompiler other({}, {"libm.so.6"});
  EXPECT_NE(other.hindrance(86).find("has no nvrtcVersion"), std::string::npos)
      << other.hindrance(86);
}

}  // namespace
}  // namespace livewarp
