#include "ui/frame/command_palette.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = char(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// 2: it begins with it, 1: it holds it, 0: neither. All lower case.
int fit(const std::string& text, const std::string& typed) {
  return text.starts_with(typed) ? 2 : int(text.find(typed) != std::string::npos);
}

/// Something that has a name and a value.
struct Subject {
  std::string id, label, now;
  std::vector<Option> options = {};
  const Param* number = nullptr;  ///< instead of options
  std::string reason = {};
  /// Makes an entry complete, from the id of an option or the text of a number. May throw `Error`.
  std::function<void(PaletteEntry&, const std::string&)> choose;
};

Subject subject_of(const Param& param, bool axis, const Choice& now) {
  const Value& value = value_of(now, param, axis);
  std::string now_text = value_text(param, value);
  if (param.options.empty() && !param.unit.empty()) now_text += " " + param.unit;
  Subject subject{param.id, param.label, now_text, param.options};
  subject.reason = param.reason;
  if (param.kind == ParamKind::toggle)
    subject.options = {{"on", "on", {}}, {"off", "off", {}}};
  else if (param.options.empty())
    subject.number = &param;
  subject.choose = [&param, axis, now](PaletteEntry& entry, const std::string& text) {
    entry.choice = now;
    set_value(*entry.choice, param, axis, parse_value(param, text));
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
    subject.options.push_back({variant.info->name, variant.info->title, variant.reason});
  subject.choose = [&model, &remembered, now](PaletteEntry& entry, const std::string& text) {
    for (const VariantEntry& variant : model.variants)
      if (variant.info->name == text && model.variant)
        entry.choice = remembered.with_variant(now, model.variant->backend, *variant.info);
  };
  return subject;
}

std::vector<Subject> subjects_of(const Model& model, const Remembered& remembered,
                                 const Choice& now, Theme theme) {
  std::vector<Subject> all{variant_subject(model, remembered, now)};
  for (const Param& param : model.axes) all.push_back(subject_of(param, true, now));
  for (const Param& param : model.params)
    if (param.kind != ParamKind::file) all.push_back(subject_of(param, false, now));
  if (model.memory_modes.size() > 1)
    all.push_back({"memory", "Memory mode", std::string(label_of(now.memory)), model.memory_modes,
                   nullptr, "", [now](PaletteEntry& entry, const std::string& text) {
                     entry.choice = now;
                     entry.choice->memory = parse_memory(text);
                   }});
  if (model.display_paths.size() > 1)
    all.push_back({"display", "Display path", std::string(label_of(now.display)),
                   model.display_paths, nullptr, "",
                   [now](PaletteEntry& entry, const std::string& text) {
                     entry.choice = now;
                     entry.choice->display = parse_display(text);
                   }});
  all.push_back(workload_subject(model, now));
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

std::string range_of(const Param& param) {
  const bool whole = param.kind == ParamKind::integer;
  std::string text = with_minus(shortest(param.min)) + " \u2026 " +
                     (whole ? grouped(std::llround(param.max)) : with_minus(shortest(param.max)));
  return param.unit.empty() ? text : text + " " + param.unit;
}

/// "Lanczos-3, bilinear": what there is to choose.
std::string offered(const Subject& subject) {
  std::vector<std::string> labels;
  for (const Option& option : subject.options) labels.push_back(option.label);
  return joined(labels);
}

/// The values of one setting that fit to what was typed of them.
std::vector<PaletteEntry> values_of(const Subject& subject, const std::string& typed) {
  std::vector<PaletteEntry> entries;
  const auto add = [&](const std::string& id, const std::string& label, std::string reason) {
    PaletteEntry entry{subject.id + " " + id, subject.label, label, std::move(reason)};
    if (!subject.reason.empty()) entry.reason = subject.reason;
    try {
      if (entry.reason.empty()) subject.choose(entry, id);
    } catch (const Error& error) {
      entry.reason = error.what();
    }
    entries.push_back(std::move(entry));
  };
  if (subject.number) {
    if (typed.empty())
      entries.push_back(
          {subject.id + " ", subject.label, range_of(*subject.number), subject.reason});
    else
      add(typed, typed, "");
    return entries;
  }
  for (const int wanted : {2, 1})
    for (const Option& option : subject.options)
      if (std::max(fit(lower(option.id), typed), fit(lower(option.label), typed)) == wanted)
        add(option.id, option.label, option.reason);
  if (entries.empty())
    entries.push_back(
        {subject.id + " ", subject.label, "", subject.label + ": " + offered(subject)});
  return entries;
}

/// Of a line "name value" what stands behind the name.
std::optional<std::string_view> value_behind(const std::string& name, std::string_view line) {
  if (!line.starts_with(name + " ")) return {};
  const std::string_view value = line.substr(name.size() + 1);
  return value.substr(0, value.find_last_not_of(' ') + 1);
}

/// A setting that the running variant lacks and another one has.
std::vector<PaletteEntry> axis_of_another_variant(const Model& model, std::string_view line) {
  for (const VariantEntry& variant : model.variants)
    for (const Param& axis : variant.info->axes)
      for (const std::string& name : {axis.id, lower(axis.label)})
        if (model.variant && (line == name || line.starts_with(name + " ")))
          return {{axis.id, axis.label, "",
                   model.variant->title + " has no setting " + axis.label + "; " +
                       variant.info->title + " has"}};
  return {};
}

/// Files whose name or label the line begins with; a path keeps its capital letters. `begun`: also
/// such as fit to what was typed of the name.
std::vector<PaletteEntry> files_of(const Model& model, std::string_view typed, bool begun) {
  const std::string line = lower(typed);
  std::vector<PaletteEntry> entries;
  for (const Param& param : model.params) {
    if (param.kind != ParamKind::file) continue;
    const std::string label = lower(param.label);
    std::optional<std::string_view> path;
    for (const std::string& name : {param.id, label})
      if (!path && line.starts_with(name + " "))
        path = value_behind(line.substr(0, name.size()), typed);
    PaletteEntry entry{param.id + " ", param.label, "path of a file", param.reason};
    if (path && !path->empty()) {
      entry.text += *path;
      entry.note = *path;
      if (param.reason.empty()) entry.file = FileRequest{param.id, std::string(*path)};
    }
    if (path || (begun && std::max(fit(param.id, line), fit(label, line)) > 0))
      entries.push_back(std::move(entry));
  }
  return entries;
}

/// `of_names`: names that fit, not values of one.
std::vector<PaletteEntry> settings_of(const std::vector<Subject>& subjects, const std::string& line,
                                      bool& of_names) {
  of_names = false;
  for (const auto& name_of : {&Subject::id, &Subject::label})
    for (const Subject& subject : subjects)
      if (const auto value = value_behind(lower(subject.*name_of), line))
        return values_of(subject, std::string(*value));
  of_names = true;
  std::vector<PaletteEntry> entries;
  for (const int wanted : {2, 1})
    for (const Subject& subject : subjects)
      if (std::max(fit(subject.id, line), fit(lower(subject.label), line)) == wanted)
        entries.push_back({subject.id + " ", subject.label, subject.now, subject.reason});
  return entries;
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const Model& model, const Remembered& remembered,
                                          const Choice& now, Theme theme, std::string_view typed) {
  const std::vector<Subject> subjects = subjects_of(model, remembered, now, theme);
  typed = typed.substr(std::min(typed.find_first_not_of(' '), typed.size()));
  const std::string line = lower(typed);
  bool of_names = false;
  std::vector<PaletteEntry> entries = settings_of(subjects, line, of_names);
  // A file may be called as a number is: what cannot be one is a path.
  const std::vector<PaletteEntry> files = files_of(model, typed, of_names);
  if (!files.empty() && !of_names)
    std::erase_if(entries, [](const PaletteEntry& entry) { return !entry.reason.empty(); });
  entries.insert(entries.end(), files.begin(), files.end());
  return entries.empty() ? axis_of_another_variant(model, line) : entries;
}

std::vector<PaletteEntry> action_entries(const Frame& frame, std::string_view typed) {
  typed = typed.substr(std::min(typed.find_first_not_of(' '), typed.size()));
  std::vector<PaletteEntry> entries;
  if (typed.empty()) return entries;
  const std::string line = lower(typed);
  for (const int wanted : {3, 2, 1})  // the whole label, its beginning, a part
    for (const Action& action : frame.actions) {
      const std::string label = lower(action.label);
      const int found =
          label == line ? 3 : std::max(fit(label, line), fit(lower(action.line.text), line));
      if (action.only_by_key() || found != wanted) continue;
      const std::string reason = why_not(frame, action);
      entries.push_back({action.label, action.label, action.key(frame),
                         reason.empty() ? "" : action.label + (": " + reason)});
      entries.back().action = &action;
    }
  return entries;
}

}  // namespace livewarp::ui
