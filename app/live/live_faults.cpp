#include "app/live/live_faults.h"

#include <algorithm>
#include <utility>

#include "app/edit/study/edit_study.h"
#include "app/fault/fault_finding.h"
#include "app/fault/fault_quiz.h"
#include "app/fault/fault_report.h"
#include "app/fault/shipped_faults.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

ui::FaultOffer offer_of(const Registry& registry, const KernelFault& fault) {
  ui::FaultOffer offer;
  offer.name = fault.name;
  offer.title = fault.title;
  offer.workload = fault.workload;
  offer.variant = fault.given.at("variant");
  if (const Workload* const workload = registry.find(fault.workload)) {
    const VariantInfo* const variant = workload->find(offer.variant);
    offer.about = workload->info().title + ", " + (variant ? variant->title : offer.variant);
  }
  offer.after = fault.after;
  offer.seen = fault.seen;
  offer.mended = fault.mended;
  offer.sanitizer = sanitizer_command(fault);
  offer.sanitizer_says =
      fault.sanitizer.empty() ? fault.sanitizer_says : fault.sanitizer + " " + fault.sanitizer_says;
  offer.gpu = fault.gpu;
  return offer;
}

std::string head_of(const FaultFinding& finding) {
  switch (finding.by) {
  case FoundBy::checker: return "found by the checker";
  case FoundBy::comparison: return "found by the comparison with the reference";
  case FoundBy::compiler:
    return finding.verdict.right() ? "right, and found by the compiler" : "found by the compiler";
  case FoundBy::nobody: break;
  }
  return "nothing is found: the result is right, " + finding.verdict.scope;
}

ui::FaultVerdict shown_verdict(const KernelFault& fault, const FaultSubject& subject,
                               const FaultFinding& finding) {
  ui::FaultVerdict verdict;
  verdict.found = finding.by != FoundBy::nobody;
  verdict.head = head_of(finding);
  verdict.text = finding.text;
  verdict.advice = finding.advice;
  verdict.line = finding.line;
  verdict.seconds = finding.verdict.compile_seconds + finding.verdict.run_seconds;
  if (!fault.reported.empty() && finding.verdict.launch > 0)
    for (const StepCall& call :
         calls_of(launches_of(subject), finding.verdict.launch, fault.reported))
      verdict.calls.push_back({call.call, call.emulator, call.gpu});
  return verdict;
}

ui::FaultVerdict checked(const KernelFault& fault, const FaultSubject& subject, bool planted,
                         EditTools& tools, const std::stop_token& stop) {
  const KernelCheckLimits limits = fault_limits(tools.setup().child);
  try {
    return shown_verdict(
        fault, subject,
        finding_of(check_kernel(subject.edited(!planted), tools.host(), limits, stop),
                   subject.file));
  } catch (const Error& error) {
    ui::FaultVerdict verdict;
    verdict.found = true;
    verdict.head = "it could not be checked";
    verdict.text = error.what();
    verdict.advice = error.advice();
    return verdict;
  }
}

std::shared_ptr<ui::FaultSource> source_of(const KernelFault& fault, const FaultSubject& subject) {
  auto source = std::make_shared<ui::FaultSource>();
  source->name = fault.name;
  source->kernel = subject.origin.kernel;
  source->sound = std::make_shared<const std::string>(subject.text.sound);
  source->planted = std::make_shared<const std::string>(subject.text.planted);
  for (const LineRange& range : subject.text.lines)
    source->lines.emplace_back(range.first, range.last);
  return source;
}

std::shared_ptr<const ui::FaultSource> refused(const std::string& name, const Error& error) {
  auto source = std::make_shared<ui::FaultSource>();
  source->name = name;
  source->refusal = error.what();
  if (!error.advice().empty()) source->refusal += ": " + error.advice();
  return source;
}

const KernelFault* fault_of(const std::vector<KernelFault>& faults, const std::string& name) {
  const auto found = std::ranges::find(faults, name, &KernelFault::name);
  return found == faults.end() ? nullptr : &*found;
}

}  // namespace

FaultWorker::FaultWorker(std::shared_ptr<EditTools> tools,
                         std::shared_ptr<const std::vector<KernelFault>> faults)
    : LookWorker([this, tools, faults](const Workload& workload, const ui::FaultRequest& request,
                                       const std::stop_token& stop) {
        auto look = std::make_shared<FaultLook>();
        look->request = request;
        const KernelFault* const fault = fault_of(*faults, request.name);
        if (!fault) return std::shared_ptr<const FaultLook>();
        try {
          const FaultSubject subject = subject_of(*fault, &workload);
          look->source = source_of(*fault, subject);
          look->hindrance = tools->host().hindrance();
          if (!look->hindrance.empty()) look->advice = tools->host().advice();
          if (request.tried && look->hindrance.empty()) {
            show(std::make_shared<const FaultLook>(*look), stop);
            look->verdict = std::make_shared<const ui::FaultVerdict>(
                checked(*fault, subject, request.planted, *tools, stop));
          }
        } catch (const Error& error) {
          look->source = refused(request.name, error);
        }
        return std::shared_ptr<const FaultLook>(look);
      }) {}

LiveFaults::LiveFaults(const Registry& registry, EditSetup setup)
    : registry_(registry),
      faults_(std::make_shared<const std::vector<KernelFault>>(shipped_faults())),
      tools_(std::make_shared<EditTools>(std::move(setup))), worker_(tools_, faults_) {
  for (const KernelFault& fault : *faults_) view_.offers.push_back(offer_of(registry, fault));
  for (std::size_t i = 0; i < faults_->size(); ++i) {
    const QuizQuestion question = quiz_question(faults_->size(), i);
    view_.questions.push_back({question.fault, question.choices});
  }
}

Choice LiveFaults::choice_of(const std::string& name) const {
  const KernelFault* const fault = fault_of(*faults_, name);
  const Workload* const workload = fault ? registry_.find(fault->workload) : nullptr;
  if (!workload) throw Error("there is no fault " + name);
  return choice_from(*workload, fault->given, Backend::cuda);
}

void LiveFaults::want(const ui::Result& result, bool quiet) {
  std::optional<ui::FaultRequest> request = result.fault;
  if (request && !view_.hindrance.empty()) request->tried = false;
  // What was found once is known.
  if (request && view_.verdicts.contains({request->name, request->planted})) request->tried = false;
  const KernelFault* const fault = request ? fault_of(*faults_, request->name) : nullptr;
  const Workload* const workload = fault ? registry_.find(fault->workload) : nullptr;
  const bool asks = workload && !quiet;
  checking_ = asks && request->tried;
  worker_.want(asks ? workload : nullptr, asks ? request : std::nullopt);
}

void LiveFaults::poll() {
  seen_ = worker_.seen_shared();
  if (!seen_) return;
  view_.source = seen_->source;
  view_.hindrance = seen_->hindrance;
  view_.advice = seen_->advice;
  if (seen_->verdict)
    view_.verdicts[{seen_->request.name, seen_->request.planted}] = seen_->verdict;
}

void LiveFaults::describe(ui::Model& model) {
  view_.checking = checking_;
  model.faults = &view_;
}

}  // namespace livewarp
