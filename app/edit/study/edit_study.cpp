#include "app/edit/study/edit_study.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/edit/verdict_stream.h"
#include "app/explain/lens_table.h"
#include "kernels/core/base/error.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

namespace {

/// Of the project's own kernel; null where its kernels are not here in the form that is counted.
Json counted_of(const Workload& workload, Choice choice) {
  try {
    choice.problem = emulator::lens_problem(workload, choice);
    const LensLook look{choice, emulator::look(workload, choice)};
    return look.lens.refusal.empty() ? to_json(look) : Json();
  } catch (const Error&) {
    return {};
  }
}

bool says_error(const std::vector<CompilerMessage>& messages) {
  return std::ranges::any_of(messages, &CompilerMessage::error);
}

}  // namespace

bool EditStudy::right() const {
  const bool one = (host && host->right()) || (gpu && gpu->right());
  return one && (!host || host->right()) && (!gpu || gpu->right()) && !says_error(code.messages);
}

double EditStudy::seconds() const {
  const double on_host = host ? host->compile_seconds + host->run_seconds : 0;
  return std::max(on_host, code.seconds) + (gpu ? gpu->run_seconds : 0);
}

const KernelVerdict* EditStudy::speaker() const {
  if (host && !host->right()) return &*host;
  if (gpu) return &*gpu;
  return host ? &*host : nullptr;
}

std::vector<CompilerMessage> EditStudy::messages() const {
  std::vector<CompilerMessage> all;
  if (host) all = host->messages;
  // What both complain of is said once, in the words of the one that knows columns or parameters.
  if (says_error(all) || (host && host->outcome == KernelOutcome::refused)) return all;
  for (const CompilerMessage& message : code.messages)
    if (message.error || !host) all.push_back(message);
  return all;
}

KernelCheckLimits edit_limits() {
  KernelCheckLimits limits;
  limits.child = check_child();
  limits.launch_seconds = 8;
  limits.seconds = 60;
  constexpr int most_shares = 4;
  limits.shares = std::clamp(int(std::thread::hardware_concurrency()), 1, most_shares);
  return limits;
}

EditBench::EditBench(EditSubject subject, Tools tools)
    : subject_(std::move(subject)), tools_(std::move(tools)),
      original_(std::async(std::launch::async, counted_of, std::cref(*subject_.workload),
                           subject_.choice)) {
  kernels_ = instantiations({subject_.workload, subject_.choice, subject_.origin.kernel, {}, {}});
}

EditStudy EditBench::study_on_host(const std::string& file, const std::string& text,
                                   const std::stop_token& stop) {
  const EditedKernel edited = this->edited(file, text);
  EditStudy study;
  study.file = file;
  study.text = text;
  if (tools_.gpu && !tools_.limits.child.empty())
    study.gpu_process = start_gpu_process(
        tools_.limits.child, {subject_.workload->info().name, subject_.given, tools_.device});
  auto code = std::async(std::launch::async, [&] {
    return compile_for_gpu(edited, kernels_, *tools_.nvrtc,
                           tools_.gpu ? 10 * tools_.gpu->major + tools_.gpu->minor : 0);
  });
  study.no_host = tools_.host->hindrance();
  if (study.no_host.empty()) {
    try {
      study.host = check_kernel(edited, kernels_, *tools_.host, tools_.limits, stop);
    } catch (const Error& error) {
      study.host = failed(KernelOutcome::stopped, error.what(), error.advice());
    }
  }
  study.code = code.get();
  study.original = original_.get();
  note_why_no_gpu(study);
  if (!study.awaits_gpu()) study.gpu_process.reset();
  return study;
}

void EditBench::note_why_no_gpu(EditStudy& study) const {
  if (!study.code.hindrance.empty())
    study.no_gpu = study.code.hindrance;
  else if (!tools_.gpu)
    study.no_gpu = tools_.no_gpu;
  else if (!study.code.made())
    study.no_gpu = "it does not compile for one";
  else if (study.host && !study.host->right())
    study.no_gpu = "it is not right";
}

EditStudy EditBench::study(const std::string& file, const std::string& text,
                           const std::stop_token& stop) {
  EditStudy study = study_on_host(file, text, stop);
  if (!study.awaits_gpu()) return study;
  if (tools_.before_gpu) tools_.before_gpu();
  GpuCheckPlace place{tools_.limits.child, subject_.given, tools_.device, tools_.seconds};
  place.process = study.gpu_process;
  place.sizes = study.sizes_on_gpu();
  study.gpu = check_on_gpu(edited(file, text), study.code, place, stop);
  return study;
}

}  // namespace livewarp
