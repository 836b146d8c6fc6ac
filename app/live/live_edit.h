#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/base/file_dialog.h"
#include "app/edit/source/text_watch.h"
#include "app/edit/study/edit_workers.h"
#include "app/live/live_exercise.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// A kernel that is rewritten in the window: tried beside the frames, on a GPU verified and timed
/// by a job, and written to files.
class LiveEdit {
 public:
  /// All of it outlives this. `device`: the GPU that computes; `settings`: the folder of theirs,
  /// empty: nothing is kept.
  LiveEdit(const Registry& registry, const Machine& machine, int device, FileDialog& dialog,
           EditSetup setup, const std::filesystem::path& settings = {});

  /// What panels asked for in this frame; `quiet`: nothing may compute beside what is measured.
  void want(Session& session, const ui::Result& result, bool quiet);
  /// Tries what stands in the editor.
  void check();
  /// The text; what was changed in it; what it begins with, which is then watched; what was found
  /// of the exercise's solution.
  enum class Item { kernel, patch, starter, result };
  /// Asks for a place where a dialog can; else it goes into the present folder.
  void save(Session& session, Item item);
  /// A file with a kernel, dropped on the window or named at the start: the tab watches it, for the
  /// variant of `choice`, else for the one that it looks at.
  void watch(const std::string& path, const std::optional<Choice>& choice = {});
  /// In the tab, in place of variants' kernels. Throws `Error`, see there. Returns its choice.
  const Choice& open(Exercise exercise);
  void close_exercise();
  void hint() { exercise_.hint(); }
  /// Takes what has been found and chosen. Whether a file was written, for which the frame waited.
  bool poll(Session& session);
  bool has_news() const;
  /// Whether compilers and the emulator use the cores.
  bool checking() const { return task_.has_value() || warming_; }
  void describe(ui::Model& model);

 private:
  void follow_watch();
  EditAim aim() const;
  std::optional<EditTask> warm_up() const;
  bool settle_problem(const std::string& text);
  void try_text(ui::SharedText text, const std::string& file);
  std::string content(Item item, const std::string& text) const;
  void take_finding();
  void follow_gpu(Session& session);
  void begin_on_gpu(Session& session) const;
  /// `otherwise`: why nothing was found. A kernel that is right runs from then on.
  void end_on_gpu(Session& session, const std::shared_ptr<const KernelVerdict>& found,
                  const std::string& otherwise);
  void follow_text(Session& session);
  void write(Session& session, Item item, const std::string& path);

  const Registry& registry_;
  EditGround ground_;
  LiveExercise exercise_;
  FileDialog& dialog_;
  EditStartWorker starts_;
  EditWorker trials_;
  std::optional<ui::EditRequest> request_;  ///< the last one
  bool open_ = false;                       ///< the tab asks for something
  std::shared_ptr<const EditBeginning> start_;

  std::optional<EditTask> task_;  ///< that is being tried
  std::uint64_t tasks_ = 0;       ///< until now
  std::string warm_for_;          ///< whose kernel was tried last
  bool warming_ = false;
  std::shared_ptr<const EditFinding> finding_;
  enum class OnGpu { nothing, waits, runs } on_gpu_ = OnGpu::nothing;
  /// By variant, or by exercise.
  std::map<std::string, std::shared_ptr<const ui::EditVerdict>> verdicts_;

  std::unique_ptr<TextWatch> watch_;
  TextWatch::Seen watched_;
  ui::SharedText tried_;   ///< of those that were saved
  std::string plain_for_;  ///< the variant whose file is meant for the problem at its defaults

  struct Looking {
    Item item;
    std::string text;
  };
  std::optional<Looking> looking_for_;  ///< a place, in the dialog
  ui::EditView view_;
};

}  // namespace livewarp
