// What holds for every variant of every workload. What is special in a workload stands in its own
// test.
#include "kernels/every_variant_test.h"

#include <cstring>
#include <regex>
#include <set>
#include <stop_token>

#include "kernels/core/base/error.h"
#include "kernels/grids/testing/grid_sums_test.h"

namespace livewarp {
namespace {

using Bytes = std::vector<unsigned char>;

/// Whether it takes little time; no where there is no such problem: a check's sizes may not go with
/// other numbers.
bool is_small(const Workload& workload, const Choice& choice) {
  constexpr double most_items = 2e5;
  try {
    return workload.cost(choice).items <= most_items && !refused(workload, choice);
  } catch (const Error&) {
    return false;
  }
}

/// The variant at its defaults, with the sizes and the kinds of problems of its checks that take
/// little time. Reals stay: at a small scale, say, most of a picture is read by nobody.
std::vector<Choice> small_problems(const Workload& workload, const VariantInfo& variant) {
  const Choice plain = default_choice(workload, variant.name, variant.backend);
  std::vector<Choice> choices;
  for (const Choice& check : check_choices(workload, plain, home_of(variant))) {
    Choice choice = plain;
    for (const auto& [id, value] : check.problem)
      if (std::holds_alternative<std::int64_t>(value) || std::holds_alternative<std::string>(value))
        choice.problem[id] = value;
    if (is_small(workload, choice) && std::ranges::find(choices, choice) == choices.end())
      choices.push_back(choice);
  }
  return choices;
}

Choice largest_small_problem(const Workload& workload, const VariantInfo& variant) {
  return std::ranges::max(small_problems(workload, variant), {},
                          [&](const Choice& one) { return workload.cost(one).items; });
}

/// A variant that the host executes from source. A picture may show a launch's blocks: if possible
/// one without.
const VariantInfo& emulated_without_blocks(const Workload& workload) {
  for (const VariantInfo* const variant : workload.variants())
    if (emulated(*variant) && !find_param(variant->axes, "block")) return *variant;
  return *workload.find(workload.info().default_cuda);
}

/// Square roots of host and device may differ in the last bit; colours and cells may not.
void expect_same_picture(PictureKind kind, const Bytes& a, const Bytes& b) {
  ASSERT_EQ(a.size(), b.size());
  if (kind != PictureKind::points) {
    EXPECT_EQ(a, b);
    return;
  }
  const auto value = [](const Bytes& bytes, std::size_t at) {
    float real = 0;
    std::memcpy(&real, bytes.data() + at, sizeof real);
    return real;
  };
  for (std::size_t at = 0; at < a.size(); at += sizeof(float))
    ASSERT_NEAR(value(a, at), value(b, at), 1e-5) << "at byte " << at;
}

class EveryVariant : public OfVariant {};

/// Under sanitizers those of the CPU: the emulator checks itself what kernels read and write.
bool tried(const VariantInfo& variant) {
  return on_host(variant) && (!sanitized || variant.backend == Backend::cpu);
}

class EveryWorkload : public OfVariant {
 protected:
  std::span<const VariantInfo* const> variants() const { return workload().variants(); }
  const Choice plain_ = default_choice(workload(), "", Backend::cpu);
};

#define LIVEWARP_WORKLOAD(name)                                                                    \
  INSTANTIATE_TEST_SUITE_P(name, EveryVariant, testing::ValuesIn(cases_of(#name, tried)),          \
                           name_of_case);                                                          \
  INSTANTIATE_TEST_SUITE_P(name, EveryWorkload, testing::Values(whole(#name)), name_of_case);
#include "kernels/workloads.inc"
#undef LIVEWARP_WORKLOAD

// The default launch at all sizes and problems that a check looks at: odd ones, one element,
// several blocks; the others at some of them.
TEST_P(EveryVariant, AgreesWithFp64AtEveryLaunch) {
  int checked = 0;
  for (const Choice& choice : choices_of(workload(), variant())) {
    if (check_choices(workload(), choice, home_of(variant())).empty()) continue;  // for a GPU alone
    const bool usual = choice.launch == plain().launch;
    expect_right(workload(), choice, home_of(variant()),
                 usual ? CheckDepth::all : CheckDepth::some);
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

TEST_P(EveryVariant, AgreesWithFp64AtThePresentState) {
  const Choice choice = largest_small_problem(workload(), variant());
  expect_right_here(workload(), choice, stepped(workload(), choice, 3));
}

TEST_P(EveryVariant, FailsOnEveryMutant) {
  const std::vector<Choice> problems = small_problems(workload(), variant());
  EXPECT_GT(problems.size(), 1u);
  for (Choice choice : problems) {
    choice.problem = workload().checkable(choice.problem);
    expect_mutants_seen(workload(), choice, 2);
  }
}

TEST_P(EveryWorkload, HasVariantsOfEveryKind) {
  const WorkloadInfo& info = workload().info();
  std::set<std::string> names;
  for (const VariantInfo* variant : variants())
    EXPECT_TRUE(names.insert(variant->name).second) << variant->name << " is there twice";
  for (const std::string& name : {info.default_cuda, info.default_cpu, info.reference})
    ASSERT_NE(workload().find(name), nullptr) << name;
  EXPECT_EQ(workload().find(info.default_cuda)->backend, Backend::cuda);
  EXPECT_EQ(workload().find(info.default_cpu)->backend, Backend::cpu);
  EXPECT_EQ(workload().find(info.reference)->backend, Backend::cpu);
  EXPECT_GT(cases_of(info.name, emulated).size(), 2u);
}

TEST_P(EveryWorkload, VariantsSayWhatTheyTeach) {
  for (const VariantInfo* variant : variants()) {
    EXPECT_FALSE(variant->lesson.empty() || variant->source.empty()) << variant->name;
    EXPECT_FALSE(variant->title.empty() || variant->file.empty()) << variant->name;
    // Mostly of its workload's theme; heat also has what the texts teach under others.
    EXPECT_TRUE(std::regex_match(variant->topic, std::regex("L[1-9]\\.[1-9][0-9]*")))
        << variant->name << ": " << variant->topic;
  }
}

TEST_P(EveryWorkload, VariantsKeepToTheCaps) {
  for (const VariantInfo* variant : variants()) {
    const Tolerance cap = cap_of(workload(), *variant), own = variant->tolerance;
    EXPECT_TRUE((own.rms <= cap.rms && own.worst <= cap.worst) || !own.reason.empty())
        << variant->name;
    EXPECT_GE(own.worst, own.rms) << variant->name;
    EXPECT_TRUE(own.rms > 0 || cap.rms == 0) << variant->name << " allows nothing";
  }
}

TEST_P(EveryWorkload, VariantsCountTheirWork) {
  for (const VariantInfo* variant : variants()) {
    const Choice choice = default_choice(workload(), variant->name, variant->backend);
    const CostModel cost = workload().cost(choice);
    EXPECT_GT(cost.items, 0) << variant->name;
    EXPECT_GT(cost.compulsory_bytes, 0) << variant->name;
    EXPECT_GE(cost.requested_bytes, cost.compulsory_bytes) << variant->name;
  }
}

TEST_P(EveryWorkload, WorkOfACheckCanBeStopped) {
  HostState in = workload().initial_state(plain_.problem);
  in.steps = 1;  // a result, as far as one is asked for
  std::stop_source stop;
  stop.request_stop();
  const Job job{stop.get_token(), {}};
  EXPECT_THROW(workload().compare(plain_.problem, in, in, {}, job), Cancelled);
  EXPECT_THROW(workload().diagnose(plain_.problem, in, job), Cancelled);
}

// What changes little in a step must not pass for what does not change at all.
TEST_P(EveryWorkload, AStepThatDoesNothingFails) {
  Choice choice = largest_check(workload(), plain_, Executor::cpu).value();
  choice.problem = workload().checkable(choice.problem);
  const HostState in = start_of(workload(), choice);
  HostState out = in;
  out.steps += workload().time_steps(choice);
  const auto found = workload().compare(choice.problem, in, out, {}, Job{});
  EXPECT_FALSE(std::ranges::all_of(
      found, [&](const Discrepancy& one) { return one.within(tolerance_of(workload(), choice)); }));
}

// Of one state, whatever either side computes. What is not written keeps the one poison or the
// other.
TEST_P(EveryWorkload, PictureIsTheSameOnBothSides) {
  const VariantInfo& device = emulated_without_blocks(workload());
  const Choice on_device = largest_small_problem(workload(), device);
  Choice on_host = plain_;
  on_host.problem = on_device.problem;
  const HostState state = stepped(workload(), on_host);
  const Bytes picture = picture_of(workload(), on_host, state, 0x5A);
  EXPECT_FALSE(picture.empty());
  EXPECT_EQ(picture, picture_of(workload(), on_host, state, 0xA5));
  const auto kind = workload().simulate(on_host, Executor::cpu, &state)->picture().kind;
  expect_same_picture(kind, picture, picture_of(workload(), on_device, state, 0x5A));
  expect_same_picture(kind, picture, picture_of(workload(), on_device, state, 0xA5));
}

// Where kernels compute readouts of a state at all.
TEST_P(EveryWorkload, KernelsSeeWhatTheHostSees) {
  const auto exec = exec_for(Executor::emulator);
  if (grid_sums_test::computes_readouts(workload(), Executor::emulator, *exec))
    grid_sums_test::compare_readouts(workload(), Executor::emulator, *exec);
}

TEST_P(EveryWorkload, NativeVariantsComputeNoReadouts) {
  EXPECT_FALSE(
      grid_sums_test::computes_readouts(workload(), Executor::cpu, *exec_for(Executor::cpu)));
}

}  // namespace
}  // namespace livewarp
