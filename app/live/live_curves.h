#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/explain/curve_counter.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// The tab Curves: what is predicted of a setting over a parameter, at once; what the lens counts
/// of it, value by value beside the run; and what a bench times, on request, while the run rests.
/// What was found of a value stays, so that only the parameter may change and nothing is done anew.
class LiveCurves {
 public:
  /// Once a frame, with what the tab asks for; nothing: it is closed. While `quiet` nothing may
  /// compute beside.
  void want(const Session& session, const std::optional<ui::CurvesRequest>& request, bool quiet);
  /// Times the setting at all values.
  void measure(Session& session);
  /// Ends counting; what was counted stays.
  void stop() { stopped_ = counting() || stopped_; }
  bool counting() const { return wanted_.has_value(); }
  bool has_news() const { return counter_.has_news(); }
  /// Writes what is known into what panels read.
  void describe(const Session& session, ui::Model& model);

 private:
  /// What points are of: the setting without the parameter.
  struct Subject {
    Choice choice;
    std::string over;
    bool operator==(const Subject& other) const {
      return over == other.over && same_setting(choice, other.choice);
    }
  };
  /// What graphs were made of, and of how much: while it stays they do.
  struct Drawn {
    Choice choice;
    std::string over, unit;
    std::size_t counted = 0, timed = 0, bounded = 0;
    bool counting = false;
    bool operator==(const Drawn& other) const;
  };

  void plan(const Session& session, const ui::CurvesRequest& request);
  void take_count();
  void count_next(const Workload& workload, bool quiet);
  void fill(const Session& session);
  void note_reasons(const Session& session);
  void draw();
  void keep();
  void add_stale(Graph& graph, const std::vector<ui::CurvePoint>& points, CurveKind kind) const;

  CurveCounter counter_;
  std::optional<ui::CurvesRequest> request_;  ///< of this frame
  const Workload* workload_ = nullptr;
  std::string over_, unit_;  ///< that were chosen last
  std::optional<Subject> subject_;
  Choice planned_for_;
  std::optional<Choice> wanted_;  ///< that is being counted
  bool stopped_ = false;
  std::map<std::string, ui::CurvePoint> counted_;          ///< by setting
  std::vector<ui::CurvePoint> last_counted_, last_timed_;  ///< of the subject before
  std::string last_of_;  ///< whose they are: variant and parameter
  std::optional<Drawn> drawn_;
  ui::CurvesView view_;
};

}  // namespace livewarp
