// The tab Edit in a window on a machine without a GPU: a kernel is typed, tried and watched while
// the run goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class EditWindowTest : public NbodyWindowTest {
 protected:
  void SetUp() override {
#if defined(LIVEWARP_SANITIZED)
    GTEST_SKIP() << "kernels have a time, which two checkers at once exceed";
#endif
    if (!std::filesystem::exists(test::program_of_build()) || find_program({"g++"}).empty())
      GTEST_SKIP() << "there is nothing that compiles kernels here";
  }
  static LiveOptions options() {
    LiveOptions options = DrivenWindow::quiet();
    options.cuda_executor = Executor::cuda;
    options.edit = {{test::program_of_build().string(), "checkkernel"},
                    test::edit_cache() / "livewarp",
                    std::nullopt,
                    std::vector<std::string>{"/nowhere"}};
    return options;
  }
  Choice heat() const {
    Choice choice = default_choice(*registry_.find("heat"), "vector", Backend::cpu);
    choice.problem["nx"] = std::int64_t{64};
    choice.problem["ny"] = std::int64_t{64};
    return choice;
  }
  static const ui::EditView& view(DrivenWindow& driven) { return *driven.live().model().edit; }
  /// Opens the tab on a CUDA variant, and waits for its kernel.
  static bool open(DrivenWindow& driven) {
    driven.drive([](ImGuiTestContext& user) {
      user.KeyChars("/");
      user.Yield(2);
      user.KeyChars("variant naive");
      user.Yield(2);
      user.KeyPress(ImGuiKey_Enter);
      user.Yield(3);
      user.KeyPress(ImGuiKey_K);
      user.Yield(2);
      user.ItemClick("//Analysis/edit-tab");
      user.Yield(3);
    });
    return driven.frames_until(60s, [&] { return view(driven).start.text != nullptr; });
  }
  static void click_into_editor(ImGuiTestContext& user) {
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (!window->WasActive ||
          std::string_view(window->Name).find("/edit-source") == std::string_view::npos)
        continue;
      user.MouseMoveToPos({window->Pos.x + 0.7f * window->Size.x, window->Pos.y + 4});
      user.MouseClick();
    }
    user.Yield(2);
  }
  /// Types at the end of the first line, and saves.
  static void type_and_save(DrivenWindow& driven, const char* text) {
    driven.drive([&](ImGuiTestContext& user) {
      click_into_editor(user);
      user.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
      user.KeyPress(ImGuiKey_End);
      user.KeyChars(text);
      user.Yield(2);
      user.KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
      user.Yield(2);
    });
  }
  static bool wait_for_verdict(DrivenWindow& driven) {
    return driven.frames_until(120s,
                               [&] { return view(driven).verdict && !view(driven).checking; });
  }
};

TEST_F(EditWindowTest, AKernelIsTypedTriedBrokenAndUndoneWhileTheRunGoesOn) {
  DrivenWindow driven(registry_, machine_, heat(), options());
  ASSERT_TRUE(open(driven)) << view(driven).start.refusal;
  driven.frame();
  EXPECT_TRUE(driven.says("not compiled for a GPU")) << "there is no NVRTC";
  const std::int64_t steps = driven.session().steps();
  type_and_save(driven, "  // mine");
  ASSERT_TRUE(wait_for_verdict(driven));
  driven.frame();
  const ui::EditVerdict first = *view(driven).verdict;
  EXPECT_EQ(first.outcome, ui::EditOutcome::right) << first.head << first.reason;
  EXPECT_NE(first.text->find("// mine\n"), std::string::npos);
  EXPECT_TRUE(driven.says("right: "));
  EXPECT_TRUE(driven.says("sectors a request"));
  EXPECT_TRUE(driven.says("edited"));
  EXPECT_EQ(first.time, "");
  EXPECT_GT(driven.session().steps(), steps) << "the run went on";
  EXPECT_FALSE(driven.session().choice().paused) << "no key of the window was struck";

  type_and_save(driven, "\nint x = ;");
  const bool broken = driven.frames_until(
      120s, [&] { return !view(driven).checking && view(driven).verdict->text != first.text; });
  ASSERT_TRUE(broken);
  driven.frame();
  EXPECT_EQ(view(driven).verdict->outcome, ui::EditOutcome::wrong);
  EXPECT_EQ(view(driven).verdict->head, "does not compile");
  ASSERT_FALSE(view(driven).verdict->messages.empty());
  EXPECT_EQ(view(driven).verdict->messages[0].line, 2);
  EXPECT_TRUE(driven.says("does not compile"));
  EXPECT_FALSE(driven.says("sectors a request"));
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Analysis/revert-kernel"); });
  driven.frame();
  EXPECT_TRUE(driven.says("of an older text"));
  EXPECT_FALSE(driven.says("edited\n"));
}

TEST_F(EditWindowTest, AFileThatIsDroppedIsWatched) {
  const test::TemporaryFolder folder;
  DrivenWindow driven(registry_, machine_, heat(), options());
  ASSERT_TRUE(open(driven));
  std::string text = *view(driven).start.text;
  const std::string guard = "  if (x >= nx || y >= ny) return;\n";
  ASSERT_NE(text.find(guard), std::string::npos) << text;
  text.erase(text.find(guard), guard.size());
  const std::string path = folder.file("mine.cuh");
  std::ofstream(path) << text;
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_K); });
  driven.drop(path);
  ASSERT_TRUE(wait_for_verdict(driven));
  driven.frame();
  driven.frame();
  EXPECT_EQ(view(driven).verdict->outcome, ui::EditOutcome::wrong);
  EXPECT_EQ(view(driven).verdict->file, path);
  EXPECT_TRUE(driven.says("out of range"));
  std::filesystem::remove(path);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return !view(driven).watched_trouble.empty(); }));
  driven.frame();
  EXPECT_TRUE(driven.says("is not there any more"));
  const std::int64_t steps = driven.session().steps();
  EXPECT_TRUE(driven.frames_until(20s, [&] { return driven.session().steps() > steps; }));
}

}  // namespace
}  // namespace livewarp
