#include "app/testing/random_user_test_invariants.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/options/choice_options.h"
#include "kernels/core/measure/verification.h"
#include "ui/frame/layout.h"
#include "ui/model/ids.h"

namespace livewarp {

namespace {

class Faults {
 public:
  void unless(bool right, const std::string& otherwise) {
    if (!right) found_.push_back(otherwise);
  }
  std::vector<std::string> found() && { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

/// No time without a verified result, none of an execution from source, and no ratio without both
/// times.
void look_for_untrue_times(const ui::Model& model, bool from_source, Faults& faults) {
  const bool may = model.check.ok() && !from_source;
  faults.unless(may || model.step.count == 0, "a live time of a variant that is not verified");
  faults.unless(may || (model.kernel_ms == 0 && model.copies_ms == 0),
                "a kernel's time of a variant that is not verified");
  faults.unless(may || model.recent_steps.empty(),
                "plotted times of a variant that is not verified");
  for (const ui::IntervalRow& row : model.intervals)
    if (row.label == "Kernel" || row.label == "Copies")
      faults.unless(may || row.times.count == 0, row.label + " of a variant that is not verified");
  for (const ui::VariantEntry& variant : model.variants) {
    const std::string& name = variant.info->name;
    faults.unless(!variant.bench || variant.check.ok(),
                  "a bench of " + name + ", which is not verified");
    faults.unless(!variant.bench || !variant.emulator_checked,
                  "a bench of " + name + ", run by the emulator");
    faults.unless(!variant.times_a || variant.bench, "a ratio of " + name + ", which has no time");
  }
  if (!model.pinned) return;
  const ui::Pinned& a = *model.pinned;
  faults.unless(!a.ratio || (a.elsewhere.empty() && a.live.count > 0), "a ratio without A's time");
  faults.unless(!a.ratio || may, "a ratio of a variant that is not verified");
}

struct Panel {
  std::string name;
  ImRect place;
};

/// The panels that are seen where the layout put them: none that was torn off, none in the drawer.
std::vector<Panel> panels_in_place() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const ImGuiStyle& style = ImGui::GetStyle();  // between frames no font is current
  const double em = double(style.FontSizeBase * style.FontScaleMain * style.FontScaleDpi);
  const bool columns =
      ui::arrange(double(size.x) / em, double(size.y) / em).arrangement >= ui::Arrangement::merged;
  std::vector<Panel> panels;
  for (const char* name :
       {ui::ids::top, ui::ids::status, ui::ids::full_scene, ui::ids::scene, ui::ids::analysis,
        ui::ids::controls, ui::ids::timing, ui::ids::variants}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    if (!window || !window->Active || window->Hidden) continue;
    const std::string text = name;
    const bool bar = text == ui::ids::top || text == ui::ids::status,
               full = text == ui::ids::full_scene;
    if (!bar && !full && (!window->DockIsActive || !window->DockTabIsVisible)) continue;
    if (!bar && !full && window->DockNode &&
        ImGui::DockNodeGetRootNode(window->DockNode)->IsFloatingNode())
      continue;
    const bool side =
        text == ui::ids::controls || text == ui::ids::timing || text == ui::ids::variants;
    if (side && !columns) continue;
    panels.push_back({text, window->Rect()});
  }
  return panels;
}

std::string text_of(const Panel& panel) {
  const auto number = [](float v) { return std::to_string(int(std::lround(v))); };
  return panel.name + " (" + number(panel.place.Min.x) + ", " + number(panel.place.Min.y) + " to " +
         number(panel.place.Max.x) + ", " + number(panel.place.Max.y) + ")";
}

void look_at_layout(Faults& faults) {
  constexpr float slack = 1;  // px: places are rounded
  const std::vector<Panel> panels = panels_in_place();
  faults.unless(!panels.empty(), "no panel is seen");
  ImRect all({0, 0}, ImGui::GetIO().DisplaySize);
  all.Expand(slack);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    faults.unless(all.Contains(panels[i].place), text_of(panels[i]) + " leaves the window");
    ImRect inner = panels[i].place;
    inner.Expand(-slack);
    for (std::size_t k = i + 1; k < panels.size(); ++k)
      faults.unless(!inner.Overlaps(panels[k].place),
                    text_of(panels[i]) + " lies over " + text_of(panels[k]));
  }
}

void look_at_history(LiveLoop& loop, Faults& faults) {
  const History& history = loop.history();
  const Choice& choice = loop.session().choice();
  faults.unless(history.present().choice == setting_of(choice).choice,
                "undo does not know the running choice");
  for (const Setting* other : {history.previous(), history.next()})
    faults.unless(!other || *other != history.present(), "an undo or redo that changes nothing");
  faults.unless(loop.model().can_undo == (history.previous() != nullptr) &&
                    loop.model().can_redo == (history.next() != nullptr),
                "undo or redo is not offered as it is there");
}

void look_at_choice(LiveLoop& loop, Faults& faults) {
  Session& session = loop.session();
  const ui::Model& model = loop.model();
  const Choice& choice = session.choice();
  faults.unless(model.choice == choice, "the panels show another choice than the one that runs");
  faults.unless(choice.workload == session.workload().info().name &&
                    choice.variant == session.variant().name,
                "the choice names " + choice.variant + ", but " + session.variant().name + " runs");
  faults.unless(checked_choice(session.workload(), choice, &choice) == choice,
                "the choice is not complete");
  faults.unless(session.unavailable(session.variant()).empty(),
                "a variant runs that cannot run here");
  const CheckResult check = session.check();
  const bool planted = choice.workload == "toy" && choice.variant == "wrong";
  faults.unless(planted || check.verdict != Verdict::failed,
                "found wrong: " + check.failure + "; " +
                    to_command_line(session.workload(), choice));
  for (const Readout& readout : session.readouts())
    faults.unless(std::isfinite(readout.value), readout.id + " is no number");
}

}  // namespace

std::vector<std::string> faults_of_frame(const LiveLoop& loop) {
  const ui::Model& model = loop.model();
  Faults faults;
  faults.unless(model.workload && model.variant &&
                    model.choice.workload == model.workload->info().name &&
                    model.choice.variant == model.variant->name,
                "the panels name another variant than they show");
  const auto running = [](const ui::VariantEntry& variant) { return variant.running; };
  faults.unless(std::ranges::count_if(model.variants, running) == 1, "not just one variant runs");
  for (const ui::VariantEntry& variant : model.variants)
    faults.unless(!variant.running || variant.info == model.variant,
                  "the table marks another variant");
  const bool from_source = loop.session().executor_of(*model.variant) == Executor::emulator;
  look_for_untrue_times(model, from_source, faults);
  faults.unless(std::isfinite(model.time) && model.steps >= 0 && std::isfinite(model.step.median),
                "a number of the run is none");
  for (const Notice& notice : model.notices)
    faults.unless(!notice.text.empty(), "a notice says nothing");
  return std::move(faults).found();
}

std::vector<std::string> faults_at_rest(LiveLoop& loop) {
  Faults faults;
  // A measurement that goes through settings changes the choice from frame to frame.
  if (!loop.sweep().running() && !loop.comparison().visiting()) {
    look_at_choice(loop, faults);
    look_at_history(loop, faults);
  }
  look_at_layout(faults);
  return std::move(faults).found();
}

}  // namespace livewarp
