#include "ui/theme/fonts.h"

#include <gtest/gtest.h>
#include <imgui.h>

namespace livewarp::ui {
namespace {

TEST(Fonts, WithoutAnyFileTheBuiltInFontStandsIn) {
  const FontFiles none = find_fonts({"/nowhere"}, false);
  EXPECT_TRUE(none.text.path.empty());
  ImGui::CreateContext();
  const Fonts fonts = load_fonts(*ImGui::GetIO().Fonts, none);
  EXPECT_TRUE(fonts.text && fonts.strong && fonts.mono && fonts.mono_medium);
  EXPECT_NE(fonts.notice.find("built-in"), std::string::npos) << fonts.notice;
  ImGui::DestroyContext();
}

TEST(Fonts, ThoseOfTheSystemAreFound) {
  const FontFiles files = find_fonts({});
  if (files.text.path.empty()) GTEST_SKIP() << "Inter is not installed here";
  EXPECT_NE(files.text.path, files.strong.path);
  EXPECT_NE(files.text.path, files.mono.path);
  ImGui::CreateContext();
  const Fonts fonts = load_fonts(*ImGui::GetIO().Fonts, files);
  EXPECT_EQ(fonts.notice.empty(), !files.mono.path.empty()) << fonts.notice;
  EXPECT_NE(fonts.text, fonts.mono);
  ImGui::DestroyContext();
}

TEST(Fonts, AFolderComesBeforeTheSystem) {
  const FontFiles system = find_fonts({});
  if (system.text.path.empty()) GTEST_SKIP() << "Inter is not installed here";
  const std::string folder = system.text.path.substr(0, system.text.path.rfind('/'));
  if (system.text.path.find("Inter-Regular") == std::string::npos)
    GTEST_SKIP() << "Inter has another file name here";
  EXPECT_EQ(find_fonts({folder}, false).text.path, system.text.path);
}

}  // namespace
}  // namespace livewarp::ui
