#include "app/edit/study/edit_words.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/edit/study/edit_counts.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ab_run.h"

namespace livewarp {

namespace {

constexpr double noticeably = 1.01;  // times as much

std::string outcome_head(const KernelVerdict& verdict, bool on_gpu) {
  const std::string where = on_gpu ? " on the GPU" : "";
  switch (verdict.outcome) {
  case KernelOutcome::not_compiled: return "does not compile";
  case KernelOutcome::refused: return "cannot stand in for the kernel";
  case KernelOutcome::stopped: return "was stopped" + where;
  case KernelOutcome::misused: return "wrong use of memory or barriers";
  case KernelOutcome::wrong: return "wrong result" + where;
  case KernelOutcome::right: return "right" + where + ": " + verdict.scope;
  }
  return {};
}

/// Where a text names a line of the user's file, "my.cuh:12": that number, and the text without the
/// name. 0: it names none.
int take_line(std::string& text, const std::string& file) {
  const std::string name = file + ":";
  const std::size_t at = text.find(name);
  if (at == std::string::npos) return 0;
  const char* const digits = text.data() + at + name.size();
  int line = 0;
  const auto [end, failure] = std::from_chars(digits, text.data() + text.size(), line);
  if (failure != std::errc()) return 0;
  std::size_t length = std::size_t(end - (text.data() + at));
  if (at == 0 && text.compare(length, 2, ": ") == 0)
    text.erase(0, length + 2);
  else
    text.replace(at, length, "line " + std::to_string(line));
  return line;
}

/// At its line, where it names one.
void add_reason(const KernelVerdict& verdict, const std::string& file, ui::EditVerdict& shown) {
  if (verdict.right() || verdict.outcome == KernelOutcome::not_compiled) return;
  std::string text = verdict.text;
  const int line = take_line(text, file);
  if (line > 0)
    shown.messages.push_back({ui::EditMark::error, line, text});
  else
    shown.reason = text;
  shown.advice = verdict.advice;
}

void add_messages(const EditStudy& study, ui::EditVerdict& shown) {
  for (const CompilerMessage& message : study.messages())
    shown.messages.push_back(
        {message.error ? ui::EditMark::error : ui::EditMark::warning, message.line, message.text});
}

std::string a_request(const AccessSum& sum) {
  return sum.requests > 0 ? plain_number(sum.cost / sum.requests, 3) : std::string();
}

/// Two rows: how many requests, and what each costs.
void add_accesses(const std::string& space, const std::string& unit, const std::string& about,
                  const AccessSum* original, const AccessSum& edited, ui::EditVerdict& shown) {
  if (edited.requests == 0 && (!original || original->requests == 0)) return;
  const auto count = [](const AccessSum& sum) { return grouped(std::int64_t(sum.requests)); };
  shown.figures.push_back({space + " requests",
                           "memory instructions of the warps that were counted",
                           original ? count(*original) : "", count(edited),
                           original && edited.requests > noticeably * original->requests});
  const double ideal = edited.requests > 0 ? edited.ideal / edited.requests : 0;
  const bool worse =
      original && original->requests > 0 && edited.requests > 0 &&
      edited.cost / edited.requests > noticeably * original->cost / original->requests;
  shown.figures.push_back({unit + " a request",
                           about + "; of the edited kernel " + plain_number(ideal, 3) +
                               " if the lanes' bytes lay side by side",
                           original ? a_request(*original) : "", a_request(edited), worse});
}

void add_counts(const EditSubject& subject, const EditStudy& study, ui::EditVerdict& shown) {
  if (!study.host) return;
  const auto edited = counts_of(study.host->counted, subject.origin.kernel);
  if (!edited) return;
  const auto original = counts_of(study.original, subject.origin.kernel);
  const auto lanes = [](double value) { return fmt::format("{:.1f}", value); };
  shown.figures.push_back({"active lanes", "of the 32 of a warp, mean over what they execute",
                           original ? lanes(original->lanes) : "", lanes(edited->lanes),
                           original && original->lanes > noticeably * edited->lanes});
  add_accesses("global", "sectors", "32 bytes each, mean", original ? &original->global : nullptr,
               edited->global, shown);
  add_accesses("shared", "wavefronts", "more than one where lanes meet in a bank, mean",
               original ? &original->shared : nullptr, edited->shared, shown);
  for (const CountedFinding& finding : edited->findings)
    if (finding.file == study.file)
      shown.messages.push_back({ui::EditMark::finding, finding.line, finding.words});
}

void add_time(const EditStudy& study, ui::EditVerdict& shown) {
  if (!study.gpu) {
    shown.no_time = study.no_gpu;
  } else if (!study.gpu->right()) {
    shown.no_time = "it is not right on the GPU";
  } else if (!study.gpu->times) {
    shown.no_time = "a step takes too long to be measured";
  } else {
    const EditedTimes& times = *study.gpu->times;
    shown.time = ms_text(times.edited_ms) + " a step, edited; " + ms_text(times.original_ms) +
                 ", the original; " + ratio_text(times.result, "the original's");
  }
}

/// Of a text that nobody has run.
void head_without_run(const EditStudy& study, ui::EditVerdict& shown) {
  const bool errors =
      std::ranges::any_of(study.code.messages, [](const auto& message) { return message.error; });
  if (errors) {
    shown.outcome = ui::EditOutcome::wrong;
    shown.head = "does not compile";
  } else if (study.code.made()) {
    shown.head = "compiles for a GPU, and nobody has compared its result";
  } else {
    shown.head = "not tried";
    shown.reason = study.code.hindrance;
  }
  if (!errors) shown.advice = study.no_host;
}

}  // namespace

std::string missing_tools_text(const std::string& host, const std::string& nvrtc, bool has_gpu) {
  if (host.empty() && nvrtc.empty()) return {};
  if (host.empty())
    return "It is checked on the emulator and not compiled for a GPU, since " + nvrtc;
  if (!nvrtc.empty())
    return "It can be written and saved here, and not tried, since " + host + ", and " + nvrtc;
  if (has_gpu) return "It is verified and timed on the GPU, its accesses unchecked, since " + host;
  return "Compiled for a GPU alone, errors at their lines, nothing run, since " + host;
}

ui::EditVerdict edit_verdict(const EditSubject& subject, const EditStudy& study,
                             ui::SharedText text) {
  ui::EditVerdict shown;
  shown.text = std::move(text);
  shown.file = study.file;
  add_messages(study, shown);
  if (const KernelVerdict* const speaker = study.speaker()) {
    shown.head = outcome_head(*speaker, speaker != (study.host ? &*study.host : nullptr));
    shown.outcome = study.right() ? ui::EditOutcome::right : ui::EditOutcome::wrong;
    if (speaker->right() && !study.right())
      shown.head = "does not compile for a GPU; " + shown.head;
    add_reason(*speaker, study.file, shown);
  } else {
    head_without_run(study, shown);
  }
  if (shown.outcome == ui::EditOutcome::right) add_counts(subject, study, shown);
  if (study.code.made()) shown.compiled = study.code.compiler + ": " + needs_text(study.code);
  shown.measuring = study.awaits_gpu();
  const bool timed = study.gpu || shown.outcome == ui::EditOutcome::right;
  if (timed && !shown.measuring) add_time(study, shown);
  for (const auto* verdict :
       {study.host ? &*study.host : nullptr, study.gpu ? &*study.gpu : nullptr})
    if (verdict) shown.said += verdict->said;
  shown.seconds = study.seconds();
  return shown;
}

ui::EditVerdict failed_verdict(ui::SharedText text, const std::string& reason,
                               const std::string& advice) {
  ui::EditVerdict shown;
  shown.text = std::move(text);
  shown.head = "not tried";
  shown.reason = reason;
  shown.advice = advice;
  return shown;
}

}  // namespace livewarp
