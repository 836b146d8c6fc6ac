#include "app/window/model_builder.h"

#include <algorithm>
#include <map>

#include "app/testing/session_fixture.h"
#include "kernels/core/model/block_rule.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class ModelTest : public test::SessionTest {
 protected:
  FrameStats frame_stats_;
  OfferedAxes axes_;
  ui::Model model_of(Session& session, bool resting = false, int device = 0) {
    ui::Model model;
    describe(session, device, axes_, model);
    describe(frame_stats_, session, resting, model);
    return model;
  }
  static const ui::VariantEntry& variant(const ui::Model& model, const std::string& name) {
    return *std::ranges::find_if(model.variants,
                                 [&](const auto& variant) { return variant.info->name == name; });
  }
};

TEST_F(ModelTest, TimeAndBadgeOfAVariantBelongToOneLaunch) {
  Session session(registry_, machine_, choice("threads", 600));
  session.measure("threads");
  ASSERT_TRUE(run_job(session, 240s));
  EXPECT_TRUE(variant(model_of(session), "threads").bench);
  EXPECT_FALSE(variant(model_of(session), "threads").partial) << "it was completed";
  const Choice measured = session.choice();
  Choice other = measured;
  other.launch["threads"] = std::int64_t{1};
  session.apply(other);
  const ui::VariantEntry changed = variant(model_of(session), "threads");
  EXPECT_FALSE(changed.bench) << "the time of another launch";
  EXPECT_FALSE(changed.check.ok());
  session.apply(choice("scalar", 600));
  const auto listed = [&] { return variant(model_of(session), "threads"); };
  EXPECT_FALSE(listed().bench) << "who goes back gets the other launch";
  session.apply(measured);
  session.apply(choice("scalar", 600));
  EXPECT_TRUE(listed().bench) << "it is listed with the launch that was measured";
  EXPECT_TRUE(listed().check.ok());
}

TEST_F(ModelTest, WhatWasFittedIsSaidOfThatSizeOnly) {
  Session session(registry_, machine_, choice("vector", 600));
  const std::string text = "N 600 fitted to this machine";
  session.use_fitter({}, {session.choice(), text});
  EXPECT_EQ(model_of(session).fitted, text);
  session.apply(choice("scalar", 600));
  EXPECT_EQ(model_of(session).fitted, text);
  session.apply(choice("scalar", 700));
  EXPECT_EQ(model_of(session).fitted, "");
}

TEST_F(ModelTest, WhatTheGpuCannotDoWithMemoryIsGreyed) {
  Machine machine = machine_;
  machine.gpu_reason.clear();
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9, .managed = true}};
  const Workload& histogram = *registry_.find("histogram");
  const auto reasons = [&](const Machine& here) {
    Session session(registry_, here, default_choice(histogram, "", Backend::cuda),
                    Executor::emulator);
    std::map<std::string, std::string> found;
    for (const Option& option : model_of(session).memory_modes) found[option.id] = option.reason;
    return found;
  };
  const auto with = reasons(machine);
  EXPECT_EQ(with.size(), cuda_memory_modes().size());
  for (const char* const free : {"device", "pageable", "pinned"}) EXPECT_EQ(with.at(free), "");
  for (const char* const none : {"managed", "prefetch", "read-mostly", "preferred-gpu"})
    EXPECT_NE(with.at(none).find("ConcurrentManagedAccess is 0"), std::string::npos);
  EXPECT_NE(with.at("pool"), "");
  const auto without = reasons(machine_);
  EXPECT_EQ(without.at("pool"), "") << "without a GPU, variants say why, not modes";
  EXPECT_EQ(without.at("mapped"), with.at("mapped")) << "the variant cannot have it anywhere";
  EXPECT_NE(without.at("mapped"), "");
  EXPECT_EQ(without.at("accessed-by"), without.at("mapped")) << "it lies on the host too";
}

TEST_F(ModelTest, AtRestThereAreNoRates) {
  Session session(registry_, machine_, choice("vector", 600));
  for (int i = 0; i < 20; ++i) frame_stats_.frame.add(16);
  ASSERT_TRUE(run(session, 240s, [&] { return session.step_stats().steps_per_second() > 0; }));
  EXPECT_GT(model_of(session).frames_per_second, 0);
  EXPECT_GT(model_of(session).steps_per_second, 0);
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  EXPECT_EQ(model_of(session, true).frames_per_second, 0);
  EXPECT_EQ(model_of(session, true).steps_per_second, 0);
}

TEST_F(ModelTest, ALargeStateIsSaidToBePrepared) {
  Session session(registry_, machine_, choice("vector", 600));
  EXPECT_FALSE(model_of(session).job);
  session.apply(choice("vector", 8'000'000));
  const ui::Model model = model_of(session);
  ASSERT_TRUE(model.job);
  EXPECT_NE(model.job->name.find("8,000,000"), std::string::npos) << model.job->name;
  EXPECT_FALSE(model.job->picture_paused);
  EXPECT_EQ(model.step.count, 0u);
  session.cancel_job();
  EXPECT_FALSE(model_of(session).job);
}

TEST_F(ModelTest, LimitsAreThoseOfTheSelectedDevice) {
  GpuInfo small, large;
  small.max_threads_per_block = 256;
  large.index = 1;
  large.max_threads_per_block = 1024;
  machine_.gpus = {small, large};  // still without a driver: only what is said of them counts
  Choice start = default_choice(*registry_.find("nbody"), "naive", Backend::cuda);
  start.problem["n"] = std::int64_t{64};
  Session session(registry_, machine_, start, Executor::emulator);
  const auto refused = [&](int device) {
    const ui::Model model = model_of(session, false, device);
    const Param* block = find_param(model.axes, "block");
    return block && std::ranges::any_of(block->options, [](const Option& option) {
             return !option.reason.empty();
           });
  };
  EXPECT_TRUE(refused(0));
  EXPECT_FALSE(refused(1));
}

TEST_F(ModelTest, ABlockIsRefusedByKernelGpuAndProblem) {
  GpuInfo small;
  small.max_threads_per_block = 256;
  small.shared_per_block = 48 * 1024;
  machine_.gpus = {small};
  const auto refusal = [&](const Choice& start, const Dim3& shape) {
    Session session(registry_, machine_, start, Executor::emulator);
    const ui::Model model = model_of(session, false, 0);
    return block_refusal(*find_param(model.axes, "block"), shape);
  };
  Choice start = default_choice(*registry_.find("nbody"), "shuffle", Backend::cuda);
  start.problem["n"] = std::int64_t{64};
  EXPECT_EQ(refusal(start, {96}), "");
  EXPECT_TRUE(refusal(start, {33}).starts_with("needs a multiple of 32 threads"));
  EXPECT_EQ(refusal(start, {288}), "block 288: this GPU allows 256 threads");
  start = default_choice(*registry_.find("convolution"), "shared", Backend::cuda);
  start.problem["width"] = start.problem["height"] = std::int64_t{40};
  start.problem["radius"] = std::int64_t{15};
  start.launch["block"] = std::string("16x16");
  EXPECT_EQ(refusal(start, {128, 2}), "");
  start.problem["radius"] = std::int64_t{16};
  machine_.gpus.front().shared_per_block = 9 * 1024;
  EXPECT_EQ(refusal(start, {128, 2}),
            "a block needs 21.2 KiB of shared memory, this GPU gives 9 KiB");
}

TEST_F(ModelTest, AxesAreAskedForOnceAChoice) {
  machine_.gpus = {GpuInfo{}, GpuInfo{.index = 1}};
  Choice start = default_choice(*registry_.find("nbody"), "naive", Backend::cuda);
  start.problem["n"] = std::int64_t{64};
  Session session(registry_, machine_, start, Executor::emulator);
  int asked = 0;
  OfferedAxes axes([&](const Workload&, const Choice& tried, const GpuInfo&) {
    ++asked;
    return "no " + get_text(tried.launch, "block");
  });
  for (int frame = 0; frame < 3; ++frame)
    for (const Option& option : find_param(axes.of(session, 0), "block")->options)
      EXPECT_EQ(option.reason, "no " + option.id);
  const int once = asked;
  EXPECT_GT(once, 3);
  axes.of(session, 1);
  EXPECT_EQ(asked, 2 * once) << "another GPU allows something else";
  start.launch["block"] = std::string("32");
  session.apply(start);
  axes.of(session, 1);
  EXPECT_EQ(asked, 3 * once);
}

}  // namespace
}  // namespace livewarp
