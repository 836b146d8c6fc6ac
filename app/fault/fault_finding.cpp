#include "app/fault/fault_finding.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/edit/study/edit_study.h"

namespace livewarp {

namespace {

/// The number in the first "FILE:12" of the text; 0 without any.
int line_in(std::string_view text, const std::string& file) {
  const std::string before = file + ":";
  int line = 0;
  for (std::size_t at = text.find(before); at != std::string_view::npos && line == 0;
       at = text.find(before, at + 1)) {
    const std::size_t digits = at + before.size();
    std::from_chars(text.data() + digits, text.data() + text.size(), line);
  }
  return line;
}

FoundBy who(const KernelVerdict& verdict) {
  switch (verdict.outcome) {
  case KernelOutcome::right: return verdict.messages.empty() ? FoundBy::nobody : FoundBy::compiler;
  case KernelOutcome::wrong: return FoundBy::comparison;
  case KernelOutcome::stopped:
  case KernelOutcome::misused: return FoundBy::checker;
  case KernelOutcome::not_compiled:
  case KernelOutcome::refused: break;
  }
  return FoundBy::compiler;
}

}  // namespace

std::string_view name_of(FoundBy by) {
  switch (by) {
  case FoundBy::checker: return "checker";
  case FoundBy::comparison: return "comparison";
  case FoundBy::compiler: return "compiler";
  case FoundBy::nobody: break;
  }
  return "nobody";
}

KernelCheckLimits fault_limits(std::vector<std::string> child) {
  KernelCheckLimits limits = edit_limits();
  limits.child = std::move(child);
  limits.shares = 1;
  return limits;
}

FaultFinding finding_of(KernelVerdict verdict, const std::string& file) {
  FaultFinding finding;
  finding.by = who(verdict);
  finding.text = verdict.text;
  finding.advice = verdict.advice;
  if (finding.by == FoundBy::compiler && !verdict.messages.empty()) {
    finding.text = message_lines({verdict.messages.front()});
    finding.text.pop_back();
  }
  finding.line = line_in(finding.text, file);
  finding.verdict = std::move(verdict);
  return finding;
}

std::vector<StepCall> calls_of(const std::vector<std::string>& launches, int number,
                               const std::string& error) {
  std::vector<StepCall> calls;
  for (int i = 1; i <= int(launches.size()); ++i) {
    const std::string call = "launch " + std::to_string(i) + ": " + launches[std::size_t(i - 1)];
    if (i < number)
      calls.push_back({call, "is executed", "cudaSuccess"});
    else if (i == number)
      calls.push_back({call, "fails here", "cudaSuccess: it is queued, and made this error"});
    else
      calls.push_back({call, "is not reached", "cudaSuccess, or already " + error});
  }
  calls.push_back({"cudaGetLastError", "", "cudaSuccess, or already " + error});
  calls.push_back({"cudaStreamSynchronize", "", error + ": at the latest here, and ever after"});
  return calls;
}

}  // namespace livewarp
