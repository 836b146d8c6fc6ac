// The menu of a row of the variants table, and the variant as text.
#include <imgui.h>

#include "kernels/core/base/text.h"
#include "ui/frame/frame.h"
#include "ui/frame/menu.h"
#include "ui/model/comparison_text.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// "block 128, N 16,384, device".
std::string setting_text(const Frame& frame, const VariantEntry& variant) {
  std::vector<std::string> parts;
  const auto add = [&](const Param& param, const Values& values) {
    const auto value = values.find(param.id);
    if (value == values.end() || goes_without_saying(param, value->second)) return;
    const auto* whole = std::get_if<std::int64_t>(&value->second);
    std::string name = param.label;
    if (name.size() > 1) name[0] = char(std::tolower(static_cast<unsigned char>(name[0])));
    parts.push_back(name + " " + (whole ? grouped(*whole) : to_text(value->second)));
  };
  for (const Param& axis : variant.info->axes) add(axis, variant.choice.launch);
  for (const std::string& id : frame.model.workload->info().size_params)
    if (const Param* size = find_param(frame.model.params, id)) add(*size, variant.choice.problem);
  parts.emplace_back(label_of(variant.choice.memory));
  return joined(parts);
}

std::string markdown(const Frame& frame, const VariantEntry& variant) {
  const bool timed = variant.bench && variant.check.ok() && variant.bench->count > 0;
  const bool with_a = variant.times_a.has_value();
  std::string head = "| variant | setting | bench median | error |";
  std::string line = "|---|---|---:|---:|";
  std::string cells = "| " + variant.info->title + " | " + setting_text(frame, variant) + " | " +
                      (timed ? time_text(variant.bench->median) : missing) +
                      (timed && variant.partial ? " (partial)" : "") + " | " +
                      (variant.check.ok() ? scientific(variant.check.error, 2) : missing) + " |";
  if (with_a) {
    head += " \u00d7 A |";
    line += "---:|";
    cells += " " + comparison_of(*variant.times_a).cell + " |";
  }
  return head + "\n" + line + "\n" + cells + "\n";
}

}  // namespace

void copy_variant(Frame& frame, const VariantEntry& variant) {
  ImGui::SetClipboardText(markdown(frame, variant).c_str());
}

void variant_menu(Frame& frame) {
  if (!ImGui::BeginPopup(ids::variant_menu)) return;
  frame.subject = frame.variant(frame.state.variant_menu);
  if (!frame.subject) {
    ImGui::CloseCurrentPopup();
  } else {
    const ids::Scope scope(ids::variants);
    ImGui::PushID(ids::variant_menu);
    menu_sections(frame, {Menu::variant}, {.width = 15, .ticks = false});
    ImGui::PopID();
    frame.subject = nullptr;
  }
  ImGui::EndPopup();
}

}  // namespace livewarp::ui
