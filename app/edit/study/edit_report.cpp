#include "app/edit/study/edit_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/edit/source/unified_diff.h"
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

bool at_least(const KernelVerdict& verdict, KernelOutcome outcome) {
  return int(verdict.outcome) >= int(outcome);
}

std::string host_text(const EditStudy& study) {
  if (!study.host) return row("emulator", "not checked: " + study.no_host);
  const KernelVerdict& host = *study.host;
  if (host.outcome == KernelOutcome::not_compiled) return row("emulator", "does not compile");
  if (host.outcome == KernelOutcome::refused)
    return row("emulator", "cannot stand in for the kernel") + reasons(host);
  if (!at_least(host, KernelOutcome::wrong))
    return row("accesses", host.outcome == KernelOutcome::stopped ? "stopped" : "WRONG") +
           reasons(host);
  std::string text = row("accesses", "every one in range, no race, all barriers met");
  if (host.right()) return text + row("result", "right: " + host.scope);
  return text + row("result", "WRONG") + reasons(host);
}

/// "24 registers, 4,224 bytes of shared memory".
std::string needs_text(const GpuCode& code) {
  int registers = 0;
  std::size_t shared = 0, local = 0;
  for (const auto& [name, kernel] : code.kernels) {
    registers = std::max(registers, kernel.resources.registers);
    shared = std::max(shared, kernel.resources.static_shared);
    local = std::max(local, kernel.resources.local_bytes);
  }
  std::string text = fmt::format("{} registers a thread", registers);
  if (shared > 0) text += ", " + grouped(std::int64_t(shared)) + " bytes of static shared memory";
  if (local > 0) text += ", " + grouped(std::int64_t(local)) + " bytes of local memory (spills?)";
  return text;
}

std::string ms_text(double ms) { return plain_number(ms, 4) + " ms"; }

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

double number(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number() ? found->get<double>() : 0;
}

/// A kernel's accesses to one kind of memory, added up.
struct Sum {
  double requests = 0, cost = 0, ideal = 0;
};
Sum sum_of(const Json& kernel, const char* space, const char* cost, const char* ideal) {
  Sum sum;
  for (const Json& line : kernel.at("lines")) {
    if (line.at("space") != space || !line.at(cost).is_number()) continue;
    sum.requests += number(line, "requests");
    sum.cost += number(line, cost);
    sum.ideal += number(line, ideal);
  }
  return sum;
}

void add_row(TextTable& table, const std::string& whose, const Json& kernel) {
  std::vector<std::string> cells{whose, kernel.at("kernel").get<std::string>(),
                                 fmt::format("{:.1f}", number(kernel, "active_lanes"))};
  for (const Sum& sum : {sum_of(kernel, "global", "sectors", "ideal_sectors"),
                         sum_of(kernel, "shared", "wavefronts", "ideal_wavefronts")}) {
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

/// The kernel with the most warps of those that the edit stands in for.
const Json* main_kernel(const Json& counted, const std::string& name) {
  const Json* found = nullptr;
  if (!counted.is_object()) return found;
  for (const Json& kernel : counted.at("kernels")) {
    const std::string full = kernel.at("kernel");
    if (full.substr(0, full.find('<')) != name || number(kernel, "warps") == 0) continue;
    if (!found || number(kernel, "warps") > number(*found, "warps")) found = &kernel;
  }
  return found;
}

std::string counts_text(const EditSubject& subject, const EditStudy& study) {
  const std::string& name = subject.origin.kernel;
  const Json* const own = study.host ? main_kernel(study.host->counted, name) : nullptr;
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
  if (const Json* const original = main_kernel(study.original, name))
    add_row(table, "original", *original);
  add_row(table, "edited", *own);
  std::string text =
      "\ncounted of the block in the middle, sectors and wavefronts a request\n" + table.text();
  for (const Json& line : own->at("lines"))
    for (const Json& finding : line.at("findings"))
      if (!finding.at("good").get<bool>())
        text += fmt::format("{}:{}: {}\n", line.at("file").get<std::string>(),
                            line.at("line").get<int>(), finding.at("words").get<std::string>());
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
