// A kernel of the user's in the live run of a GPU.
#include <algorithm>
#include <cstring>

#include "app/code/kernel_compiler.h"
#include "app/edit/edited_run.h"
#include "app/edit/edited_unit.h"
#include "app/edit/study/kernel_starter.h"
#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// Every cell becomes the same number, so that it is seen which kernel ran. It is wrong on purpose:
/// nobody checks it here.
class GpuEditedSession : public test::GpuSessionTest {
 protected:
  Choice heat(const std::string& variant, std::int64_t nx, std::int64_t ny) const {
    Choice choice = default_choice(*registry_.find("heat"), variant, Backend::cuda);
    choice.problem["nx"] = nx;
    choice.problem["ny"] = ny;
    choice.paused = true;
    return choice;
  }
  EditedRun quarters(const Choice& choice) const {
    const Workload& workload = *registry_.find("heat");
    const KernelOrigin origin = origin_of(workload, choice, {});
    std::string text = starter_of(origin);
    const std::string store = "store_real(out + i, next)";
    const auto at = text.find(store);
    EXPECT_NE(at, std::string::npos) << text;
    text.replace(at, store.size(), "store_real(out + i, Computed<Stored>(0.25))");
    const EditedKernel edited{&workload, choice, origin.kernel, "quarters.cuh", text};
    const GpuInfo& gpu = *machine_.gpu(0);
    const KernelCompiler compiler{{}};
    const GpuCode code =
        compile_for_gpu(edited, instantiations(edited), compiler, 10 * gpu.major + gpu.minor);
    EXPECT_TRUE(code.made()) << code.hindrance
                             << (code.messages.empty() ? "" : code.messages.front().text);
    KernelVerdict found;
    found.outcome = KernelOutcome::right;
    return run_on_gpu(workload, choice, code, found);
  }
  /// Makes a step; whether every cell is a quarter after it.
  static bool all_quarters(Session& session) {
    const auto steps = session.steps();
    session.single_step();
    EXPECT_TRUE(run(session, 60s, [&] { return session.steps() > steps; }));
    const HostState state = session.snapshot();
    std::vector<float> cells(state.fields.front().size() / sizeof(float));
    std::memcpy(cells.data(), state.fields.front().data(), cells.size() * sizeof(float));
    return std::ranges::all_of(cells, [](float cell) { return cell == 0.25F; });
  }
  bool can_compile() const {
    const GpuInfo& gpu = *machine_.gpu(0);
    return gpu_code_hindrance(KernelCompiler{{}}, 10 * gpu.major + gpu.minor).empty();
  }
};

TEST_F(GpuEditedSession, LaunchesTheUsersKernelUntilItsOwnRunsAgain) {
  if (!can_compile()) GTEST_SKIP() << "NVRTC is not here";
  Session session(registry_, machine_, heat("naive", 517, 205));
  EXPECT_FALSE(all_quarters(session));
  session.run_edited(quarters(session.choice()));
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  EXPECT_EQ(session.variant_name(), "naive, edited");
  EXPECT_TRUE(all_quarters(session));
  EXPECT_TRUE(all_quarters(session));
  session.reset();
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  EXPECT_TRUE(all_quarters(session));
  session.run_original();
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  session.reset();
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  EXPECT_FALSE(all_quarters(session));
}

TEST_F(GpuEditedSession, AnotherBlockHasTheProjectsKernel) {
  if (!can_compile()) GTEST_SKIP() << "NVRTC is not here";
  Session session(registry_, machine_, heat("naive", 300, 200));
  session.run_edited(quarters(session.choice()));
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  Choice next = session.choice();
  next.launch["block"] = std::string("32x4");
  session.apply(next);
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  EXPECT_EQ(session.edited_run(), nullptr);
  session.reset();
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  EXPECT_FALSE(all_quarters(session));
}

}  // namespace
}  // namespace livewarp
