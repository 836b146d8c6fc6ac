#include "app/fault/fault_report.h"

#include <sstream>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/edit/source/unified_diff.h"
#include "app/measure/json_report.h"

namespace livewarp {

namespace {

constexpr std::size_t fault_text_width = 98;

/// "what one sees     text", the rest below its beginning.
std::string entry(const std::string& label, const std::string& text) {
  constexpr std::size_t column = 12;
  if (text.empty()) return {};
  return fmt::format("{:<{}}{}\n", label, column, wrapped(text, fault_text_width, column));
}

std::string head_text(const KernelFault& fault) {
  const std::string after = fault.after.empty() ? "" : "; after " + fault.after;
  return fmt::format("{}\n{} {}, kernel {}{}\n\n", fault.title, fault.workload,
                     fault.given.at("variant"), fault.kernel, after);
}

std::string calls_table(const FaultSubject& subject, const KernelFault& fault,
                        const KernelVerdict& verdict) {
  if (fault.reported.empty() || verdict.launch == 0) return {};
  TextTable table({{"call"}, {"on the emulator"}, {"a GPU's runtime returns (model)"}});
  for (const StepCall& call : calls_of(launches_of(subject), verdict.launch, fault.reported))
    table.add({call.call, call.emulator, call.gpu});
  return "\n" + table.text();
}

std::string returned_table(const KernelVerdict& verdict) {
  if (verdict.calls.empty()) return {};
  TextTable table({{"call"}, {"returned here"}});
  for (const ReturnedCall& call : verdict.calls) table.add({call.call, call.returned});
  return "\n" + table.text();
}

std::string found_text(const FaultFinding& finding) {
  const KernelVerdict& verdict = finding.verdict;
  std::string text;
  if (finding.by == FoundBy::nobody)
    text = entry("found", "nothing: the result is right, " + verdict.scope);
  else
    text = entry("found", "by the " + std::string(name_of(finding.by)) + ": " + finding.text);
  text += entry("", finding.advice);
  if (finding.by == FoundBy::compiler && verdict.right())
    text += entry("", "The result is right: " + verdict.scope + ".");
  if (!verdict.said.empty()) text += "\nthe kernel printed:\n" + verdict.said;
  return text;
}

std::string numbered(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  int number = 0;
  for (std::string line; std::getline(lines, line);)
    out += fmt::format("{:>4}  {}\n", ++number, line);
  return out;
}

}  // namespace

std::string fault_list_text(const std::vector<KernelFault>& faults) {
  TextTable table({{"fault"}, {"what it is"}, {"workload"}, {"variant"}, {"on a GPU"}});
  for (const KernelFault& fault : faults)
    table.add({fault.name, fault.title, fault.workload, fault.given.at("variant"),
               fault.runs_on_gpu() ? "yes" : "no: " + fault.gpu});
  return table.text() +
         "\nlivewarp fault NAME plants one and says what finds it; --mended takes it "
         "back; fault 1 --quiz asks\n";
}

std::string fault_list_json(const Context& context, const std::vector<KernelFault>& faults) {
  Json report = report_head(context);
  Json all = Json::array();
  for (const KernelFault& fault : faults)
    all.push_back({{"fault", fault.name},
                   {"title", fault.title},
                   {"workload", fault.workload},
                   {"variant", fault.given.at("variant")},
                   {"kernel", fault.kernel},
                   {"sanitizer", fault.sanitizer},
                   {"gpu", fault.runs_on_gpu()}});
  report["faults"] = all;
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sanitizer_command(const KernelFault& fault) {
  if (fault.sanitizer.empty()) return {};
  return "compute-sanitizer --tool " + fault.sanitizer + " livewarp fault " + fault.name +
         " --once";
}

std::string planted_diff(const FaultSubject& subject) {
  return unified_diff(subject.text.sound, subject.text.planted, "sound/" + subject.file,
                      "planted/" + subject.file);
}

std::string fault_text(const KernelFault& fault, const FaultSubject& subject,
                       const FaultTrial& trial, const FaultFinding& finding) {
  std::string text = head_text(fault);
  text += entry("seen", fault.seen);
  text += "\n" + planted_diff(subject) + "\n";
  if (trial.mended) text += "the fault is taken back:\n";
  text += found_text(finding);
  text += trial.executor == Executor::cuda ? returned_table(finding.verdict)
                                           : calls_table(subject, fault, finding.verdict);
  text += "\n" + entry("sanitizer", sanitizer_command(fault).empty() ? fault.sanitizer_says
                                                                     : sanitizer_command(fault));
  if (!fault.sanitizer.empty()) text += entry("", fault.sanitizer + " " + fault.sanitizer_says);
  return text + entry("mended", fault.mended);
}

std::string fault_json(const Context& context, const KernelFault& fault,
                       const FaultSubject& subject, const FaultTrial& trial,
                       const FaultFinding& finding) {
  Json report = report_head(context);
  report["fault"] = fault.name;
  report["title"] = fault.title;
  report["workload"] = fault.workload;
  report["variant"] = subject.choice.variant;
  report["kernel"] = fault.kernel;
  report["executor"] = name_of(trial.executor);
  report["mended"] = trial.mended;
  report["found_by"] = name_of(finding.by);
  report["text"] = finding.text;
  report["advice"] = finding.advice;
  report["line"] = finding.line;
  report["outcome"] = name_of(finding.verdict.outcome);
  report["launch"] = finding.verdict.launch;
  Json lines = Json::array();
  for (const LineRange& range : subject.text.lines) lines.push_back({range.first, range.last});
  report["planted_lines"] = lines;
  Json calls = Json::array();
  for (const ReturnedCall& call : finding.verdict.calls)
    calls.push_back({{"call", call.call}, {"returned", call.returned}});
  report["calls"] = calls;
  report["sanitizer"] = {{"tool", fault.sanitizer},
                         {"command", sanitizer_command(fault)},
                         {"says", fault.sanitizer_says}};
  report["source"] = trial.mended ? subject.text.sound : subject.text.planted;
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string question_text(const std::vector<KernelFault>& faults, const QuizQuestion& question,
                          std::size_t number, const FaultSubject& subject) {
  const KernelFault& asked = faults.at(question.fault);
  std::string text =
      fmt::format("Question {} of {}: {} {}, kernel {}. Which fault is in it?\n\n{}\n", number + 1,
                  faults.size(), asked.workload, asked.given.at("variant"), asked.kernel,
                  numbered(subject.text.planted));
  TextTable table({{"answer"}, {"what it is"}});
  for (const std::size_t choice : question.choices)
    table.add({faults.at(choice).name, faults.at(choice).title});
  return text + table.text() +
         fmt::format("\nlivewarp fault {} --quiz --answer NAME\n", number + 1);
}

}  // namespace livewarp
