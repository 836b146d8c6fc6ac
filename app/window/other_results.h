#pragma once

#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/base/file_dialog.h"
#include "app/live/live_sweep.h"
#include "app/reports/saved_report.h"
#include "app/session/session.h"
#include "kernels/core/base/error.h"
#include "ui/model/model.h"

namespace livewarp {

/// Verified times of other machines beside what this one does: from files that the user loads, and
/// without a GPU those that ship with the program. They are read by panels alone, and never become
/// part of what is measured or exported here.
class OtherResults {
 public:
  /// All of it outlives this; `loaded` is there from the beginning.
  OtherResults(Session& session, FileDialog& dialog, std::vector<SavedReport> loaded);

  void look_for_file();
  /// Reads a file beside the frames. One that is none is refused in a notice, and what was loaded
  /// stays.
  void load(const std::string& path);
  void unload();
  /// Takes what was chosen and what has been read.
  void poll();
  bool has_news() const;  ///< something can be taken that no input tells of

  /// Writes them into what panels read, once the variants and the sweep are there.
  void describe(const LiveSweep& sweep, ui::Model& model);

 private:
  struct Read {
    std::optional<SavedReport> report;
    std::optional<Error> refusal;
  };
  /// Of a variant in a setting.
  struct Beside {
    Choice choice;
    std::vector<ui::OtherTime> others;
    std::optional<ui::OtherTime> recorded;
  };

  void add(SavedReport report);
  const Beside& beside(const VariantInfo& variant, const Choice& choice);
  std::optional<ui::OtherTime> recorded(const VariantInfo& variant, const Choice& choice) const;
  void add_curves(const LiveSweep& sweep, ui::Model& model) const;

  Session& session_;
  FileDialog& dialog_;
  std::vector<SavedReport> loaded_, recorded_;
  bool looking_for_ = false;  ///< in the dialog
  std::future<Read> reading_;
  std::vector<std::string> next_;       ///< files to be read after that
  std::map<std::string, Beside> seen_;  ///< by variant of the running workload
};

}  // namespace livewarp
