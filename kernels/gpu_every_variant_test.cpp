// What holds for every variant of every workload on a GPU.
#include <set>
#include <string>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/decomposition/team.h"
#include "kernels/every_variant_test.h"
#include "kernels/grids/testing/grid_sums_test.h"

namespace livewarp {
namespace {

class GpuEveryVariant : public OfVariant {};
class GpuEveryWorkload : public OfVariant {};

#define LIVEWARP_WORKLOAD(name)                                                                    \
  INSTANTIATE_TEST_SUITE_P(name, GpuEveryVariant, testing::ValuesIn(cases_of(#name, on_gpu)),      \
                           name_of_case);                                                          \
  INSTANTIATE_TEST_SUITE_P(name, GpuEveryWorkload, testing::Values(whole(#name)), name_of_case);
#include "kernels/workloads.inc"
#undef LIVEWARP_WORKLOAD

// Every memory mode by every launch, where a check takes few steps: else one after the other.
// Advice is no other memory for a kernel: it is seen by one launch.
TEST_P(GpuEveryVariant, AgreesWithFp64InEveryMemoryMode) {
  constexpr std::size_t few_steps = 50;
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const std::string reason = unavailable_reason(variant(), Executor::cuda, machine);
  if (!reason.empty()) GTEST_SKIP() << reason;
  std::size_t steps = 0;
  for (const Choice& check : check_choices(workload(), plain(), Executor::cuda))
    for (const int length : workload().check_lengths(check)) steps += std::size_t(length);
  int checked = 0;
  for (Choice choice : choices_of(workload(), variant())) {
    if (check_choices(workload(), choice, Executor::cuda).empty()) continue;
    const bool every_mode = steps <= few_steps || choice.launch == plain().launch;
    for (const MemoryMode memory : variant().memory_modes) {
      if (!memory_reason(variant(), memory, machine.gpu(0)).empty()) continue;
      const bool plain_launch = choice.launch == plain().launch;
      if (!every_mode && memory != variant().memory_modes.front()) continue;
      if (is_advised(memory) && !plain_launch) continue;
      choice.memory = memory;
      expect_right(workload(), choice, Executor::cuda);
      ++checked;
    }
  }
  EXPECT_GT(checked, 0);
}

Choice divided(Choice choice, std::int64_t parts, const std::string& exchange, bool overlap) {
  choice.launch[parts_axis_id] = parts;
  choice.launch[exchange_axis_id] = exchange;
  choice.launch[overlap_axis_id] = overlap;
  return choice;
}

/// Each way of exchange, beside the computation and behind it, in two and in four parts.
std::vector<Choice> every_division(const Choice& plain, const Param& exchanges) {
  std::vector<Choice> choices;
  for (const std::int64_t parts : {2, 4})
    for (const Option& exchange : exchanges.options)
      for (const bool overlap : {false, true})
        choices.push_back(divided(plain, parts, exchange.id, overlap));
  return choices;
}

// What a variant computes does not depend on how rows came, so that one of them shows every way.
// On all GPUs that are there, and all on the first. NCCL is left out where parts share a GPU.
TEST_P(GpuEveryVariant, AgreesWithFp64InSeveralParts) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const std::string reason = unavailable_reason(variant(), Executor::cuda, machine);
  if (!reason.empty()) GTEST_SKIP() << reason;
  const Param* const axis = find_param(variant().axes, parts_axis_id);
  if (!axis) GTEST_SKIP() << "a problem of this workload is in one piece";
  if (!axis->reason.empty()) GTEST_SKIP() << axis->reason;
  struct UsualDevices {
    ~UsualDevices() { select_part_devices({}); }
  } usual;
  int checked = 0;
  const bool first = plain().variant == workload().variants().front()->name;
  const std::vector<Choice> divisions =
      first ? every_division(plain(), *find_param(variant().axes, exchange_axis_id))
            : std::vector<Choice>{divided(plain(), 2, "peer", true),
                                  divided(plain(), 4, "staged", false)};
  for (const std::vector<int>& devices : std::set{part_devices(), std::vector<int>{0}}) {
    select_part_devices(devices);
    for (const Choice& choice : divisions) {
      if (check_choices(workload(), choice, Executor::cuda).empty()) continue;
      expect_right(workload(), choice, Executor::cuda);
      ++checked;
    }
  }
  EXPECT_GT(checked, 0);
}

TEST_P(GpuEveryWorkload, KernelsSeeWhatTheHostSees) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const auto exec = CudaExec::create();
  if (grid_sums_test::computes_readouts(workload(), Executor::cuda, *exec))
    grid_sums_test::compare_readouts(workload(), Executor::cuda, *exec);
}

}  // namespace
}  // namespace livewarp
