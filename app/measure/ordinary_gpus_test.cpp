// All tuning was for one large GPU. On cards that many have, every variant runs, or says why it
// does not: nothing is launched here, their figures alone are asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/measure/launch_recorder.h"
#include "kernels/core/base/text.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/core/workload/launch_limits.h"
#include "kernels/emulator/run/static_shared.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

constexpr std::size_t kib = 1024, gib = kib * kib * kib;

GpuInfo card(std::string name, int compute, int multiprocessors, std::size_t shared_kib) {
  GpuInfo gpu;
  gpu.name = std::move(name);
  gpu.major = compute / 10;
  gpu.minor = compute % 10;
  gpu.multiprocessors = multiprocessors;
  gpu.max_threads_per_block = 1024;
  gpu.shared_per_block = 48 * kib;
  gpu.shared_per_block_optin = shared_kib * kib;
  gpu.memory_bytes = 4 * gib;
  gpu.can_map_host = gpu.managed = gpu.concurrent_managed = gpu.memory_pools = true;
  return gpu;
}

GpuInfo gtx_1650() { return card("GTX 1650", 75, 14, 64); }
/// The smallest of each kind that is common, with the least memory.
std::vector<GpuInfo> ordinary() {
  return {gtx_1650(), card("RTX 3060", 86, 28, 99), card("RTX 4060", 89, 24, 99),
          card("RTX 5070", 120, 48, 99)};
}
GpuInfo large() { return card("H200", 90, 132, 227); }

class OrdinaryGpus : public testing::Test {
 protected:
  Registry registry_;
  const Workload& heat3d() const { return *registry_.find("heat3d"); }
  Choice temporal(const char* block, std::int64_t depth, const char* precision) const {
    Choice choice = default_choice(heat3d(), "temporal", Backend::cuda);
    choice.launch["block"] = std::string(block);
    choice.launch["depth"] = depth;
    choice.launch["precision"] = std::string(precision);
    return choice;
  }
  template <class F>
  void for_cuda_variants(F&& f) const {
    for (const auto& workload : registry_.workloads())
      for (const VariantInfo* const info : workload->variants())
        if (info->backend == Backend::cuda) f(*workload, *info);
  }
};

std::string name_of(const Workload& workload, const VariantInfo& info) {
  return workload.info().name + " " + info.name;
}

/// Every launch that the variant's axes allow; under sanitizers one change at a time.
std::vector<Choice> launches_of(const Workload& workload, const VariantInfo& info) {
  if (sanitized) return choices_of(workload, info);
  std::vector<Choice> all{default_choice(workload, info.name, info.backend)};
  for (const Param& axis : info.axes) {
    if (axis.aside) continue;  // what every variant has is tested apart
    std::vector<Choice> more;
    for (const Choice& choice : all)
      for (const Option& option : axis.options) {
        if (!option.reason.empty()) continue;
        more.push_back(choice);
        more.back().launch[axis.id] = parse_value(axis, option.id);
      }
    if (!more.empty()) all = std::move(more);
  }
  return all;
}

/// What a step launches.
std::vector<LaunchRecorder::Record> launched(const Workload& workload, const Choice& choice) {
  LaunchRecorder recorder;
  if (workload.refusal(choice, Executor::emulator).empty())
    workload.simulate(choice, Executor::emulator)->step(recorder);
  return recorder.records();
}

std::size_t static_bytes(const KernelRef& kernel) {
  const std::string_view name = kernel.name;
  return emulator::StaticShared::bytes_of(name.substr(0, name.find('<')));
}

TEST_F(OrdinaryGpus, VariantsRunOrNameTheComputeCapabilityThatTheyNeed) {
  for (const GpuInfo& gpu : ordinary()) {
    Machine machine;
    machine.gpus = {gpu};
    int greyed = 0;
    for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
      if (info.missing && !info.missing().empty()) return;  // a library
      const std::string reason = unavailable_reason(info, Executor::cuda, machine);
      const int compute = gpu.major * 10 + gpu.minor;
      if (info.one_architecture) {
        EXPECT_EQ(reason.empty(), compute == info.min_compute) << name_of(workload, info);
        EXPECT_NE(reason.find("compute capability 9.0"), std::string::npos) << reason;
        return;
      }
      const bool too_old = compute < info.min_compute;
      EXPECT_EQ(too_old, !reason.empty()) << name_of(workload, info) << ": " << reason;
      if (!too_old) return;
      ++greyed;
      EXPECT_EQ(reason, "needs compute capability 8.0, GTX 1650 has 7.5");
    });
    EXPECT_EQ(greyed > 0, gpu.major == 7) << "those on tensor cores";
  }
}

// A driver makes what it runs of PTX: of that for 7.5 it makes no tensor core.
TEST_F(OrdinaryGpus, VariantsNameTheCodeThatABuildLacks) {
  Machine machine;
  machine.gpus = {card("RTX 3060", 86, 28, 99)};
  machine.gpus.front().code = 75;
  int greyed = 0;
  for_cuda_variants([&](const Workload&, const VariantInfo& info) {
    const std::string reason = unavailable_reason(info, Executor::cuda, machine);
    if (info.min_compute <= 75 || info.one_architecture) return;
    ++greyed;
    EXPECT_EQ(reason, "needs code made for compute capability 8.0, this build's for RTX 3060 is of "
                      "7.5: build with -DCMAKE_CUDA_ARCHITECTURES=86");
  });
  EXPECT_GT(greyed, 0);
}

// What a step asks for is what its variant has said, or what every GPU gives.
TEST_F(OrdinaryGpus, StepsAskForNoMoreThanTheirVariantSays) {
  if (!emulator::StaticShared::known()) GTEST_SKIP() << "a stripped program";
  int launches = 0;
  std::set<std::string> seen;
  const auto expect_as_said = [&](const Workload& workload, const Choice& choice) {
    const std::size_t said = workload.shared_bytes(choice);
    std::size_t most = 0;
    for (const auto& record : launched(workload, choice)) {
      ++launches;
      seen.insert(workload.info().name + " " + choice.variant);
      const std::size_t asked = record.shared_bytes + static_bytes(record.kernel);
      most = std::max(most, asked);
      EXPECT_LE(record.block.count(), 1024U) << record.kernel.name;
      EXPECT_LE(asked, said == 0 ? usual_shared_bytes : said)
          << text_of(choice, {}) << " " << record.kernel.name;
    }
    if (most != 0 && said != 0) {
      EXPECT_EQ(most, said) << text_of(choice, {});
    }
  };
  for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
    if (info.missing || info.gpu_only) return;  // a library, or for a GPU alone
    const std::vector<Choice> all = launches_of(workload, info);
    const bool few = all.size() < 200 && !sanitized;
    for (Choice choice : all) {
      const std::vector<Values> problems = workload.check_problems(choice);
      for (const Values& problem : problems)
        if (few || &problem == &problems.front() || &problem == &problems.back()) {
          choice.problem = problem;
          expect_as_said(workload, choice);
        }
    }
  });
  EXPECT_GT(launches, sanitized ? 200 : 10000);
  if (sanitized) return;  // with one problem each, some refuse all that is tried
  for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
    const std::string name = name_of(workload, info);
    EXPECT_TRUE(info.missing || info.gpu_only || seen.contains(name)) << name;
  });
}

// Of any variant, not only of those that say what shared memory they need.
TEST_F(OrdinaryGpus, ABlockThatTheLimitsForbidIsRefusedForEveryVariant) {
  GpuInfo gpu = large();
  gpu.max_threads_per_block = 128;
  int refused = 0;
  for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
    const Choice usual = default_choice(workload, info.name, info.backend);
    const auto block = usual.launch.find("block");
    if (block == usual.launch.end()) return;
    const bool too_large = parse_dim(get_text(usual.launch, "block")).count() > 128;
    refused += too_large;
    EXPECT_EQ(launch_refusal(workload, usual, gpu).empty(), !too_large) << name_of(workload, info);
  });
  EXPECT_GT(refused, 10);
}

TEST_F(OrdinaryGpus, LaunchesThatDoNotFitAreRefusedWithBothNumbers) {
  int refused = 0;
  for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
    for (const Choice& choice : launches_of(workload, info))
      for (const GpuInfo& gpu : ordinary()) {
        const std::size_t said = workload.shared_bytes(choice);
        const std::string refusal = launch_refusal(workload, choice, gpu);
        EXPECT_EQ(refusal.empty(), said <= gpu.shared_per_block_optin) << text_of(choice, {});
        if (refusal.empty()) continue;
        ++refused;
        EXPECT_NE(refusal.find("needs " + memory_size(said)), std::string::npos) << refusal;
        EXPECT_NE(refusal.find("gives " + memory_size(gpu.shared_per_block_optin)),
                  std::string::npos)
            << refusal;
      }
  });
  EXPECT_GT(refused, 0);
}

TEST_F(OrdinaryGpus, StaticSharedMemoryIsKnown) {
  if (!emulator::StaticShared::known()) GTEST_SKIP() << "a stripped program";
  EXPECT_EQ(emulator::StaticShared::bytes_of("nbody_unrolled"), 256 * 16U);
  EXPECT_EQ(emulator::StaticShared::bytes_of("nbody_register"), 256 * 32U) << "in fp64";
  EXPECT_EQ(emulator::StaticShared::bytes_of("nbody_shared"), 0U) << "it is dynamic";
  EXPECT_EQ(emulator::StaticShared::bytes_of("nothing"), 0U);
}

TEST_F(OrdinaryGpus, DefaultsFit) {
  for (const GpuInfo& gpu : ordinary())
    for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
      const int compute = gpu.major * 10 + gpu.minor;
      if (compute < info.min_compute || info.one_architecture) return;  // greyed for that reason
      const Choice usual = default_choice(workload, info.name, info.backend);
      const Choice fits = with_block_that_fits(workload, usual, gpu);
      EXPECT_EQ(launch_refusal(workload, fits, gpu), "") << name_of(workload, info);
      EXPECT_EQ(with_block_that_fits(workload, usual, large()), usual) << name_of(workload, info);
    });
}

TEST_F(OrdinaryGpus, ABlockIsMadeNoSmallerThanItMust) {
  const auto fitted = [&](const Choice& choice, const GpuInfo& gpu) {
    return get_text(with_block_that_fits(heat3d(), choice, gpu).launch, "block");
  };
  EXPECT_EQ(fitted(temporal("32x12", 3, "fp32"), gtx_1650()), "32x4") << "40 KiB of 64";
  EXPECT_EQ(fitted(temporal("32x12", 3, "fp32"), card("", 86, 28, 99)), "32x8") << "80 KiB of 99";
  EXPECT_EQ(fitted(temporal("32x12", 3, "fp64"), gtx_1650()), "32x4") << "56 KiB of 64";
  EXPECT_EQ(fitted(temporal("32x8", 2, "fp32"), gtx_1650()), "32x8") << "never larger";
  EXPECT_EQ(fitted(temporal("32x12", 4, "fp64"), gtx_1650()), "32x12") << "none helps";
}

TEST_F(OrdinaryGpus, ABlockOfTooManyThreadsIsRefused) {
  GpuInfo gpu = large();
  gpu.max_threads_per_block = 256;
  EXPECT_EQ(launch_refusal(heat3d(), temporal("32x12", 2, "fp32"), gpu),
            "block 32x12: this GPU allows 256 threads");
  EXPECT_EQ(launch_refusal(heat3d(), temporal("32x12", 2, "fp32"), GpuInfo{}), "")
      << "nothing is known";
}

// 136 registers a thread on 9.0, 138 on 12.0: see scripts/spills.
TEST_F(OrdinaryGpus, MoreRegistersThanThereAreAreRefused) {
  Choice choice = default_choice(heat3d(), "float4", Backend::cuda);
  choice.launch["block"] = std::string("32x16");
  EXPECT_EQ(heat3d().refusal(choice, Executor::cuda), "");
  choice.launch["precision"] = std::string("fp64");
  EXPECT_NE(heat3d().refusal(choice, Executor::cuda).find("65,536"), std::string::npos);
  EXPECT_EQ(heat3d().refusal(choice, Executor::emulator), "") << "a host has no such limit";
  choice.launch["planes"] = std::int64_t{1};
  EXPECT_EQ(heat3d().refusal(choice, Executor::cuda), "");
}

// A quarter of it is for the desktop, for CUDA itself and for pictures.
TEST_F(OrdinaryGpus, DefaultProblemsFitInto4GiB) {
  for_cuda_variants([&](const Workload& workload, const VariantInfo& info) {
    Choice choice = default_choice(workload, info.name, info.backend);
    EXPECT_LE(workload.state_bytes(choice), 3 * gib) << name_of(workload, info);
    choice.problem = changed(choice.problem, workload.info().window_start(info.backend));
    EXPECT_LE(workload.state_bytes(choice), 3 * gib) << name_of(workload, info) << " in a window";
  });
}

}  // namespace
}  // namespace livewarp
