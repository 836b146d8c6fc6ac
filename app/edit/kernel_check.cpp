#include "app/edit/kernel_check.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <future>
#include <optional>
#include <vector>

#include "app/base/child_process.h"
#include "app/base/platform.h"
#include "app/base/temporary_file.h"
#include "app/edit/check_protocol.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/run/kernel_modules.h"

namespace livewarp {

namespace {

constexpr std::size_t most_said = 4000;  // bytes of what a kernel prints

}  // namespace

ParsedOptions options_of(const Choice& choice) {
  ParsedOptions given{{"variant", choice.variant}};
  for (const auto& values : {choice.launch, choice.problem})
    for (const auto& [id, value] : values)
      if (std::string text = to_text(value); !text.empty()) given[id] = std::move(text);
  return given;
}

std::string shown_of(const std::string& printed) {
  const std::string said = in_users_words(printed);
  if (said.size() <= most_said) return said;
  return said.substr(0, said.rfind('\n', most_said) + 1) + "… and " +
         grouped(std::int64_t(said.size() - most_said)) + " bytes more\n";
}

KernelVerdict broken_off(int status) {
  KernelVerdict verdict;
  verdict.outcome = KernelOutcome::stopped;
  if (status == 128 + SIGXCPU) {
    verdict.text = "all launches together take longer than a check may";
    return verdict;
  }
  verdict.text =
      status < 128
          ? "the kernel ended the process that ran it, with code " + std::to_string(status)
          : "the process that ran the kernel was ended by signal " + std::to_string(status - 128);
  return verdict;
}

namespace {

KernelVerdict run_in_child(const EditedKernel& edited, const std::string& library,
                           const KernelCheckLimits& limits, CheckShare share,
                           const std::stop_token& stop) {
  // The limits in the process are of a core's time; others may need the cores meanwhile.
  const std::chrono::milliseconds patience(std::int64_t(limits.seconds * 20e3));
  const CheckTask task{library,
                       edited.workload->info().name,
                       options_of(edited.choice),
                       limits.launch_seconds,
                       limits.seconds,
                       limits.memory,
                       share};
  // It executes kernels on the host: a driver would take time to start, and nothing else.
  const ChildOutput output =
      run_child({.command = limits.child, .environment = {"CUDA_VISIBLE_DEVICES="}}, to_text(task),
                patience, stop);
  std::optional<KernelVerdict> verdict = read_verdict(output.out);
  if (!verdict) verdict = broken_off(output.status);
  verdict->said = shown_of(output.error);
  return *verdict;
}

/// How much of its tolerance an error uses.
double used(const KernelVerdict& verdict) {
  const auto share = [](double error, double allowed) { return allowed > 0 ? error / allowed : 0; };
  return std::max(share(verdict.error, verdict.tolerance.rms),
                  share(verdict.worst, verdict.tolerance.worst));
}

/// What all shares have found: the first that is not right speaks, or else the largest error
/// counts.
KernelVerdict together(const std::vector<KernelVerdict>& shares) {
  const auto wrong = std::ranges::find_if_not(shares, &KernelVerdict::right);
  if (wrong != shares.end()) return *wrong;
  const KernelVerdict& worst = *std::ranges::max_element(shares, {}, used);
  KernelVerdict verdict = shares.front();
  verdict.error = worst.error;
  verdict.worst = worst.worst;
  return verdict;
}

KernelVerdict run_in_children(const EditedKernel& edited, const std::string& library,
                              const KernelCheckLimits& limits, const std::stop_token& stop) {
  const int count = std::max(1, limits.shares);
  std::vector<std::future<KernelVerdict>> others;
  for (int i = 1; i < count; ++i)
    others.push_back(std::async(std::launch::async, run_in_child, std::cref(edited),
                                std::cref(library), std::cref(limits), CheckShare{i, count},
                                std::cref(stop)));
  std::vector<KernelVerdict> shares{run_in_child(edited, library, limits, {0, count}, stop)};
  for (std::future<KernelVerdict>& other : others) shares.push_back(other.get());
  return together(shares);
}

}  // namespace

std::string_view name_of(KernelOutcome outcome) {
  switch (outcome) {
  case KernelOutcome::not_compiled: return "not compiled";
  case KernelOutcome::refused: return "refused";
  case KernelOutcome::stopped: return "stopped";
  case KernelOutcome::misused: return "misused";
  case KernelOutcome::wrong: return "wrong";
  case KernelOutcome::right: return "right";
  }
  return "";
}

std::vector<std::string> check_child() {
  const std::filesystem::path program = program_path();
  if (program.empty() || program.filename().string().ends_with("_test")) return {};
  return {program.string(), "checkkernel"};
}

KernelVerdict check_kernel(const EditedKernel& edited, HostCompiler& compiler,
                           const KernelCheckLimits& limits, const std::stop_token& stop) {
  return check_kernel(edited, instantiations(edited), compiler, limits, stop);
}

KernelVerdict check_kernel(const EditedKernel& edited, const std::vector<std::string>& kernels,
                           HostCompiler& compiler, const KernelCheckLimits& limits,
                           const std::stop_token& stop) {
  if (!compiler.hindrance().empty()) throw Error(compiler.hindrance(), compiler.advice());
  if (kernels.empty() || file_of_kernel(*edited.workload, edited.kernel).empty())
    throw Error(edited.workload->info().name + " " + edited.choice.variant +
                " launches no kernel " + edited.kernel);
  const PrivateFolder folder;
  const std::string library = folder.path() + "/" + std::string(emulator::library_prefix) + ".so";
  KernelVerdict verdict;
  CompiledUnit compiled;
  const auto start = std::chrono::steady_clock::now();
  try {
    compiled = compiler.compile(unit_text(edited, kernels), edited.file, library, stop);
  } catch (const Error& error) {
    verdict.text = error.what();
    verdict.advice = error.advice();
    return verdict;
  }
  const double compile_seconds = ms_since(start) / 1000;
  if (compiled.made) verdict = run_in_children(edited, library, limits, stop);
  const int line = line_of_kernel(edited);
  const bool of_the_whole =
      verdict.outcome == KernelOutcome::refused || verdict.outcome == KernelOutcome::wrong;
  if (compiled.made && of_the_whole && line > 0)
    verdict.text = edited.file + ":" + std::to_string(line) + ": " + verdict.text;
  verdict.compile_seconds = compile_seconds;
  verdict.run_seconds = ms_since(start) / 1000 - compile_seconds;
  verdict.messages = std::move(compiled.messages);
  for (CompilerMessage& message : verdict.messages)
    if (message.line == 0) message.line = line;
  if (compiled.made) return verdict;
  verdict.outcome = KernelOutcome::not_compiled;
  std::erase_if(verdict.messages, [](const CompilerMessage& message) { return !message.error; });
  verdict.text = verdict.messages.front().text;
  return verdict;
}

}  // namespace livewarp
