#include "app/live/live_lab.h"

#include <utility>

#include "app/lab/experiment.h"

namespace livewarp {

namespace {

std::vector<ui::LabEntry> entries(const Machine& machine) {
  std::vector<ui::LabEntry> all;
  for (const MakeExperiment make : experiments()) {
    const auto experiment = make();
    const ExperimentInfo& info = experiment->info();
    all.push_back({info.id, info.label, info.answers, info.about, experiment->params(),
                   lab_refusal(info, machine)});
  }
  return all;
}

}  // namespace

void LiveLab::begin(Session& session) {
  if (!request_) return;
  or_notice(session.notices(), "the experiment cannot run", [&] {
    // Before the tab has been shown nobody has chosen one: the first one, as it is.
    std::unique_ptr<Experiment> experiment = make_experiment(request_->experiment);
    if (!experiment) experiment = experiments().front()();
    const Values values = changed(defaults(experiment->params()), request_->values);
    experiment->check(values);
    session.experiment(std::move(experiment), values, device_);
  });
}

void LiveLab::describe(const Session& session, ui::Model& model) {
  if (!request_ && view_.experiments.empty()) return;
  if (view_.experiments.empty()) view_.experiments = entries(session.machine());
  const std::shared_ptr<const LabJob::Found> found = session.experimented();
  view_.running = session.experimenting() && found ? found->experiment : "";
  if (found) view_.found[found->experiment] = {found, &found->findings};
  model.lab = &view_;
}

}  // namespace livewarp
