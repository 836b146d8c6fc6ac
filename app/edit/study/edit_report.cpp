#include "app/edit/study/edit_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/edit/source/unified_diff.h"
#include "app/edit/study/edit_counts.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ab_run.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

constexpr std::size_t text_width = 98, text_indent = 12;

std::string row(const std::string& what, const std::string& words) {
  return fmt::format("{:<{}}", what, text_indent) + wrapped(words, text_width, text_indent) + "\n";
}

/// Why it is wrong, and what helps.
std::string reasons(const KernelVerdict& verdict) {
  std::string text;
  for (const std::string& part : {verdict.text, verdict.advice})
    if (!part.empty()) text += row("", part);
  return text;
}

std::string host_text(const EditStudy& study) {
  if (!study.host) return row("emulator", "not checked: " + study.no_host);
  const KernelVerdict& host = *study.host;
  if (host.outcome == KernelOutcome::not_compiled) return row("emulator", "does not compile");
  if (host.outcome == KernelOutcome::refused)
    return row("emulator", "cannot stand in for the kernel") + reasons(host);
  if (int(host.outcome) < int(KernelOutcome::wrong))
    return row("accesses", host.outcome == KernelOutcome::stopped ? "stopped" : "WRONG") +
           reasons(host);
  std::string text = row("accesses", "every one in range, no race, all barriers met");
  if (host.right()) return text + row("result", "right: " + host.scope);
  return text + row("result", "WRONG") + reasons(host);
}

std::string gpu_text(const EditStudy& study) {
  std::string text;
  if (study.code.made())
    text += row("compiled", study.code.compiler + ": " + needs_text(study.code));
  else if (study.code.hindrance.empty())
    text += row("compiled", study.code.compiler + " has errors");
  if (!study.gpu) return text + row("time", "none: " + study.no_gpu);
  if (!study.gpu->right())
    return text +
           row("on the GPU", study.gpu->outcome == KernelOutcome::wrong ? "WRONG" : "stopped") +
           reasons(*study.gpu);
  text += row("on the GPU", "verified: " + study.gpu->scope);
  if (!study.gpu->times) return text + row("time", "none: a step takes too long to be measured");
  const EditedTimes& times = *study.gpu->times;
  return text +
         row("time", ms_text(times.edited_ms) + " a step, edited; " + ms_text(times.original_ms) +
                         ", the original; " + ratio_text(times.result, "the original's"));
}

void add_row(TextTable& table, const std::string& whose, const KernelCounts& counts) {
  std::vector<std::string> cells{whose, counts.kernel, fmt::format("{:.1f}", counts.lanes)};
  for (const AccessSum& sum : {counts.global, counts.shared}) {
    if (sum.requests == 0) {
      cells.insert(cells.end(), 3, "");
      continue;
    }
    cells.push_back(grouped(std::int64_t(sum.requests)));
    cells.push_back(plain_number(sum.cost / sum.requests, 3));
    cells.push_back(plain_number(sum.ideal / sum.requests, 3));
  }
  table.add(std::move(cells));
}

std::string counts_text(const EditSubject& subject, const EditStudy& study) {
  const std::string& name = subject.origin.kernel;
  const auto own = study.host ? counts_of(study.host->counted, name) : std::nullopt;
  if (!own) return {};
  constexpr ColumnAlign right = ColumnAlign::right;
  TextTable table({{""},
                   {"kernel"},
                   {"lanes", right},
                   {"global requests", right},
                   {"sectors", right},
                   {"ideal", right},
                   {"shared requests", right},
                   {"wavefronts", right},
                   {"ideal", right}});
  if (const auto original = counts_of(study.original, name)) add_row(table, "original", *original);
  add_row(table, "edited", *own);
  std::string text =
      "\ncounted of the block in the middle, sectors and wavefronts a request\n" + table.text();
  for (const CountedFinding& finding : own->findings)
    text += fmt::format("{}:{}: {}\n", finding.file, finding.line, finding.words);
  return text;
}

Json messages_json(const std::vector<CompilerMessage>& messages) {
  Json all = Json::array();
  for (const CompilerMessage& message : messages)
    all.push_back({{"kind", message.error ? "error" : "warning"},
                   {"line", message.line},
                   {"column", message.column},
                   {"text", message.text}});
  return all;
}

/// Of a verified kernel alone.
Json times_json(const KernelVerdict& verdict) {
  if (!verdict.right() || !verdict.times) return {};
  const EditedTimes& times = *verdict.times;
  const PairedTest::Result& result = times.result;
  return {{"edited_ms", times.edited_ms},
          {"original_ms", times.original_ms},
          {"time_ratio", result.ratio.value},
          {"low", result.ratio.low},
          {"high", std::isfinite(result.ratio.high) ? Json(result.ratio.high) : Json()},
          {"pairs", result.pairs}};
}

Json gpu_json(const EditStudy& study) {
  Json kernels = Json::array();
  for (const auto& [name, kernel] : study.code.kernels)
    kernels.push_back({{"kernel", name},
                       {"registers", kernel.resources.registers},
                       {"static_shared", kernel.resources.static_shared},
                       {"local_bytes", kernel.resources.local_bytes}});
  Json json{{"compiler", study.code.compiler},
            {"kernels", kernels},
            {"messages", messages_json(study.code.messages)},
            {"verified", study.gpu && study.gpu->right()},
            {"reason", study.no_gpu},
            {"text", study.gpu ? study.gpu->text : ""},
            {"scope", study.gpu ? study.gpu->scope : ""},
            {"time", study.gpu ? times_json(*study.gpu) : Json()}};
  return json;
}

Json patch_json(const EditSubject& subject, const EditStudy& study) {
  try {
    return patch_of(subject, study.file, study.text);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

std::string edited_name(const EditSubject& subject) { return subject.choice.variant + ", edited"; }

std::string study_text(const EditSubject& subject, const EditStudy& study) {
  std::string text =
      fmt::format("{} {}: {} in place of {} of {}\n\n", subject.workload->info().name,
                  edited_name(subject), study.file, subject.origin.kernel, subject.origin.file);
  if (const auto messages = study.messages(); !messages.empty())
    text += message_lines(messages) + "\n";
  text += host_text(study) + gpu_text(study);
  for (const auto* verdict :
       {study.host ? &*study.host : nullptr, study.gpu ? &*study.gpu : nullptr})
    if (verdict && !verdict->said.empty()) text += "\nthe kernel printed:\n" + verdict->said;
  return text + counts_text(subject, study);
}

Json study_json(const Context& context, const EditSubject& subject, const EditStudy& study) {
  const KernelVerdict none, *const speaker = study.speaker();
  const KernelVerdict& verdict = speaker ? *speaker : none;
  Json json = report_head(context);
  json.update(Json{{"workload", subject.workload->info().name},
                   {"variant", subject.choice.variant},
                   {"edited", true},
                   {"name", edited_name(subject)},
                   {"launch", to_json(subject.choice.launch)},
                   {"kernel", subject.origin.kernel},
                   {"original_file", subject.origin.file},
                   {"file", study.file},
                   {"verified", study.right()},
                   {"outcome", speaker ? Json(name_of(verdict.outcome)) : Json()},
                   {"text", verdict.text},
                   {"advice", verdict.advice},
                   {"compiler", messages_json(study.messages())},
                   {"scope", verdict.scope},
                   {"error", verdict.error},
                   {"worst", verdict.worst},
                   {"said", verdict.said},
                   {"not_on_emulator", study.no_host},
                   {"compile_seconds", study.host ? study.host->compile_seconds : 0},
                   {"check_seconds", study.host ? study.host->run_seconds : 0},
                   {"gpu_seconds", study.gpu ? study.gpu->run_seconds : 0},
                   {"seconds", study.seconds()},
                   {"counted", study.host && study.host->right() ? study.host->counted : Json()},
                   {"original_counted", study.original},
                   {"gpu", gpu_json(study)},
                   {"patch", patch_json(subject, study)}});
  return json;
}

std::string patch_of(const EditSubject& subject, const std::string& file, const std::string& text) {
  const KernelOrigin& origin = subject.origin;
  std::string patched;
  try {
    patched = patched_source(origin, text);
  } catch (const Error& error) {
    throw Error(file + ": " + error.what(), error.advice());
  }
  return unified_diff(kernel_source(origin.file), patched, "a/" + origin.file,
                      "b/" + origin.file + "\tedited: " + printable(file));
}

}  // namespace livewarp
