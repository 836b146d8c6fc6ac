#include "app/explain/traffic_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/explain/traffic_words.h"
#include "app/telemetry/json_number.h"

namespace livewarp {

namespace {

constexpr std::size_t text_width = 100, text_indent = 4;

/// A reason, and what it is the reason of: "counted: the lens counts CUDA variants alone (scalar)".
struct Missing {
  std::string label, reason;
  std::vector<std::string> variants;
};

std::vector<Missing> missing_of(const std::vector<ui::TrafficView>& views) {
  std::vector<Missing> all;
  for (const ui::TrafficView& view : views)
    for (const ui::TrafficStage& stage : view.stages) {
      if (stage.known()) continue;
      auto found = std::ranges::find_if(all, [&](const Missing& each) {
        return each.label == stage.label && each.reason == stage.absent;
      });
      if (found == all.end()) found = all.insert(all.end(), {stage.label, stage.absent, {}});
      found->variants.push_back(view.choice.variant);
    }
  return all;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() > most) return std::to_string(names.size()) + " variants";
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Json stage_json(const ui::TrafficStage& stage) {
  const auto known = [&](double value) { return value > 0 ? json_number(value) : Json(); };
  const char* const unit = stage.kind == ui::StageKind::operations ? "FLOP"
                           : stage.kind == ui::StageKind::time     ? "ms"
                                                                   : "B";
  return {{"id", stage.id},
          {"origin", name_of(stage.origin)},
          {"amount", stage.known() ? json_number(stage.amount) : Json()},
          {"unit", unit},
          {"to_next", known(stage.to_next)},
          {"roof", stage.roof.empty() ? Json() : Json(stage.roof)},
          {"ms_at_roof", stage.kind == ui::StageKind::time ? Json() : known(stage.ms)},
          {"share_of_time", stage.kind == ui::StageKind::time ? Json() : known(stage.share)},
          {"binds", stage.binds},
          {"absent", stage.known() ? Json() : Json(stage.absent)}};
}

}  // namespace

std::string traffic_text(const std::vector<ui::TrafficView>& views) {
  const std::string indent(text_indent, ' ');
  std::string text;
  for (const ui::TrafficView& view : views)
    text += fmt::format("{}\n{}{}\n{}{}\n", view.choice.variant, indent,
                        wrapped(traffic_line(view), text_width, text_indent), indent,
                        wrapped(view.sentence, text_width, text_indent));
  const std::vector<Missing> all = missing_of(views);
  if (!all.empty()) text += "\n";
  for (const Missing& each : all)
    text +=
        wrapped(each.label + ": " + each.reason +
                    (each.variants.size() < views.size() ? " (" + listed(each.variants) + ")" : ""),
                text_width, text_indent) +
        "\n";
  return text;
}

Json to_json(const ui::TrafficView& view) {
  Json json{{"variant", view.choice.variant},
            {"launch", to_json(view.choice.launch)},
            {"problem", to_json(view.choice.problem)},
            {"pace", view.pace.empty() ? Json() : Json(view.pace)},
            {"sentence", view.sentence},
            {"stages", Json::array()}};
  for (const ui::TrafficStage& stage : view.stages) json["stages"].push_back(stage_json(stage));
  return json;
}

}  // namespace livewarp
