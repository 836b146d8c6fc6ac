#pragma once

#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/session/session.h"
#include "app/tune/space_plan.h"
#include "ui/model/model.h"

namespace livewarp {

/// The search of the window for the fastest setting: what it varies, what it found, and how that is
/// looked at. The run rests while a search measures, and goes on from where it was.
class LiveTuner {
 public:
  /// `device`: the GPU that computes.
  explicit LiveTuner(int device) : device_(device) {}

  /// Why none can begin now; empty if one can.
  static std::string hindrance(const Session& session);

  /// Once a frame while its tab is shown: until then nothing is counted. Returns the choice that is
  /// to run, where the user asked for one.
  std::optional<Choice> take(const ui::TunerRequest& request, const Session& session);
  void begin(Session& session);
  /// Writes what can be searched, and what was found, into what panels read.
  void describe(const Session& session, ui::Model& model);

 private:
  SpacePlan::Request request(const Session& session, std::set<std::string> over) const;
  void plan(const Session& session, bool now);
  void describe_search(const Session& session, ui::TunerView& view);
  ui::TunerView search_view(const TuneJob::Found& found, const Choice& running) const;
  void choose_axes();

  bool shown_ = false;  ///< in this frame
  // What would be searched.
  std::optional<std::set<std::string>> varied_;  ///< ids; empty: what is usual
  double seconds_ = 20;
  int device_;
  SpacePlan plan_;
  std::future<SpacePlan> making_;

  // The last search.
  std::shared_ptr<const SettingSpace> space_;
  const Workload* workload_ = nullptr;
  std::string of_;
  std::string x_, y_;
  // What was described last, and of what.
  std::shared_ptr<const TuneJob::Found> described_;
  Choice described_for_;
  std::string described_x_, described_y_;
  ui::TunerView view_;
};

}  // namespace livewarp
