#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/edit/study/edit_workers.h"
#include "app/exercise/exercise_verdict.h"
#include "app/exercise/hint_counter.h"
#include "kernels/registry.h"
#include "ui/model/model.h"

namespace livewarp {

/// The exercise that is open in the window, and how far the texts of each have come.
class LiveExercise {
 public:
  /// `folder`: of the settings, for how many hints were given; empty: they are forgotten.
  LiveExercise(const Registry& registry, const std::filesystem::path& folder);

  /// In place of the one before. Throws `Error` where its workload or variant is unknown here.
  void open(Exercise exercise);
  void close();
  bool is_open() const { return exercise_.has_value(); }
  /// Its name; empty: none is open.
  std::string name() const { return exercise_ ? exercise_->name : ""; }
  /// Which kernel its solution stands in for.
  const EditAim& aim() const { return aim_; }

  void hint();
  /// What was found of a text of that exercise's.
  void judge(const std::string& name, const ui::SharedText& text, const EditStudy& study);
  /// What is handed in, with its name. Throws `Error` where nothing was judged yet.
  std::string result(const Machine& machine, const std::string& source_name) const;
  void describe(ui::Model& model, ui::EditView& view) const;

 private:
  struct Judged {
    ui::SharedText text;
    ExerciseVerdict verdict;
  };
  const Judged* judged() const;
  void look();

  const Registry& registry_;
  std::vector<ui::ExerciseOffer> offers_;
  HintCounter hints_;
  std::optional<Exercise> exercise_;
  EditAim aim_;
  std::map<std::string, Judged> judged_;  ///< by exercise
  std::shared_ptr<const ui::ExerciseView> view_;
};

}  // namespace livewarp
