// The live loop under a random user, without window and OpenGL: whatever is done, session, panels
// and undo stay consistent, nothing is asserted and nothing leaks. LIVEWARP_RANDOM_ACTIONS says how
// many actions (1,000 otherwise), LIVEWARP_RANDOM_SEED which; with LIVEWARP_RANDOM_ALOUD each is
// written as it is done.
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/testing/driving_user_test.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/random_user_test_actions.h"
#include "app/testing/random_user_test_invariants.h"
#include "app/testing/random_user_test_repertoire.h"
#include "app/testing/test_context.h"
#include "app/testing/toy_workload.h"
#include "app/window/live_loop.h"

namespace livewarp {
namespace {

/// One life of the program, from its first frame until somebody quits.
class HeadlessLife {
 public:
  HeadlessLife(const Registry& registry, const Machine& machine, const Choice& start,
               const LiveOptions& options)
      : ui_(ui_options(options)), screen_(1280, 720),
        loop_(screen_, ui_, registry, machine, start, options) {
    user_.start();
    loop_.note_controls(&controls_);
    screen_.after_swap = [this] {
      for (const std::string& fault : faults_of_frame(loop_)) ADD_FAILURE() << fault;
      user_.after_swap();
    };
  }
  ~HeadlessLife() { user_.stop(); }
  HeadlessLife(const HeadlessLife&) = delete;
  HeadlessLife& operator=(const HeadlessLife&) = delete;

  LiveLoop& loop() { return loop_; }
  Reachable reach(std::vector<std::string> files) {
    return {loop_, controls_, [this](int width, int height) { screen_.resize(width, height); },
            [this](const std::string& path) { screen_.drop(path); }, std::move(files)};
  }
  void drive(const std::function<void(ImGuiTestContext&)>& acts) {
    user_.drive(acts, [this] { frame(); });
  }

 private:
  /// Where the loop throws, the program would end; here the test user must, who acts in another
  /// thread.
  void frame() {
    try {
      loop_.wait();
      loop_.frame();
      loop_.after_frame();
    } catch (const std::exception& error) {
      ADD_FAILURE() << "the program ended: " << error.what();
      user_.after_swap();
    }
  }

  TestUser user_;
  ui::Ui ui_;
  HeadlessScreen screen_;
  std::vector<ui::Helped> controls_;
  LiveLoop loop_;
};

class RandomUserTest : public testing::Test {
 protected:
  /// So many, in as many lives as it takes.
  void handle(const Registry& registry, const Choice& start, int actions,
              const LiveOptions& options = quiet_options()) {
    constexpr int batch = 100;
    const auto seed = unsigned(from_environment("LIVEWARP_RANDOM_SEED", 1));
    std::mt19937 random(seed);
    int done = 0;
    while (done < actions && !HasFailure()) {
      HeadlessLife life(registry, machine_, start, options);
      RandomUser random_user(life.reach(place_.files()), random);
      const auto goes_on = [&] {
        return done < actions && !HasFailure() && !life.loop().finished();
      };
      while (goes_on())
        life.drive([&](ImGuiTestContext& user) {
          for (int i = 0; i < batch && goes_on(); ++i, ++done) random_user.act(user);
        });
      if (HasFailure())
        ADD_FAILURE() << "seed " << seed << ", action " << done << ", by then:\n"
                      << random_user.last_actions();
    }
  }

  Machine machine_ = test::machine_without_gpu();
  RandomUserFolder place_;
};

TEST(Repertoire, HasEveryKeyOfEveryAction) {
  const std::vector<ImGuiKeyChord> keys = repertoire::keys();
  const std::vector<std::string> characters = repertoire::characters();
  std::size_t chords = 0;
  for (const ui::Action& action : ui::actions())
    for (const ui::Chord& chord : action.chords) {
      ++chords;
      const std::string character(1, char(chord.character));
      EXPECT_TRUE(std::ranges::count(keys, chord.key) + std::ranges::count(characters, character) >
                      0 ||
                  character == "+")
          << action.id;
    }
  EXPECT_GE(chords, 80u);
  for (const ImGuiKeyChord key : keys) EXPECT_NE(key & ~ImGuiMod_Mask_, 0) << "presses nothing";
}

TEST_F(RandomUserTest, AnyActionsLeaveItConsistent) {
  const Registry registry;
  Choice start = default_choice(*registry.find("nbody"), "vector", Backend::cpu);
  start.problem["n"] = std::int64_t{500};
  handle(registry, start, from_environment("LIVEWARP_RANDOM_ACTIONS", 1000));
}

/// Greyed variants are studied; the emulator verifies them beside the run.
TEST_F(RandomUserTest, WithoutAGpuTheCudaVariantsAreStudied) {
  const Registry registry;
  Choice start = default_choice(*registry.find("nbody"), "vector", Backend::cpu);
  start.problem["n"] = std::int64_t{500};
  LiveOptions options = quiet_options();
  options.cuda_executor = Executor::cuda;
  handle(registry, start, std::min(400, from_environment("LIVEWARP_RANDOM_ACTIONS", 1000)),
         options);
}

/// What is right for the variants that there are could be so because all of them are right.
TEST_F(RandomUserTest, AWrongVariantShowsNoTimeWhateverIsDone) {
  std::vector<std::unique_ptr<Workload>> workloads;
  workloads.push_back(test::make_wrong_toy());
  const Registry registry(std::move(workloads));
  const Choice start = default_choice(*registry.find("toy"), "wrong", Backend::cpu);
  handle(registry, start, std::min(200, from_environment("LIVEWARP_RANDOM_ACTIONS", 1000)));
}

}  // namespace
}  // namespace livewarp
