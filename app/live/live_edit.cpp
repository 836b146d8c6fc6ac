#include "app/live/live_edit.h"

#include <ctime>
#include <filesystem>
#include <utility>

#include "app/base/dated_name.h"
#include "app/base/output_file.h"
#include "app/edit/edited_run.h"
#include "app/edit/source/kernel_text.h"
#include "app/edit/study/edit_report.h"
#include "app/edit/study/edit_words.h"

namespace livewarp {

namespace {

constexpr const char* typed_file = "edited.cuh";  // what compilers are told of a text without one

std::string owner_of(const EditAim& aim) { return ui::edit_key(aim.choice, aim.exercise); }

struct ItemWords {
  const char *suffix, *ending, *files, *title, *written;
};
ItemWords words_of(LiveEdit::Item item) {
  switch (item) {
  case LiveEdit::Item::kernel:
    return {"cuh", "-edited", "CUDA sources", "Save the kernel", "kernel written: "};
  case LiveEdit::Item::patch:
    return {"patch", "-edited", "Patches", "Save the kernel", "patch written: "};
  case LiveEdit::Item::starter:
    return {"cuh", "", "CUDA sources", "Save what the kernel begins with",
            "written, and watched from now on: "};
  case LiveEdit::Item::result: break;
  }
  return {"json", "", "Results of exercises", "Save the exercise's result", "result written: "};
}

}  // namespace

LiveEdit::LiveEdit(const Registry& registry, const Machine& machine, int device, FileDialog& dialog,
                   EditSetup setup, const std::filesystem::path& settings)
    : registry_(registry), ground_{&machine, device, std::make_shared<EditTools>(std::move(setup))},
      exercise_(registry, settings), dialog_(dialog), starts_(ground_), trials_(ground_) {}

void LiveEdit::want(Session& session, const ui::Result& result, bool quiet) {
  open_ = result.edit.has_value();
  if (open_) request_ = result.edit;
  follow_watch();
  follow_text(session);
  const auto workload_of = [&](const Choice& choice) {
    return session.registry().find(choice.workload);
  };
  const bool known = start_ && request_ && start_->aim == aim();
  const bool asks = open_ && !quiet && !known;
  starts_.want(asks ? workload_of(request_->choice) : nullptr,
               asks ? std::optional(aim()) : std::nullopt);
  if (task_ && session.checking_edited()) session.cancel_job();  // of a text that is old by now
  const std::optional<EditTask> next = quiet ? std::nullopt : task_ ? task_ : warm_up();
  warming_ = next && next->number == EditTask::warms_up;
  trials_.want(next ? workload_of(next->aim.choice) : nullptr, next);
}

/// What a kernel begins with is tried as soon as it is looked at, so that the first save waits for
/// no compiler that reads its headers, no library and no driver.
std::optional<EditTask> LiveEdit::warm_up() const {
  const bool due = open_ && start_ && start_->aim == aim() && start_->start.can_check &&
                   start_->start.text && warm_for_ != owner_of(start_->aim);
  if (!due) return {};
  return EditTask{start_->aim, start_->start.text, typed_file, EditTask::warms_up};
}

/// The panels know a frame later which exercise is open.
EditAim LiveEdit::aim() const {
  const bool of_exercise = exercise_.is_open() && request_->exercise == exercise_.name();
  if (of_exercise) return exercise_.aim();
  EditAim aim{request_->choice, {}, nullptr, {}};
  if (plain_for_ == owner_of(aim))
    aim.choice.problem =
        default_choice(*registry_.find(aim.choice.workload), aim.choice.variant, Backend::cuda)
            .problem;
  return aim;
}

/// A window begins with a problem of its own, for which a variant may have another kernel than on
/// the command line, where a file was begun. False: what the kernel begins with is looked up first.
bool LiveEdit::settle_problem(const std::string& text) {
  const EditAim now = aim();
  if (!now.exercise.empty()) return true;
  if (!start_ || start_->aim != now) return false;
  const auto has = [&](const std::string& kernel) {
    return !kernel.empty() && find_kernel(text, kernel) != std::string::npos;
  };
  if (has(start_->start.kernel)) return true;
  const bool plain = plain_for_ == owner_of(now);
  if (!plain && !has(start_->plain_kernel)) return true;  // whatever it is
  plain_for_ = plain ? "" : owner_of(now);
  return false;
}

/// Each save is tried, as is the text that was there at first.
void LiveEdit::follow_watch() {
  if (!request_) return;
  const std::string path = request_->watch.empty() ? "" : absolute_path(request_->watch);
  if (path != (watch_ ? watch_->path() : "")) {
    watch_.reset();
    watched_ = {};
    tried_.reset();
    plain_for_.clear();
    if (!path.empty()) watch_ = std::make_unique<TextWatch>(path);
  }
  if (!watch_) return;
  watched_ = watch_->seen();
  if (!watched_.text || watched_.text == tried_ || !settle_problem(*watched_.text)) return;
  tried_ = watched_.text;
  try_text(tried_, path);
}

void LiveEdit::check() {
  if (!request_ || !request_->text) return;
  try_text(request_->text, watch_ ? watch_->path() : typed_file);
}

void LiveEdit::try_text(ui::SharedText text, const std::string& file) {
  task_ = EditTask{aim(), std::move(text), file, ++tasks_};
}

void LiveEdit::take_finding() {
  const std::shared_ptr<const EditFinding> seen = trials_.seen_shared();
  if (seen) warm_for_ = owner_of(seen->task.aim);
  if (!seen || seen == finding_ || !task_ || seen->task != *task_) return;
  task_.reset();
  finding_ = seen;
  verdicts_[owner_of(seen->task.aim)] = seen->verdict;
  exercise_.judge(seen->task.aim.exercise, seen->task.text, seen->study);
  on_gpu_ = seen->verdict->measuring ? OnGpu::waits : OnGpu::nothing;
}

/// The job that verifies and times what was found, as soon as nothing else is measured.
void LiveEdit::follow_gpu(Session& session) {
  if (on_gpu_ == OnGpu::waits && !session.job() && !session.preparing()) {
    begin_on_gpu(session);
    if (session.checking_edited())
      on_gpu_ = OnGpu::runs;
    else
      end_on_gpu(session, nullptr, "the run cannot rest for it");
  } else if (on_gpu_ == OnGpu::runs && !session.checking_edited()) {
    end_on_gpu(session, session.edited(), "measuring was stopped");
  }
}

void LiveEdit::begin_on_gpu(Session& session) const {
  constexpr double seconds = 1;  // that measuring may take, while somebody waits
  const EditSubject& subject = finding_->subject;
  const EditStudy& study = finding_->study;
  GpuCheckPlace place{ground_.tools->setup().child, subject.given, ground_.device, seconds};
  place.process = study.gpu_process;
  place.sizes = study.sizes_on_gpu();
  session.check_edited(
      {{subject.workload, subject.choice, subject.origin.kernel, study.file, study.text},
       study.code,
       std::move(place)});
}

void LiveEdit::end_on_gpu(Session& session, const std::shared_ptr<const KernelVerdict>& found,
                          const std::string& otherwise) {
  on_gpu_ = OnGpu::nothing;
  EditStudy study = finding_->study;
  if (found)
    study.gpu = *found;
  else
    study.no_gpu = otherwise;
  const EditTask& task = finding_->task;
  const EditSubject& subject = finding_->subject;
  verdicts_[owner_of(task.aim)] =
      std::make_shared<const ui::EditVerdict>(edit_verdict(subject, study, task.text));
  exercise_.judge(task.aim.exercise, task.text, study);
  if (study.gpu && study.right())
    session.run_edited(run_on_gpu(*subject.workload, subject.choice, study.code, *study.gpu));
}

/// Where the project's own text stands in the editor again, the project's kernel runs.
void LiveEdit::follow_text(Session& session) {
  const EditedRun* const edited = session.edited_run();
  if (!edited || !open_ || !request_ || !request_->text || !start_ || !start_->start.text) return;
  const Choice& own = start_->start.choice;
  const bool of_it = own.workload == edited->tried.workload &&
                     own.variant == edited->tried.variant && start_->aim == aim() &&
                     start_->aim.exercise.empty();
  if (of_it && *request_->text == *start_->start.text) session.run_original();
}

void LiveEdit::save(Session& session, Item item) {
  if (!request_ || !request_->text) return;
  const ItemWords words = words_of(item);
  const std::string about = request_->exercise.empty()
                                ? request_->choice.workload + "-" + request_->choice.variant
                                : "exercise-" + request_->exercise;
  const std::string name =
      dated_name("livewarp-" + about + words.ending, words.suffix, std::time(nullptr));
  if (dialog_.is_open()) return session.notices().add(Severity::info, dialog_.unavailable());
  looking_for_ = {item, *request_->text};
  if (dialog_.unavailable().empty())
    dialog_.save(words.title, name, {words.suffix}, words.files);
  else
    write(session, item, name);
}

void LiveEdit::write(Session& session, Item item, const std::string& path) {
  const std::string text = std::exchange(looking_for_, std::nullopt)->text;
  const bool bare = std::filesystem::path(path).extension().empty();
  const std::string whole = bare ? path + "." + words_of(item).suffix : path;
  or_notice(session.notices(), "the kernel could not be saved", [&] {
    OutputFile(whole).write(content(item, text));
    session.notices().add(Severity::info, words_of(item).written + absolute_path(whole));
    if (item == Item::starter) watch(absolute_path(whole));
  });
}

/// `text`: the one that stood in the editor.
std::string LiveEdit::content(Item item, const std::string& text) const {
  switch (item) {
  case Item::kernel: return text;
  case Item::starter: return start_ && start_->start.text ? *start_->start.text : text;
  case Item::result:
    return exercise_.result(*ground_.machine, watch_ ? watch_->path() : typed_file);
  case Item::patch: break;
  }
  EditSubject subject;
  if (start_) subject.origin = start_->origin;
  return patch_of(subject, typed_file, text);
}

void LiveEdit::watch(const std::string& path, const std::optional<Choice>& choice) {
  view_.opening = {view_.opening.number + 1, path, choice};
}

const Choice& LiveEdit::open(Exercise exercise) {
  exercise_.open(std::move(exercise));
  const Choice& choice = exercise_.aim().choice;
  watch({}, choice);
  return choice;
}

void LiveEdit::close_exercise() {
  exercise_.close();
  view_.opening = {view_.opening.number + 1, {}, {}};
}

bool LiveEdit::poll(Session& session) {
  if (const auto seen = starts_.seen_shared()) start_ = seen;
  take_finding();
  follow_gpu(session);
  if (!looking_for_ || !dialog_.is_done()) return false;
  bool wrote = false;
  or_notice(session.notices(), "the dialog cannot be opened", [&] {
    const std::string path = dialog_.take().value_or("");
    wrote = !path.empty();
    if (wrote) write(session, looking_for_->item, path);
  });
  looking_for_.reset();
  return wrote;
}

bool LiveEdit::has_news() const {
  const bool saved = watch_ && watch_->seen().number != watched_.number;
  return starts_.has_news() || trials_.has_news() || saved || on_gpu_ == OnGpu::waits ||
         (looking_for_ && dialog_.is_done());
}

void LiveEdit::describe(ui::Model& model) {
  if (start_) view_.start = start_->start;
  exercise_.describe(model, view_);
  view_.checking = task_.has_value();
  const auto verdict = verdicts_.find(ui::edit_key(view_.start.choice, view_.start.exercise));
  view_.verdict = verdict == verdicts_.end() ? nullptr : verdict->second;
  view_.watched = watch_ ? request_->watch : "";
  view_.watched_text = watched_.text;
  view_.watched_trouble = watched_.trouble;
  model.edit = &view_;
}

}  // namespace livewarp
