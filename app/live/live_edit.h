#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/base/file_dialog.h"
#include "app/edit/source/text_watch.h"
#include "app/edit/study/edit_workers.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// A kernel that is rewritten in the window: tried beside the frames, on a GPU verified and timed
/// by a job, and written to files.
class LiveEdit {
 public:
  /// All of it outlives this. `device`: the GPU that computes.
  LiveEdit(const Machine& machine, int device, FileDialog& dialog, EditSetup setup);

  /// What panels asked for in this frame; `quiet`: nothing may compute beside what is measured.
  void want(Session& session, const ui::Result& result, bool quiet);
  /// Tries what stands in the editor.
  void check();
  enum class Item { kernel, patch };
  /// Asks for a place where a dialog can; else it goes into the present folder.
  void save(Session& session, Item item);
  /// A file that was dropped on the window.
  void drop(const std::string& path);
  /// Takes what has been found and chosen. Whether a file was written, for which the frame waited.
  bool poll(Session& session);
  bool has_news() const;
  bool checking() const { return task_.has_value(); }
  void describe(ui::Model& model);

 private:
  void follow_watch();
  void try_text(const Choice& choice, ui::SharedText text, const std::string& file);
  void take_finding();
  void follow_gpu(Session& session);
  void begin_on_gpu(Session& session) const;
  /// `otherwise`: why nothing was found. A kernel that is right runs from then on.
  void end_on_gpu(Session& session, const std::shared_ptr<const KernelVerdict>& found,
                  const std::string& otherwise);
  void follow_text(Session& session);
  void write(Session& session, Item item, const std::string& path);

  EditGround ground_;
  FileDialog& dialog_;
  EditStartWorker starts_;
  EditWorker trials_;
  std::optional<ui::EditRequest> request_;  ///< the last one
  bool open_ = false;                       ///< the tab asks for something
  std::shared_ptr<const EditBeginning> start_;

  std::optional<EditTask> task_;  ///< that is being tried
  std::uint64_t tasks_ = 0;       ///< until now
  std::shared_ptr<const EditFinding> finding_;
  enum class OnGpu { nothing, waits, runs } on_gpu_ = OnGpu::nothing;
  std::map<std::string, std::shared_ptr<const ui::EditVerdict>> verdicts_;  ///< by variant

  std::unique_ptr<TextWatch> watch_;
  TextWatch::Seen watched_;

  struct Looking {
    Item item;
    std::string text;
  };
  std::optional<Looking> looking_for_;  ///< a place, in the dialog
  ui::EditView view_;
};

}  // namespace livewarp
