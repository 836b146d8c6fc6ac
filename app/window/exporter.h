#pragma once

#include <optional>
#include <string>

#include "app/base/file_dialog.h"
#include "app/live/live_sweep.h"
#include "app/pictures/image_saver.h"
#include "app/record/live_recorder.h"
#include "app/report/report_saver.h"
#include "app/scene/screen.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// What is written to files: pictures of the window, the result, the sweep. Where a dialog
/// can be opened it asks for a place, else files go into the present folder under names of the
/// time.
class Exporter {
 public:
  enum class Item { result, graph_csv, graph_png };

  /// All of it outlives this. `device` computes.
  Exporter(Screen& screen, Session& session, const LiveSweep& sweep, FileDialog& dialog, int device)
      : screen_(screen), session_(session), sweep_(sweep), dialog_(dialog), device_(device) {}

  /// The window as it was drawn, before it is shown; an empty path: a name made of the time.
  void save_window(std::string path);
  void look_for_place(Item item);
  /// Begins to record the window; an empty path: a name made of the time.
  void begin_recording(std::string path);
  void end_recording();
  bool recording() const { return recorder_.recording(); }
  /// To be called in each frame, when the window has been drawn and before it is shown.
  void record_window();
  void describe(ui::Model& model) const;
  /// What was measured, into the present folder, with the window as it was drawn.
  void save_report();
  /// Takes what was chosen and what has been written.
  void poll();
  /// Whether there is something to take that no input tells of.
  bool has_news() const;
  /// Whether files were written since the last call, for which a frame has waited.
  bool take_wrote();
  void note_wrote() { wrote_ = true; }  ///< by somebody else

 private:
  void take_chosen();
  void take_saved();
  void take_recording();
  void take_report();
  void save(Item item, const std::string& path);
  void save_graph(const std::string& path, bool picture);

  Screen& screen_;
  Session& session_;
  const LiveSweep& sweep_;
  FileDialog& dialog_;
  int device_;
  std::optional<Item> looking_for_;  ///< a place, in the dialog
  ImageSaver saver_;
  ReportSaver report_saver_;
  LiveRecorder recorder_;
  bool wrote_ = false;
};

}  // namespace livewarp
