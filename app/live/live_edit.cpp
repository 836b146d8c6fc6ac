#include "app/live/live_edit.h"

#include <ctime>
#include <filesystem>
#include <utility>

#include "app/base/dated_name.h"
#include "app/base/output_file.h"
#include "app/edit/edited_run.h"
#include "app/edit/study/edit_report.h"
#include "app/edit/study/edit_words.h"

namespace livewarp {

namespace {

constexpr const char* typed_file = "edited.cuh";  // what compilers are told of a text without one

std::string variant_of(const Choice& choice) { return choice.workload + "/" + choice.variant; }

const char* suffix_of(LiveEdit::Item item) {
  return item == LiveEdit::Item::kernel ? "cuh" : "patch";
}

}  // namespace

LiveEdit::LiveEdit(const Machine& machine, int device, FileDialog& dialog, EditSetup setup)
    : ground_{&machine, device, std::make_shared<EditTools>(std::move(setup))}, dialog_(dialog),
      starts_(ground_), trials_(ground_) {}

void LiveEdit::want(Session& session, const ui::Result& result, bool quiet) {
  open_ = result.edit.has_value();
  if (open_) request_ = result.edit;
  follow_watch();
  follow_text(session);
  const auto workload_of = [&](const Choice& choice) {
    return session.registry().find(choice.workload);
  };
  const bool known = start_ && request_ && start_->start.choice == request_->choice;
  const bool asks = open_ && !quiet && !known;
  starts_.want(asks ? workload_of(request_->choice) : nullptr,
               asks ? std::optional(request_->choice) : std::nullopt);
  if (task_ && session.checking_edited()) session.cancel_job();  // of a text that is old by now
  const bool tries = task_ && !quiet;
  trials_.want(tries ? workload_of(task_->choice) : nullptr, tries ? task_ : std::nullopt);
}

/// Each save is tried, as is the text that was there at first.
void LiveEdit::follow_watch() {
  if (!request_) return;
  const std::string path = request_->watch.empty() ? "" : absolute_path(request_->watch);
  if (path != (watch_ ? watch_->path() : "")) {
    watch_.reset();
    watched_ = {};
    if (!path.empty()) watch_ = std::make_unique<TextWatch>(path);
  }
  if (!watch_) return;
  const TextWatch::Seen seen = watch_->seen();
  const bool saved = seen.text && seen.text != watched_.text;
  watched_ = seen;
  if (saved) try_text(request_->choice, seen.text, path);
}

void LiveEdit::check() {
  if (!request_ || !request_->text) return;
  try_text(request_->choice, request_->text, watch_ ? watch_->path() : typed_file);
}

void LiveEdit::try_text(const Choice& choice, ui::SharedText text, const std::string& file) {
  task_ = EditTask{choice, std::move(text), file, ++tasks_};
}

void LiveEdit::take_finding() {
  const std::shared_ptr<const EditFinding> seen = trials_.seen_shared();
  if (!seen || seen == finding_ || !task_ || seen->task != *task_) return;
  task_.reset();
  finding_ = seen;
  verdicts_[variant_of(seen->task.choice)] = seen->verdict;
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
  session.check_edited(
      {{subject.workload, subject.choice, subject.origin.kernel, study.file, study.text},
       study.code,
       {ground_.tools->setup().child, subject.given, ground_.device, seconds}});
}

void LiveEdit::end_on_gpu(Session& session, const std::shared_ptr<const KernelVerdict>& found,
                          const std::string& otherwise) {
  on_gpu_ = OnGpu::nothing;
  EditStudy study = finding_->study;
  if (found)
    study.gpu = *found;
  else
    study.no_gpu = otherwise;
  verdicts_[variant_of(finding_->subject.choice)] = std::make_shared<const ui::EditVerdict>(
      edit_verdict(finding_->subject, study, finding_->task.text));
  if (study.gpu && study.right())
    session.run_edited(
        run_on_gpu(*finding_->subject.workload, finding_->task.choice, study.code, *study.gpu));
}

/// Where the project's own text stands in the editor again, the project's kernel runs.
void LiveEdit::follow_text(Session& session) {
  const EditedRun* const edited = session.edited_run();
  if (!edited || !open_ || !request_->text || !start_ || !start_->start.text) return;
  const bool of_it = variant_of(request_->choice) == variant_of(edited->tried) &&
                     start_->start.choice == request_->choice;
  if (of_it && *request_->text == *start_->start.text) session.run_original();
}

void LiveEdit::save(Session& session, Item item) {
  if (!request_ || !request_->text) return;
  const std::string suffix = suffix_of(item);
  const std::string name = dated_name("livewarp-" + request_->choice.workload + "-" +
                                          request_->choice.variant + "-edited",
                                      suffix, std::time(nullptr));
  if (dialog_.is_open()) return session.notices().add(Severity::info, dialog_.unavailable());
  looking_for_ = {item, *request_->text};
  if (dialog_.unavailable().empty())
    dialog_.save("Save the kernel", name, {suffix},
                 item == Item::kernel ? "CUDA sources" : "Patches");
  else
    write(session, item, name);
}

void LiveEdit::write(Session& session, Item item, const std::string& path) {
  const std::string text = std::exchange(looking_for_, std::nullopt)->text;
  const bool bare = std::filesystem::path(path).extension().empty();
  const std::string whole = bare ? path + "." + suffix_of(item) : path;
  or_notice(session.notices(), "the kernel could not be saved", [&] {
    EditSubject subject;
    if (start_) subject.origin = start_->origin;
    OutputFile(whole).write(item == Item::kernel ? text : patch_of(subject, typed_file, text));
    session.notices().add(Severity::info, "kernel written: " + absolute_path(whole));
  });
}

void LiveEdit::drop(const std::string& path) {
  view_.dropped = path;
  ++view_.drops;
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
  view_.checking = task_.has_value();
  const auto verdict = verdicts_.find(variant_of(view_.start.choice));
  view_.verdict = verdict == verdicts_.end() ? nullptr : verdict->second;
  view_.watched = watch_ ? request_->watch : "";
  view_.watched_text = watched_.text;
  view_.watched_trouble = watched_.trouble;
  model.edit = &view_;
}

}  // namespace livewarp
