#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "ui/widgets/widgets.h"

struct ImGuiTestContext;

namespace livewarp {

/// A number that the environment may say.
int from_environment(const char* name, int otherwise);

/// The present folder while it lives: one of its own, where files may be written, with files to
/// open, good and broken ones. No program that opens dialogs is found meanwhile.
class RandomUserFolder {
 public:
  RandomUserFolder();
  ~RandomUserFolder();
  RandomUserFolder(const RandomUserFolder&) = delete;
  RandomUserFolder& operator=(const RandomUserFolder&) = delete;
  const std::vector<std::string>& files() const { return files_; }

 private:
  std::filesystem::path folder_before_;
  std::string path_before_;
  test::TemporaryFolder folder_;
  std::vector<std::string> files_;
};

/// What the random user can reach: the same in a window and without one.
struct Reachable {
  LiveLoop& loop;
  const std::vector<ui::Helped>& controls;  ///< of the last frame
  std::function<void(int, int)> resize;
  std::function<void(const std::string&)> drop;  ///< a file on the window
  std::vector<std::string> files;                ///< to drop and to type, broken ones among them
};

/// A user at random: keys, clicks on controls, drags, typed nonsense, other sizes, dropped files.
/// Keeps the problems small, and has no patience with what measures for long. After each action it
/// asks what must hold however one acts.
class RandomUser {
 public:
  RandomUser(Reachable reach, std::mt19937& random) : reach_(std::move(reach)), random_(random) {}

  void act(ImGuiTestContext& user);
  std::string last_actions() const;

 private:
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  template <class List>
  const auto& one_of(const List& all) {
    return all[std::size_t(below(int(std::size(all))))];
  }
  void note(std::string action);

  void press_key(ImGuiTestContext& user);
  void press(ImGuiTestContext& user, int key_chord);
  void click_control(ImGuiTestContext& user);
  void click_variant(ImGuiTestContext& user);
  void click_workload(ImGuiTestContext& user);
  void type_value(ImGuiTestContext& user);
  void type_into(ImGuiTestContext& user, const std::string& path, const std::string& text);
  void use_mouse(ImGuiTestContext& user);
  void resize();
  void drop_file();
  void make_small(ImGuiTestContext& user);
  bool too_large() const;

  bool point_at(ImGuiTestContext& user, unsigned id, bool anywhere = false);
  void expect_variant_runs(ImGuiTestContext& user, const std::string& name);
  void expect_went(ImGuiTestContext& user, const Choice& wanted);
  void rest(ImGuiTestContext& user) const;
  void close_notices();
  bool soon(ImGuiTestContext& user, const std::function<bool()>& done) const;
  void expect_sound(ImGuiTestContext& user);

  Reachable reach_;
  std::mt19937& random_;
  std::deque<std::string> done_;
  int under_way_ = 0;  ///< actions for which something asked for may still come: a file, a variant
  double arrows_rest_at_ = 0;  ///< in the time of Dear ImGui
};

}  // namespace livewarp
