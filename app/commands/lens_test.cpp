// The lens as a command.
#include <algorithm>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/testing/test_commands.h"
#include "kernels/core/exec/nvrtc.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class LensCommand : public testing::Test {
 protected:
  /// The counts of all lines of the main kernel with that access.
  static nlohmann::json sum(const nlohmann::json& kernel, const std::string& space,
                            const std::string& access) {
    nlohmann::json all{{"requests", 0}, {"sectors", 0}, {"wavefronts", 0}};
    for (const auto& line : kernel["lines"])
      if (line["space"] == space && line["access"] == access)
        for (auto& [key, value] : all.items())
          if (!line[key].is_null()) value = value.get<int>() + line[key].get<int>();
    return all;
  }
  nlohmann::json lens(const std::string& line) {
    EXPECT_EQ(run(bench_, "lens " + line + " --json " + folder_.file("l.json")), exit_ok)
        << bench_.err.str();
    return nlohmann::json::parse(test::content_of(folder_.file("l.json")));
  }

  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
};

// 96 x 64 pixels of 4 bytes: variants are read whole, columns are written pixel by pixel.
TEST_F(LensCommand, TellsANaiveTransposeFromATiledOne) {
  const std::string size = " --width 96 --height 64 --whole-grid";
  const auto naive = lens("transpose --variant naive" + size)["kernels"][0];
  EXPECT_EQ(naive["warps"], 96 * 64 / 32);
  EXPECT_EQ(sum(naive, "global", "load"),
            (nlohmann::json{{"requests", 192}, {"sectors", 768}, {"wavefronts", 0}}));
  EXPECT_EQ(sum(naive, "global", "store"),
            (nlohmann::json{{"requests", 192}, {"sectors", 192 * 32}, {"wavefronts", 0}}));
  const auto shared = lens("transpose --variant shared" + size)["kernels"][0];
  EXPECT_EQ(sum(shared, "global", "store"),
            (nlohmann::json{{"requests", 192}, {"sectors", 768}, {"wavefronts", 0}}));
  EXPECT_EQ(sum(shared, "shared", "load"),
            (nlohmann::json{{"requests", 192}, {"sectors", 0}, {"wavefronts", 192 * 32}}));
  const auto padded = lens("transpose --variant padded" + size)["kernels"][0];
  EXPECT_EQ(sum(padded, "shared", "load"),
            (nlohmann::json{{"requests", 192}, {"sectors", 0}, {"wavefronts", 192}}));
  EXPECT_TRUE(has(bench_.out.str(), "kernels/transpose/"));
}

// The padded tile cures what the shared one has.
TEST_F(LensCommand, SaysWhatStandsOutAndTheUsualCure) {
  const std::string size = " --width 96 --height 64 --whole-grid";
  lens("transpose --variant naive" + size);
  std::string text = bench_.out.str();
  EXPECT_TRUE(has(text, "uncoalesced: 12 % of the sectors' bytes used")) << text;
  EXPECT_TRUE(has(text, "256 bytes apart")) << "a column of 64 pixels";
  const auto shared = lens("transpose --variant shared" + size)["kernels"][0];
  text = bench_.out.str();
  EXPECT_TRUE(has(text, "32-way bank conflict")) << text;
  EXPECT_TRUE(has(text, "Pad each row by a word")) << text;
  int conflicts = 0;
  for (const auto& line : shared["lines"])
    for (const auto& finding : line["findings"])
      conflicts += !finding["good"].get<bool>() && finding["words"] == "32-way bank conflict";
  EXPECT_EQ(conflicts, 1);
  const auto padded = lens("transpose --variant padded" + size)["kernels"][0];
  for (const auto& line : padded["lines"])
    for (const auto& finding : line["findings"]) EXPECT_TRUE(finding["good"]) << finding;
}

TEST_F(LensCommand, WritesAccessesWithFindingsAsCsv) {
  const std::string file = folder_.file("l.csv");
  ASSERT_EQ(run(bench_, "lens transpose --width 96 --height 64 --whole-grid --csv " + file),
            exit_ok)
      << bench_.err.str();
  std::istringstream lines(test::content_of(file));
  std::string head, line;
  std::getline(lines, head);
  EXPECT_TRUE(head.starts_with("variant,kernel,file,line,space,access,bytes,requests")) << head;
  EXPECT_TRUE(head.ends_with(",finding,reason,cure,source")) << head;
  int conflicts = 0, of_naive = 0;
  while (std::getline(lines, line)) {
    conflicts += line.starts_with("shared,") && has(line, "32-way bank conflict");
    of_naive += line.starts_with("naive,") && has(line, "uncoalesced: 12 %");
  }
  EXPECT_EQ(conflicts, 1);
  EXPECT_EQ(of_naive, 1);
  EXPECT_EQ(run(bench_, "lens transpose --variant naive --ptx --csv " + file), exit_bad_request);
  EXPECT_EQ(run(bench_, "lens transpose --json " + file + " --csv " + file), exit_bad_request);
}

// A texture unit asks for memory by ways of its own, and shared memory has no sectors.
TEST_F(LensCommand, GivesNoNumberWhereAnAccessHasNone) {
  const auto texture = lens("scaling --variant texture")["kernels"][0];
  const auto shared = lens("transpose --variant shared")["kernels"][0];
  int fetches = 0, of_shared = 0;
  for (const auto& line : texture["lines"])
    if (line["access"] == "fetch") {
      ++fetches;
      EXPECT_TRUE(line["sectors"].is_null() && line["wavefronts"].is_null()) << line;
      EXPECT_GT(line["requests"], 0);
      EXPECT_GE(line["texture_sectors_by_quads"], line["texture_sectors"]) << "a model has some";
      EXPECT_GT(line["texture_sectors"], 0);
      EXPECT_TRUE(has(line["findings"][0]["reason"], "Not modelled")) << line;
    } else {
      EXPECT_TRUE(line["texture_sectors"].is_null()) << line;
    }
  for (const auto& line : shared["lines"])
    if (line["space"] == "shared") {
      ++of_shared;
      EXPECT_TRUE(line["sectors"].is_null()) << line;
      EXPECT_GT(line["wavefronts"], 0);
    } else {
      EXPECT_GT(line["sectors"], 0);
      EXPECT_TRUE(line["wavefronts"].is_null()) << line;
    }
  EXPECT_GT(fetches, 0);
  EXPECT_GT(of_shared, 0);
}

// Every body is a float4, which is loaded and stored as one.
TEST_F(LensCommand, CountsWideAccessesAsOne) {
  const auto forces = lens("nbody --variant shared --block 128 --n 1000")["kernels"].back();
  EXPECT_EQ(forces["block"], "128");
  EXPECT_EQ(sum(forces, "global", "store"),
            (nlohmann::json{{"requests", 2 * 4}, {"sectors", 2 * 4 * 16}, {"wavefronts", 0}}));
  for (const auto& line : forces["lines"]) {
    EXPECT_EQ(line["file"].get<std::string>().find("kernels/core/device/device"), std::string::npos)
        << line;
    EXPECT_TRUE(line["space"] == "shared" || line["bytes"] == 16) << line;
  }
  const auto one = lens("nbody --variant shared --block 128 --n 1000 --warp 1")["kernels"].back();
  EXPECT_EQ(one["warps"], 1);
}

// Without a variant: what a naive transpose costs stands beside what others do about it.
TEST_F(LensCommand, ComparesAllVariantsWhereNoneIsNamed) {
  const auto report = lens("transpose --width 96 --height 64 --whole-grid");
  const std::string text = bench_.out.str();
  std::set<std::string> cuda, seen;
  for (const VariantInfo* variant : registry_.find("transpose")->variants())
    if (variant->backend == Backend::cuda && !variant->gpu_only) cuda.insert(variant->name);
  for (const auto& variant : report["variants"]) seen.insert(variant["variant"]);
  EXPECT_EQ(seen, cuda);
  for (const std::string& name : cuda) EXPECT_TRUE(has(text, "\n" + name + " ")) << text;
  EXPECT_TRUE(has(text, "livewarp lens transpose --variant NAME shows one line by line\n")) << text;
  for (const auto& variant : report["variants"])
    if (variant["variant"] == "naive") {
      EXPECT_EQ(sum(variant["kernels"][0], "global", "store"),
                (nlohmann::json{{"requests", 192}, {"sectors", 192 * 32}, {"wavefronts", 0}}));
    }
  // 192 loads of 4 sectors and 192 stores of 32, where 4 would do.
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("naive ")) {
      EXPECT_TRUE(has(line, " 384 ") && has(line, " 18.0 ") && has(line, " 4.00")) << line;
    }
}

TEST_F(LensCommand, LeavesOutVariantsWithoutAGivenAxis) {
  const auto report = lens("nbody --block 64 --n 512");
  std::size_t with_block = 0;
  for (const VariantInfo* variant : registry_.find("nbody")->variants()) {
    const Param* axis = find_param(variant->axes, "block");
    with_block += variant->backend == Backend::cuda && axis && !variant->gpu_only &&
                  axis->block->refusal({64}).empty();
  }
  EXPECT_GT(with_block, 1u);
  EXPECT_EQ(report["variants"].size(), with_block);
  for (const auto& variant : report["variants"]) EXPECT_EQ(variant["launch"]["block"], "64");
}

TEST_F(LensCommand, SaysWhyThereIsNothingToSee) {
  EXPECT_EQ(run(bench_, "lens nbody --variant scalar"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "no CUDA variant")) << bench_.err.str();
  EXPECT_EQ(run(bench_, "lens scaling --variant npp"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "GPU")) << bench_.err.str();
  EXPECT_EQ(run(bench_, "lens nbody --warp 32"), exit_bad_request);
  EXPECT_EQ(run(bench_, "lens nbody --variant shared --block 128 --warp 9"), exit_bad_request);
  EXPECT_TRUE(has(bench_.err.str(), "no warp 9"));
  EXPECT_EQ(run(bench_, "lens nbody --on-gpu --whole-grid"), exit_bad_request);
}

TEST_F(LensCommand, CodeIsOfOneVariantAndOneKind) {
  for (const char* const line :
       {"lens nbody --ptx", "lens nbody --variant shared --ptx --sass",
        "lens nbody --variant shared --ptx --whole-grid", "lens nbody --variant shared --arch 8.6",
        "lens nbody --variant shared --sass --arch eight",
        "lens nbody --variant shared --sass --on-gpu"})
    EXPECT_EQ(run(bench_, line), exit_bad_request) << line;
  EXPECT_EQ(run(bench_, "lens nbody --variant scalar --ptx"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "no CUDA variant")) << bench_.err.str();
}

TEST_F(LensCommand, PrintsPtxWithTheLinesOfTheSource) {
  const Nvrtc nvrtc;
  if (!nvrtc.missing().empty()) GTEST_SKIP() << nvrtc.missing();
  const auto report = lens("transpose --variant naive --width 96 --height 64 --ptx --arch 8.6");
  EXPECT_EQ(report["arch"], "8.6");
  const auto kernel = report["kernels"][0];
  EXPECT_GT(kernel["registers"], 0);
  int stores = 0;
  for (const auto& each : kernel["instructions"])
    if (each["text"].get<std::string>().starts_with("st.global")) {
      ++stores;
      EXPECT_EQ(each["file"], "kernels/transpose/transpose.cuh");
      EXPECT_GT(each["line"], 0);
    }
  EXPECT_GE(stores, 1) << "a pixel is written";
  EXPECT_TRUE(has(bench_.out.str(), "NVRTC")) << bench_.out.str();
  EXPECT_TRUE(has(bench_.out.str(), "no spills"));
}

TEST_F(LensCommand, MakesTheStepOnAGpuAlone) {
  bench_.machine.gpus.clear();
  bench_.machine.gpu_reason = "no driver";
  EXPECT_EQ(run(bench_, "lens nbody --on-gpu"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "no driver")) << bench_.err.str();
}

// The closed form of 1,000 elements 3 apart: 11 warps of each remainder, the last of 14 or 13
// lanes.
TEST_F(LensCommand, StandsBesideTheModelOfTheWholeGrid) {
  lens("access --variant stride --stride 3 --n 1000 --whole-grid");
  const std::string out = bench_.out.str();
  EXPECT_TRUE(has(out, "of the whole grid: model: 33 loads of 11.36 sectors, 33 stores of 11.36\n"))
      << out;
  EXPECT_TRUE(has(out, "counted: 33 loads of 11.36 sectors, 33 stores of 11.36\n")) << out;
}

}  // namespace
}  // namespace livewarp
