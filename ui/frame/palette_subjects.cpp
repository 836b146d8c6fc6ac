// What the line "/" can set, each with its values.
#include "ui/frame/palette_subjects.h"

#include <optional>

namespace livewarp::ui {

namespace {

/// Which choice of an entry is changed: the one that runs, or the studied one.
using Changed = std::optional<Choice> PaletteEntry::*;

Subject subject_of(const Param& param, bool axis, const Choice& now, Changed member) {
  const Value& value = value_of(now, param, axis);
  std::string now_text = value_text(param, value);
  if (param.options.empty() && !param.unit.empty()) now_text += " " + param.unit;
  Subject subject{param.id, param.label, now_text, param.options};
  subject.reason = param.reason;
  if (param.block) subject.block = &param;
  if (param.kind == ParamKind::toggle)
    subject.options = {{"on", "on", {}}, {"off", "off", {}}};
  else if (param.options.empty())
    subject.number = &param;
  subject.choose = [&param, axis, now, member](PaletteEntry& entry, const std::string& text) {
    entry.*member = now;
    set_value(*(entry.*member), param, axis, parse_value(param, text));
  };
  return subject;
}

Subject workload_subject(const Model& model, const Choice& now) {
  Subject subject{"workload", "Workload", now.workload};
  for (const WorkloadTab& tab : model.workloads)
    subject.options.push_back({tab.name, tab.title, {}});
  subject.choose = [&model](PaletteEntry& entry, const std::string& text) {
    for (const WorkloadTab& tab : model.workloads)
      if (tab.name == text) entry.choice = tab.choice;
  };
  return subject;
}

Subject variant_subject(const Model& model, const Remembered& remembered, const Choice& now) {
  Subject subject{"variant", "Variant", model.variant ? model.variant->title : now.variant};
  for (const VariantEntry& variant : model.variants)
    subject.options.push_back({variant.info->name, variant.info->title, {}});
  subject.choose = [&model, &remembered, now](PaletteEntry& entry, const std::string& text) {
    for (const VariantEntry& variant : model.variants) {
      if (variant.info->name != text || !model.variant) continue;
      entry.study = variant.reason.empty() ? "" : variant.info->name;
      entry.why = variant.reason;
      if (variant.reason.empty())
        entry.choice = remembered.with_variant(now, model.variant->backend, *variant.info);
    }
  };
  return subject;
}

/// The running workload's and the user's own, by their names.
Subject preset_subject(const Model& model) {
  Subject subject{"preset", "Preset", "named choices"};
  for (const PresetEntry& preset : *model.presets)
    if (preset.own || preset.choice.workload == model.choice.workload)
      subject.options.push_back({preset.name, preset.name, preset.reason});
  subject.choose = [&model](PaletteEntry& entry, const std::string& text) {
    for (const PresetEntry& preset : *model.presets)
      if (preset.name == text && (preset.own || preset.choice.workload == model.choice.workload))
        entry.choice = preset.choice;
  };
  return subject;
}

/// By name or title.
Subject exercise_subject(const Model& model) {
  const ExerciseView* const open = model.edit ? model.edit->exercise.get() : nullptr;
  Subject subject{"exercise", "Exercise", open ? open->title : "a kernel with a gap, to be filled"};
  for (const ExerciseOffer& offer : *model.exercises)
    subject.options.push_back({offer.name, offer.title, {}});
  subject.choose = [](PaletteEntry& entry, const std::string& text) { entry.exercise = text; };
  return subject;
}

/// By name or title.
Subject fault_subject(const FaultsView& faults) {
  Subject subject{"fault", "Fault", "planted into a kernel, and found"};
  for (const FaultOffer& offer : faults.offers)
    subject.options.push_back({offer.name, offer.title, {}});
  subject.choose = [](PaletteEntry& entry, const std::string& text) { entry.fault = text; };
  return subject;
}

/// By number or title.
Subject slide_subject(const LectureView& lecture) {
  Subject subject{"slide", "Slide", lecture.slides[std::size_t(lecture.slide)]};
  int number = 0;
  for (const std::string& title : lecture.slides) {
    const std::string shown = std::to_string(++number);
    subject.options.push_back({shown, shown + "  " + title, {}});
  }
  subject.choose = [](PaletteEntry& entry, const std::string& text) {
    entry.slide = std::stoi(text) - 1;
  };
  return subject;
}

Subject memory_subject(const std::vector<Option>& modes, const Choice& now, Changed member) {
  return {"memory",
          "Memory mode",
          std::string(label_of(now.memory)),
          modes,
          nullptr,
          "",
          [now, member](PaletteEntry& entry, const std::string& text) {
            entry.*member = now;
            (entry.*member)->memory = parse_memory(text);
          }};
}

}  // namespace

std::vector<Subject> palette_subjects(const Model& model, const Remembered& remembered,
                                      const Choice& now, Theme theme, const PaletteStudy* study) {
  std::vector<Subject> all{variant_subject(model, remembered, now)};
  const Choice& set = study ? study->choice : now;
  const Changed member = study ? &PaletteEntry::studied : &PaletteEntry::choice;
  for (const Param& param : study ? study->axes : model.axes)
    all.push_back(subject_of(param, true, set, member));
  for (const Param& param : model.params)
    if (param.kind != ParamKind::file)
      all.push_back(subject_of(param, false, now, &PaletteEntry::choice));
  if (const auto& modes = study ? study->memory_modes : model.memory_modes; modes.size() > 1)
    all.push_back(memory_subject(modes, set, member));
  if (model.display_paths.size() > 1)
    all.push_back({"display", "Display path", std::string(label_of(now.display)),
                   model.display_paths, nullptr, "",
                   [now](PaletteEntry& entry, const std::string& text) {
                     entry.choice = now;
                     entry.choice->display = parse_display(text);
                   }});
  all.push_back(workload_subject(model, now));
  if (model.presets && !model.presets->empty()) all.push_back(preset_subject(model));
  if (model.lecture) all.push_back(slide_subject(*model.lecture));
  if (model.exercises) all.push_back(exercise_subject(model));
  if (model.faults) all.push_back(fault_subject(*model.faults));
  all.push_back({"theme",
                 "Theme",
                 theme == Theme::dark ? "dark" : "light",
                 {{"dark", "dark", {}}, {"light", "light", {}}},
                 nullptr,
                 "",
                 [](PaletteEntry& entry, const std::string& text) {
                   entry.theme = text == "light" ? Theme::light : Theme::dark;
                 }});
  return all;
}

}  // namespace livewarp::ui
