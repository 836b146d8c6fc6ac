#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/file_dialog.h"
#include "app/base/file_opener.h"
#include "app/scene/screen.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// Files that a user names: typed, found in the desktop's dialog, or dropped on the window. They
/// are read beside the frames, and refused where they were named.
class FileInput {
 public:
  /// All of it outlives this.
  FileInput(Screen& screen, Session& session, FileDialog& dialog)
      : screen_(screen), session_(session), dialog_(dialog) {}

  /// Goes to a choice.
  using Change = std::function<void(const Choice&)>;
  /// Takes what panels ask for, what was dropped and what has been read.
  void take(const ui::Result& result, const Change& change);
  /// Results of other machines that were dropped, by their names.
  std::vector<std::string> take_reports() { return std::exchange(reports_, {}); }
  /// Lectures likewise.
  std::vector<std::string> take_lectures() { return std::exchange(lectures_, {}); }
  /// Sources of kernels likewise.
  std::vector<std::string> take_kernels() { return std::exchange(kernels_, {}); }
  /// Another choice was made: why a file was refused is said no more.
  void forget_refusal() { refused_.reset(); }
  /// Exercises likewise.
  std::vector<std::string> take_exercises() { return std::exchange(exercises_, {}); }
  /// Whether there is something to take that no input tells of.
  bool has_news() const;
  /// Writes the files of the running workload's parameters into what panels read.
  void describe(ui::Model& model) const;

 private:
  void take_request(const ui::FileRequest& request, const Change& change);
  void look_for(const NamedFile& named);
  void take_chosen();
  void take_dropped();
  void take_opened(const Change& change);
  void use(const NamedFile& named, const Change& change);
  Choice seen_well(const Workload& workload, Choice choice) const;

  Screen& screen_;
  Session& session_;
  FileDialog& dialog_;
  std::optional<NamedFile> looking_for_;  ///< in the dialog
  std::vector<std::string> reports_, lectures_, kernels_, exercises_;
  ImageSize window_{0, 0};  ///< pixels that the picture has
  FileOpener opener_;
  std::optional<std::pair<NamedFile, std::string>> refused_;  ///< and why; beside its control
};

}  // namespace livewarp
