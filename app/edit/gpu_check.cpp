#include "app/edit/gpu_check.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <sstream>
#include <string_view>

#include "app/base/child_process.h"
#include "app/base/temporary_file.h"
#include "app/edit/check_protocol.h"
#include "app/edit/gpu_message.h"
#include "app/edit/kernel_check.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"

namespace livewarp {

namespace {

constexpr int usual_compute = 90;

int compute_for(const KernelCompiler& compiler, int asked) {
  const std::vector<int> known = compiler.architectures();
  if (asked > 0 || known.empty()) return asked;
  return std::ranges::find(known, usual_compute) != known.end() ? usual_compute : known.back();
}

/// NVRTC takes some lambdas of a kernel for the host's, which nvcc does not. A function that is
/// marked for nobody is an error of the user's all the same.
bool complains_of_lambdas(const std::vector<CompilerMessage>& messages, const std::string& text) {
  std::vector<std::string> lines(1);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  bool any = false;
  for (const CompilerMessage& message : messages) {
    if (!message.error) continue;
    const bool marked = message.text.find("execution space annotations") == std::string::npos;
    const std::size_t line = std::size_t(std::max(message.line, 0));
    const bool lambda = line < lines.size() && lines[line].find("](") != std::string::npos;
    if (!marked && !lambda) return false;
    any = any || lambda;
  }
  return any;
}

/// A name by which the host's compiler, NVRTC and its demangled symbols agree.
std::string common_name(const std::string& name) {
  std::string plain = plain_kernel_name(name);
  constexpr std::array<std::array<std::string_view, 2>, 7> spellings{
      {{"edited::", ""},
       {"longlongunsignedint", "unsignedlonglong"},
       {"longunsignedint", "unsignedlong"},
       {"shortunsignedint", "unsignedshort"},
       {"longlongint", "longlong"},
       {"longint", "long"},
       {"shortint", "short"}}};
  for (const auto& [from, to] : spellings)
    for (std::size_t at = plain.find(from); at != std::string::npos; at = plain.find(from, at))
      plain.replace(at, from.size(), to);
  return plain;
}

/// Kernels by the names of those that they stand in for.
std::map<std::string, CubinKernel> by_name(const GpuCode& code,
                                           const std::vector<std::string>& kernels, int compute) {
  std::map<std::string, CubinKernel> found;
  for (const CubinKernel& kernel : cubin_kernels(code.cubin, compute))
    for (const std::string& name : kernels)
      if (common_name(name) == common_name(kernel.symbol)) found[name] = kernel;
  for (const std::string& name : kernels)
    if (!found.contains(name)) throw Error("the compiler made no kernel " + name);
  return found;
}

}  // namespace

std::string gpu_code_hindrance(const KernelCompiler& compiler, int compute) {
  return compiler.code_hindrance(compute_for(compiler, compute));
}

GpuCode compile_for_gpu(const EditedKernel& edited, const std::vector<std::string>& kernels,
                        const KernelCompiler& compiler, int asked,
                        const std::vector<std::string>& options) {
  GpuCode code;
  const int compute = compute_for(compiler, asked);
  code.hindrance = compiler.code_hindrance(compute);
  if (!code.hindrance.empty()) return code;
  code.compiler = compiler.name(compute);
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> names;
  for (const std::string& kernel : kernels) names.push_back(in_edited(kernel, edited.text));
  try {
    const std::string unit = gpu_unit_text(edited, kernels);
    KernelCompiler::Attempt attempt = compiler.attempt(unit, names, compute, options);
    code.messages = read_gpu_messages(attempt.said, edited.file);
    if (!attempt.made && complains_of_lambdas(code.messages, edited.text)) {
      std::vector<std::string> more = options;
      more.emplace_back("--device-as-default-execution-space");
      attempt = compiler.attempt(unit, names, compute, more);
      code.messages = read_gpu_messages(attempt.said, edited.file);
    }
    if (attempt.made) {
      code.cubin = std::move(attempt.cubin);
      code.kernels = by_name(code, kernels, compute);
    } else if (std::ranges::none_of(code.messages, &CompilerMessage::error)) {
      code.messages.push_back({true, edited.file, 0, 0, attempt.said});
    }
  } catch (const Error& error) {
    code.cubin.clear();
    code.messages.push_back({true, edited.file, 0, 0, error.what()});
  }
  for (CompilerMessage& message : code.messages)
    if (message.line == 0) message.line = line_of_kernel(edited);
  code.seconds = ms_since(start) / 1000;
  return code;
}

ReplacingCode replacing_code(const GpuCode& code) {
  ReplacingCode replacing{code.cubin, {}};
  for (const auto& [name, kernel] : code.kernels) replacing.symbols[name] = kernel.symbol;
  return replacing;
}

std::shared_ptr<RunningChild> start_gpu_process(const std::vector<std::string>& child,
                                                const GpuSubject& subject) {
  ChildRequest request{.command = child};
  request.command.insert(request.command.end(), {"--device", std::to_string(subject.device)});
  auto process = std::make_shared<RunningChild>(request);
  process->tell(to_text(subject));
  return process;
}

KernelVerdict check_on_gpu(const EditedKernel& edited, const GpuCode& code,
                           const GpuCheckPlace& place, const std::stop_token& stop) {
  const TemporaryFile cubin{std::span(code.cubin)};
  const GpuSubject subject{edited.workload->info().name, place.given, place.device};
  const GpuTask task{
      cubin.path(), replacing_code(code).symbols, subject, place.seconds, place.calls, place.sizes};
  const auto start = std::chrono::steady_clock::now();
  KernelVerdict verdict;
  verdict.outcome = KernelOutcome::stopped;
  try {
    const std::shared_ptr<RunningChild> process =
        place.process ? place.process : start_gpu_process(place.child, subject);
    const ChildOutput output =
        finish_child(*process, place.child.front(), to_text(task),
                     std::chrono::milliseconds(std::int64_t(place.patience * 1000)), stop,
                     // Its driver takes a while to end, too.
                     [](const std::string& out) { return read_verdict(out).has_value(); });
    if (auto read = read_verdict(output.out))
      verdict = std::move(*read);
    else
      verdict = broken_off(output.status);
    verdict.said = shown_of(output.error);
  } catch (const Error& error) {
    verdict.text =
        "on the GPU the kernel does not end, or says too much: " + std::string(error.what());
  }
  verdict.run_seconds = ms_since(start) / 1000;
  return verdict;
}

}  // namespace livewarp
