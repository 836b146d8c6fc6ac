#include "app/live/live_exercise.h"

#include <utility>

#include "app/exercise/exercise_report.h"
#include "app/exercise/shipped_exercises.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

ui::ExerciseOffer offer_of(const Exercise& exercise) {
  std::string about = exercise.workload + ", variant " + exercise.given.at("variant");
  if (!exercise.after.empty()) about += "; after " + exercise.after;
  return {exercise.name, exercise.title, std::move(about)};
}

ui::ExercisePoint shown(const ExercisePoint& point) {
  using State = ui::ExercisePoint::State;
  State state = State::open;
  if (point.state == ExercisePoint::State::met) state = State::met;
  if (point.state == ExercisePoint::State::missed) state = State::missed;
  return {state, point.what, point.text, point.advice};
}

/// Who says what is wrong of it: the emulator, whose counts the checks are about, or else a GPU.
const KernelVerdict* judge_of(const EditStudy& study) {
  if (!study.host) return nullptr;
  return study.gpu && study.host->right() && !study.gpu->right() ? &*study.gpu : &*study.host;
}

}  // namespace

LiveExercise::LiveExercise(const Registry& registry, const std::filesystem::path& folder)
    : registry_(registry), hints_(folder) {
  for (const Exercise& exercise : shipped_exercises()) offers_.push_back(offer_of(exercise));
}

void LiveExercise::open(Exercise exercise) {
  const Workload* const workload = registry_.find(exercise.workload);
  if (!workload) throw Error(exercise.name + ": there is no workload " + exercise.workload);
  aim_ = {choice_from(*workload, exercise.given, Backend::cuda), exercise.kernel,
          std::make_shared<const std::string>(exercise.starter), exercise.name};
  exercise_ = std::move(exercise);
  look();
}

void LiveExercise::close() {
  exercise_.reset();
  look();
}

void LiveExercise::hint() {
  if (!exercise_) return;
  hints_.ask(exercise_->name, exercise_->hints.size());
  look();
}

void LiveExercise::judge(const std::string& name, const ui::SharedText& text,
                         const EditStudy& study) {
  const KernelVerdict* const found = judge_of(study);
  if (!exercise_ || exercise_->name != name || !found) return;
  const Judged& judged = judged_[name] = {text, verdict_on(*exercise_, *found)};
  if (judged.verdict.solved()) hints_.forget(name);
  look();
}

const LiveExercise::Judged* LiveExercise::judged() const {
  const auto found = judged_.find(name());
  return found == judged_.end() ? nullptr : &found->second;
}

std::string LiveExercise::result(const Machine& machine, const std::string& source_name) const {
  const Judged* const found = judged();
  if (!exercise_ || !found) throw Error("there is no exercise whose solution was checked");
  Context context;
  context.machine = &machine;
  return result_file(context, *exercise_, source_name, *found->text, found->verdict);
}

void LiveExercise::look() {
  view_.reset();
  if (!exercise_) return;
  auto view = std::make_shared<ui::ExerciseView>();
  view->name = exercise_->name;
  view->title = exercise_->title;
  view->after = exercise_->after;
  view->choice = aim_.choice;
  view->tasks = exercise_->tasks;
  view->all_hints = int(exercise_->hints.size());
  view->hints.assign(exercise_->hints.begin(),
                     exercise_->hints.begin() +
                         std::ptrdiff_t(hints_.given(exercise_->name, exercise_->hints.size())));
  const Judged* const found = judged();
  const ExerciseVerdict verdict = found ? found->verdict : untried(*exercise_);
  for (const ExercisePoint& point : verdict.points) view->points.push_back(shown(point));
  if (found) view->judged = found->text;
  view->solved = verdict.solved();
  view_ = std::move(view);
}

void LiveExercise::describe(ui::Model& model, ui::EditView& view) const {
  model.exercises = &offers_;
  view.exercise = view_;
}

}  // namespace livewarp
