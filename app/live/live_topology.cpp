#include "app/live/live_topology.h"

#include <chrono>

#include "app/telemetry/topology_words.h"

namespace livewarp {

void LiveTopology::want(bool wanted) {
  if (!wanted || found_ || asked_.valid()) return;
  asked_ = std::async(
      std::launch::async, read_ ? read_ : [] { return Topology(); });
}

/// What fails is known too: nothing asks again and again.
void LiveTopology::describe(ui::Model& model) {
  using namespace std::chrono_literals;
  if (asked_.valid() && asked_.wait_for(0s) == std::future_status::ready) {
    Findings findings;
    try {
      findings = topology_findings(asked_.get());
    } catch (const std::exception& failure) {
      findings.left_out.push_back(std::string("Not known: ") + failure.what() + ".");
    }
    found_ = std::make_shared<const Findings>(std::move(findings));
  }
  model.topology = found_.get();
}

}  // namespace livewarp
