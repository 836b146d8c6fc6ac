// After the GPU was lost the window goes on with the CPU, and can start the program again: without
// a GPU, whose variants are executed from their source here.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/options/choice_options.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using Words = std::vector<std::string>;

class RestartLoop : public testing::Test {
 protected:
  RestartLoop() {
    options_.keep_settings = false;
    options_.cuda_executor = Executor::emulator;
    options_.restart = [this](Words with) { restarts_with_ = std::move(with); };
  }
  Choice start() const {
    Choice choice = default_choice(*registry_.find("nbody"), "shared", Backend::cuda);
    choice.problem["n"] = std::int64_t{256};
    choice.launch["block"] = std::string("64");
    return choice;
  }
  /// What the window does when an error came that no call to the GPU survives.
  static void lose_gpu(LiveLoop& live) {
    live.session().lose_gpu("an illegal memory access was encountered");
    for (int i = 0; i < 4; ++i) live.frame();
  }
  static void use(LiveLoop& live, const std::string& path) {
    ImGui::ActivateItemByID(ui::ids::id_of(path));
    for (int i = 0; i < 3 && !live.finished(); ++i) live.frame();
  }
  static std::string button_of_notice(LiveLoop& live) {
    for (const Notice& notice : live.model().notices)
      if (notice.remedy == Remedy::restart)
        return ui::ids::path(ui::ids::notices, std::to_string(notice.id).c_str(), ui::ids::restart);
    return {};
  }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;
  std::optional<Words> restarts_with_;
};

TEST_F(RestartLoop, TheNoticeStartsTheProgramAgainWithWhatRanOnTheGpu) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 4; ++i) live.frame();
  EXPECT_EQ(button_of_notice(live), "") << "nothing was lost";
  lose_gpu(live);
  EXPECT_EQ(live.session().variant().backend, Backend::cpu);
  EXPECT_NE(live.session().unavailable(*registry_.find("nbody")->find("shared")), "");
  ASSERT_NE(button_of_notice(live), "");
  EXPECT_FALSE(restarts_with_);
  use(live, button_of_notice(live));
  for (int i = 0; i < 3 && !live.finished(); ++i) live.frame();
  EXPECT_TRUE(live.finished()) << "the window ends as it does at any other time";
  ASSERT_TRUE(restarts_with_);
  EXPECT_EQ(*restarts_with_,
            (Words{"nbody", "--variant", "shared", "--block", "64", "--n", "256"}));
  EXPECT_EQ(choice_from(*registry_.find("nbody"),
                        {{"variant", "shared"}, {"block", "64"}, {"n", "256"}}, Backend::cpu),
            start());
}

TEST_F(RestartLoop, TheMenuDoesToo_AndOptionsOfTheWindowGoAlong) {
  options_.width = 1280;
  options_.height = 720;
  options_.theme = ui::Theme::light;
  options_.no_interop = true;
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 4; ++i) live.frame();
  const std::string entry = ui::ids::path(ui::ids::top, ui::ids::menu, ui::ids::restart);
  use(live, ui::ids::path(ui::ids::top, ui::ids::menu));
  use(live, entry);
  EXPECT_FALSE(live.finished()) << "there is no need to";
  EXPECT_FALSE(restarts_with_);
  ImGui::ClosePopupsOverWindow(nullptr, false);
  lose_gpu(live);
  use(live, ui::ids::path(ui::ids::top, ui::ids::menu));
  use(live, entry);
  for (int i = 0; i < 3 && !live.finished(); ++i) live.frame();
  EXPECT_TRUE(live.finished());
  ASSERT_TRUE(restarts_with_);
  const Words tail(restarts_with_->end() - 5, restarts_with_->end());
  EXPECT_EQ(tail, (Words{"--size", "1280x720", "--theme", "light", "--no-interop"}));
}

TEST_F(RestartLoop, WhatIsChosenAfterwardsIsNotWhatIsStarted) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 4; ++i) live.frame();
  lose_gpu(live);
  live.session().apply(default_choice(*registry_.find("heat"), "scalar", Backend::cpu));
  for (int i = 0; i < 4; ++i) live.frame();
  ASSERT_TRUE(live.session().lost());
  EXPECT_EQ(*live.session().lost(), start());
}

}  // namespace
}  // namespace livewarp
