// Blocks that no variant offers as a preset, of every variant that the host executes from source:
// each is refused with a reason, or right and clean.
#include <set>

#include "kernels/core/base/error.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/allowed_blocks.h"
#include "kernels/emulator/check/memory_checker.h"
#include "kernels/every_variant_test.h"

namespace livewarp {
namespace {

class AnyBlock : public OfVariant {
 protected:
  const Param& axis() const { return *find_param(variant().axes, "block"); }

  /// The variant at a problem that it can compute.
  Choice possible() const {
    const Choice choice = plain();
    if (workload().refusal(choice, Executor::emulator).empty()) return choice;
    return check_choices(workload(), choice, Executor::emulator).back();
  }

  /// The variant with that block, else why it cannot have it.
  std::string put_block(Choice& choice, const std::string& shape) const {
    try {
      choice.launch["block"] = shape;
      choice = checked_choice(workload(), choice);
    } catch (const Error& error) {
      return error.what();
    }
    return workload().refusal(choice, Executor::emulator);
  }
};

bool has_blocks(const VariantInfo& variant) {
  return emulated(variant) && find_param(variant.axes, "block");
}

#define LIVEWARP_WORKLOAD(name)                                                                    \
  INSTANTIATE_TEST_SUITE_P(name, AnyBlock, testing::ValuesIn(cases_of(#name, has_blocks)),         \
                           name_of_case);
#include "kernels/workloads.inc"
#undef LIVEWARP_WORKLOAD

/// Of the sizes of a check two that take little time: one in the middle, and the one with most
/// work, which is more than a block.
std::vector<Choice> few_sizes(const Workload& workload, const Choice& choice) {
  constexpr double most_items = 4e5;
  const auto items = [&](const Choice& one) { return workload.cost(one).items; };
  std::vector<Choice> sizes = check_choices(workload, choice, Executor::emulator);
  std::erase_if(sizes, [&](const Choice& one) { return items(one) > most_items; });
  std::ranges::stable_sort(sizes, {}, items);
  if (sizes.size() < 2) return sizes;
  return {sizes[sizes.size() / 2], sizes.back()};
}

/// One step, with every access checked where the build has kernels for that.
void expect_right_and_clean(const Workload& workload, const Choice& choice) {
  const HostState in = start_of(workload, choice);
  auto simulation = sanitized ? nullptr : workload.simulate_traced(choice, &in);
  const auto exec = simulation ? make_checked_exec() : exec_for(Executor::emulator);
  if (!simulation) simulation = workload.simulate(choice, Executor::emulator, &in);
  try {
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
    exec->synchronize();
  } catch (const std::exception& error) {
    ADD_FAILURE() << text_of(workload, choice) << ": " << error.what();
    return;
  }
  const Tolerance tolerance = tolerance_of(workload, choice);
  for (const Discrepancy& found :
       workload.compare(choice.problem, in, simulation->snapshot(), {}, Job{}))
    EXPECT_TRUE(found.within(tolerance)) << text_of(workload, choice);
}

// The build without sanitizers checks every access at all of them; with sanitizers, which see only
// what leaves an array, some of each kind are tried, and further ones where a kernel takes none.
TEST_P(AnyBlock, IsRightOrRefusedWithAReason) {
  const std::vector<const char*> some{"96", "33", "7x3", "32x3", "3x2x5", "1x1x65", "2048"},
      further{"48x4", "1024", "1", "31x2", "160x2"};
  int right = 0, refused = 0;
  const auto try_shape = [&](const char* shape) {
    Choice choice = possible();
    const std::string reason = put_block(choice, shape);
    if (!reason.empty()) {
      ++refused;
      return;
    }
    for (const Choice& sized : few_sizes(workload(), choice)) {
      expect_right_and_clean(workload(), sized);
      ++right;
    }
  };
  for (const char* const shape : some) try_shape(shape);
  for (const char* const shape : further)
    if (!sanitized || right < 2) try_shape(shape);
  EXPECT_GE(right, 2);
  EXPECT_GE(refused, 2);
}

/// Of what a problem computes.
Dim3 extent_of(const Workload& workload, const Values& problem) {
  if (const auto size = workload.result_size(problem))
    return {unsigned(size->width), unsigned(size->height)};
  const std::vector<std::string>& sides = workload.info().size_params;
  if (sides.empty())
    return {unsigned(get_integer(problem, "width")), unsigned(get_integer(problem, "height"))};
  return {unsigned(get_integer(problem, sides[0])),
          sides.size() > 1 ? unsigned(get_integer(problem, sides[1])) : 1};
}

// A check would not see what a kernel forgets at the end if all blocks were full.
TEST_P(AnyBlock, FillsNoSizeOfACheck) {
  for (const char* const shape : {"96", "64x2", "32x3", "224x1"}) {
    Choice choice = possible();
    if (!put_block(choice, shape).empty()) continue;
    const Dim3 block = Launch(choice.launch).block();
    const std::vector<Choice> sizes = check_choices(workload(), choice, Executor::emulator);
    const auto with_a_rest = std::ranges::count_if(sizes, [&](const Choice& sized) {
      const Dim3 result = extent_of(workload(), sized.problem);
      if (axis().block->dimensions() == 1 && block.y == 1) return result.count() % block.x != 0;
      return result.x % block.x != 0 && (block.y == 1 || result.y % block.y != 0);
    });
    EXPECT_GT(with_a_rest, 0) << shape;
  }
}

TEST_P(AnyBlock, PresetsKeepToTheRule) {
  EXPECT_GT(axis().options.size(), 1u);
  for (const Option& preset : axis().options) {
    EXPECT_EQ(axis().block->refusal(parse_dim(preset.id)), "") << preset.id;
    EXPECT_EQ(block_text(axis(), parse_dim(preset.id)), preset.id);
  }
}

TEST_P(AnyBlock, ListsWhatMayBeSearched) {
  const Choice choice = possible();
  const std::vector<std::string> all = allowed_blocks(workload(), choice, nullptr);
  const std::vector<std::string> few = allowed_blocks(workload(), choice, nullptr, {64, 128});
  EXPECT_GE(all.size(), few.size());
  EXPECT_GE(few.size(), 2u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (const std::string& shape : all) {
    Choice tried = choice;
    EXPECT_EQ(put_block(tried, shape), "") << shape;
    EXPECT_EQ(tried.launch.at("block"), Value(shape));
  }
  for (const Option& preset : axis().options) {
    Choice tried = choice;
    if (put_block(tried, preset.id).empty()) {
      EXPECT_TRUE(std::ranges::count(few, preset.id)) << preset.id;
    }
  }
}

}  // namespace
}  // namespace livewarp
