#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lecture/lecture.h"
#include "app/session/session.h"
#include "ui/views/lecture_view.h"

namespace livewarp {

/// Named choices: those that ship, and the user's own, which are slides of a lecture in the folder
/// of the settings: a text file that can be given to others, and be shown as a lecture.
class Presets {
 public:
  /// An empty path: own ones are forgotten with the window. A file that cannot be read is a notice.
  Presets(Session& session, std::filesystem::path own_file);

  /// Keeps the present choice; one of that name is replaced. What fails becomes a notice.
  void save(const std::string& name);
  const std::vector<ui::PresetEntry>& entries() const { return entries_; }

 private:
  void read_own();
  void list();

  Session& session_;
  std::filesystem::path own_file_;
  Lecture shipped_, own_;
  std::vector<ui::PresetEntry> entries_;
};

}  // namespace livewarp
