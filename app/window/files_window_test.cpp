// Files as the user opens them in the window: typed into the control, and dropped.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "kernels/core/model/image.h"
#include "kernels/pictures/image_file.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

void type_path(DrivenWindow& driven, const std::string& path) {
  driven.drive([&](ImGuiTestContext& user) {
    if (!user.ItemExists("//Controls/image")) user.ItemClick("//Controls/start-group");
    user.Yield(2);
    user.ItemClick("//Controls/image");
    user.KeyCharsReplaceEnter(path.c_str());
  });
}

class FilesWindowTest : public testing::Test {
 protected:
  Choice start(const std::string& workload) const {
    Choice choice = default_choice(*registry.find(workload), "", Backend::cpu);
    if (workload == "heat") choice.problem["nx"] = choice.problem["ny"] = std::int64_t{64};
    return choice;
  }
  std::string picture(const std::string& name) const {
    std::string path = folder.file(name);
    std::ofstream(path) << "P2 2 2 255 0 255 255 0";
    return path;
  }
  static std::string chosen(Session& session) {
    return get_text(session.choice().problem, "start") + " " +
           get_text(session.choice().problem, "image");
  }
  static std::string trouble(DrivenWindow& driven) {
    const auto& files = driven.live().model().files;
    const auto found = files.find("image");
    return found == files.end() ? "none" : found->second.trouble;
  }

  static bool says(Session& session, const std::string& text) {
    for (const Notice& notice : session.notices().current())
      if (notice.text.find(text) != std::string::npos) return true;
    return false;
  }

  Registry registry;
  Machine machine = test::machine_without_gpu();
  test::TemporaryFolder folder;
};

TEST_F(FilesWindowTest, ATypedPathIsOpenedAndAWrongOneChangesNothing) {
  DrivenWindow driven(registry, machine, start("heat"));
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > 2; }));
  const std::string path = picture("a.pgm");
  type_path(driven, path);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return chosen(session) == "image " + path; }));
  ASSERT_TRUE(driven.frames_until(20s, [&] { return !session.preparing(); }));

  const std::int64_t steps = session.steps();
  type_path(driven, folder.file("none.png"));
  ASSERT_TRUE(driven.frames_until(20s, [&] { return trouble(driven).size() > 4; }));
  EXPECT_EQ(trouble(driven), "cannot read none.png: there is no such file");
  EXPECT_EQ(chosen(session), "image " + path) << "the old picture goes on";
  EXPECT_FALSE(says(session, "none.png")) << "it is said beside the control";
  ASSERT_TRUE(driven.frames_until(20s, [&] { return session.steps() > steps; }));

  type_path(driven, path);
  EXPECT_TRUE(driven.frames_until(20s, [&] { return trouble(driven) == "none"; }));
}

TEST_F(FilesWindowTest, ADroppedFileIsSelected) {
  DrivenWindow driven(registry, machine, start("heat"));
  Session& session = driven.session();
  driven.frame();
  const std::string path = picture("b.pgm");
  driven.drop(path);
  EXPECT_TRUE(driven.frames_until(20s, [&] { return chosen(session) == "image " + path; }));
  driven.drop(folder.file("none.png"));
  EXPECT_TRUE(driven.frames_until(20s, [&] { return says(session, "none.png"); }))
      << "what was dropped has no control to stand beside";
  EXPECT_EQ(chosen(session), "image " + path);
}

TEST_F(FilesWindowTest, APictureForScalingIsSeenToAdvantage) {
  Choice scaling = start("scaling");
  scaling.problem["width"] = std::int64_t{60};
  scaling.problem["height"] = std::int64_t{40};
  DrivenWindow driven(registry, machine, scaling);
  Session& session = driven.session();
  for (int i = 0; i < 10; ++i) driven.frame();
  const std::string path = folder.file("e.pgm");
  std::ofstream file(path);
  file << "P2 900 700 255\n";
  for (int i = 0; i < 900 * 700; ++i) file << (i % 7 * 40) << '\n';
  file.close();
  driven.drop(path);
  ASSERT_TRUE(driven.frames_until(
      20s, [&] { return get_text(session.choice().problem, "image") == path; }));
  ASSERT_TRUE(
      driven.frames_until(20s, [&] { return !session.preparing() && session.steps() > 2; }));
  for (int i = 0; i < 10; ++i) driven.frame();
  const Values& problem = session.choice().problem;
  const PixelImage picture = driven.screen().scene_pixels();
  EXPECT_EQ(get_real(problem, "scale"), 3) << "the window shows it nearly as large as it is";
  EXPECT_EQ(get_integer(problem, "result_width"), picture.width);
  EXPECT_EQ(get_integer(problem, "result_height"), picture.height);
  EXPECT_EQ(get_text(session.choice().view, "show"), "split");
  EXPECT_TRUE(driven.says("Nearest"));
  EXPECT_TRUE(driven.says("Bilinear"));
  // Three pixels of nearest have the same level, the filter's do not.
  const auto equal = [&](int from, int to) {
    int count = 0;
    const int y = picture.height / 2;
    for (int x = from; x < to; ++x) count += picture.at(x, y)[0] == picture.at(x + 1, y)[0];
    return double(count) / (to - from);
  };
  EXPECT_NEAR(equal(0, picture.width / 2 - 30), 2 / 3.0, 0.05);
  EXPECT_LT(equal(picture.width / 2 + 30, picture.width - 1), 0.4);
}

TEST_F(FilesWindowTest, WhereTheWorkloadOpensNoneAnotherDoes) {
  Choice nbody = start("nbody");
  nbody.problem["n"] = std::int64_t{300};
  DrivenWindow driven(registry, machine, nbody);
  driven.frame();
  const std::string path = picture("c.pgm");
  driven.drop(path);
  ASSERT_TRUE(
      driven.frames_until(20s, [&] { return driven.session().workload().info().name != "nbody"; }));
  EXPECT_EQ(get_text(driven.session().choice().problem, "image"), path);
}

TEST_F(FilesWindowTest, BodiesThatAreDroppedOnAnyWorkloadAreItsStart) {
  DrivenWindow driven(registry, machine, start("heat"));
  Session& session = driven.session();
  driven.frame();
  const std::string path = folder.file("d.CSV");
  std::ofstream(path) << "0,0,0,0,0,0,1\n1,0,0,0,1,0,0\n";
  driven.drop(path);
  // Until they run: as long as the file is still read, it must be the first one.
  ASSERT_TRUE(driven.frames_until(
      20s, [&] { return session.workload().info().name == "nbody" && session.steps() > 0; }));
  EXPECT_EQ(get_text(session.choice().problem, "bodies"), path);
  EXPECT_EQ(get_integer(session.choice().problem, "n"), 2);
  std::ofstream(path) << "0,0,0,0,0,0,1\n1,0,0,0,1\n";
  driven.drop(path);
  EXPECT_TRUE(driven.frames_until(20s, [&] { return says(session, "d.CSV:2: 5 numbers"); }));
  EXPECT_EQ(get_integer(session.choice().problem, "n"), 2) << "the old bodies go on";
}

/// A dialog program that answers at once with that path.
void answer_dialogs(const test::TemporaryFolder& folder, const std::string& path) {
  const std::string program = folder.file("zenity");
  std::ofstream(program) << "#!/bin/sh\necho '" << path << "'\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const char* const present = std::getenv("PATH");
  setenv("PATH", (folder.file("") + ":" + (present ? present : "")).c_str(), 1);
}

TEST_F(FilesWindowTest, TheResultIsSavedWhereTheDialogSays) {
  const std::string path = folder.file("result");
  answer_dialogs(folder, path);
  Choice scaling = start("scaling");
  scaling.problem["width"] = std::int64_t{60};
  scaling.problem["height"] = std::int64_t{40};
  scaling.problem["pixels"] = std::string("grey8");
  DrivenWindow driven(registry, machine, scaling);
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > 2; }));
  driven.drive([](ImGuiTestContext& user) {
    if (!user.ItemExists("//Controls/save-result")) user.ItemClick("//Controls/view-group");
    user.Yield(2);
    user.ItemClick("//Controls/save-result");
  });
  ASSERT_TRUE(driven.frames_until(20s, [&] { return says(session, "result written"); }));
  EXPECT_EQ(read_image(path + ".png"), session.result()) << "the name got its ending";
  EXPECT_EQ(session.result().width, 120);

  answer_dialogs(folder, folder.file("none/a.png"));
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Controls/save-result"); });
  EXPECT_TRUE(driven.frames_until(20s, [&] { return says(session, "cannot write"); }));
}

}  // namespace
}  // namespace livewarp
