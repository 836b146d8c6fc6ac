#include "app/lecture/slide_change.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "ui/frame/analysis_tabs.h"
#include "ui/model/choices.h"

namespace livewarp {

namespace {

/// Of what the workload's parameters or the variant's axes are called.
void add_changes(std::span<const Param> params, const Values& before, const Values& after,
                 std::vector<std::string>& changes) {
  for (const Param& param : params) {
    const auto now = after.find(param.id), then = before.find(param.id);
    if (now == after.end()) continue;
    const Value& old = then == before.end() ? param.default_value : then->second;
    if (now->second != old)
      changes.push_back(param.label + ": " + ui::value_text(param, now->second));
  }
}

std::string tab_label(std::string_view id) {
  for (const ui::AnalysisTab& tab : ui::analysis_tabs())
    if (id == tab.id) return tab.label;
  return std::string(id);
}

}  // namespace

std::vector<std::string> changes_of(const Registry& registry, const Choice* before,
                                    const SlideSide& slide) {
  std::vector<std::string> changes;
  const Workload* workload = slide.choice ? registry.find(slide.choice->workload) : nullptr;
  const VariantInfo* variant = workload ? workload->find(slide.choice->variant) : nullptr;
  if (variant) {
    const Choice& after = *slide.choice;
    const bool stays = before && before->workload == after.workload;
    const Choice then = stays ? *before : default_choice(*workload, after.variant, Backend::cpu);
    if (!stays) changes.push_back("Workload: " + workload->info().title);
    if (!stays || then.variant != after.variant) changes.push_back("Variant: " + variant->title);
    add_changes(workload->info().params, then.problem, after.problem, changes);
    add_changes(variant->axes, then.launch, after.launch, changes);
    if (then.memory != after.memory)
      changes.push_back("Memory: " + std::string(label_of(after.memory)));
    add_changes(workload->info().params, then.view, after.view, changes);
    if (changes.empty()) changes.emplace_back("The same setting");
  } else {
    changes.emplace_back("What runs goes on");
  }
  if (!slide.tab.empty()) changes.push_back("Opens " + tab_label(slide.tab));
  if (!slide.guess.empty()) changes.emplace_back("The hall guesses");
  return changes;
}

}  // namespace livewarp
