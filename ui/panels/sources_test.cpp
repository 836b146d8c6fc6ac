#include "livewarp/source_dir.h"
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

/// The look stays in one place: these rules are read off the sources.
namespace livewarp::ui {
namespace {

struct Source {
  std::string name, text;
};

/// Files of ui/ without tests and without comments.
std::vector<Source> sources() {
  std::vector<Source> all;
  const std::filesystem::path folder = std::filesystem::path(LIVEWARP_SOURCE_DIR) / "ui";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    if (name.find("_test.") != std::string::npos || name.starts_with("fake_")) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    all.push_back({name, std::regex_replace(text.str(), std::regex("//[^\n]*"), "")});
  }
  return all;
}

void expect_nowhere(const char* pattern, const std::vector<std::string>& allowed) {
  const std::regex expression(pattern);
  for (const Source& source : sources()) {
    bool excepted = false;
    for (const std::string& prefix : allowed) excepted |= source.name.starts_with(prefix);
    std::smatch match;
    if (!excepted && std::regex_search(source.text, match, expression))
      ADD_FAILURE() << source.name << " contains " << match.str();
  }
}

TEST(Sources, AreFound) { EXPECT_GT(sources().size(), 30u); }

TEST(Sources, ColourLiteralsStandInTheTokens) {
  expect_nowhere(R"(hex\(\s*0x|#[0-9A-Fa-f]{6}\b|0x[0-9A-Fa-f]{6,8}\b)", {"tokens.h"});
  expect_nowhere(R"(IM_COL32\(\s*\d|Color\s*\{\s*\d|ImVec4\(\s*[\d.])", {"tokens.h"});
}

TEST(Sources, LengthsAreInEmNotInPixels) {
  // A bare number of two digits as a place or a size would be pixels.
  expect_nowhere(R"(\b(ImVec2|Box)\s*[({]\s*-?\d{2})", {});
  expect_nowhere(R"(\b(Dummy|SetNextWindowSize|SetNextWindowPos)\(\s*\{\s*\d{2})", {});
  expect_nowhere(R"(\b(SetNextItemWidth|SameLine|Indent|SetCursorPos[XY]?)\(\s*[1-9])", {});
  expect_nowhere(R"(\b(Rounding|Spacing|Padding|BorderSize|Thickness)\w*\s*=\s*\{?\s*[1-9])", {});
}

TEST(Sources, OnlyWidgetsDrawShapes) {
  expect_nowhere("ImDrawList|GetWindowDrawList|GetForegroundDrawList|GetBackgroundDrawList",
                 {"widgets"});
}

TEST(Sources, OnlyTheDockUsesTheDockBuilder) {
  expect_nowhere("DockBuilder|ImGuiDockNodeFlags", {"dock."});
}

TEST(Sources, PanelsKnowNoWorkload) {
  expect_nowhere(R"(\b(nbody|N-body|heat|scaling|softening|Plummer)\b)", {});
}

}  // namespace
}  // namespace livewarp::ui
