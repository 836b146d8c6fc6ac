#include "ui/frame/command_palette.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "ui/frame/actions.h"
#include "ui/frame/block_chart.h"
#include "ui/frame/frame.h"
#include "ui/frame/palette_subjects.h"
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

/// What is no preset may be a shape that the kernel takes; said to be none where nothing else fits.
template <class Add>
void add_typed_block(const Param& block, const std::string& typed,
                     const std::vector<PaletteEntry>& found, const Add& add) {
  const TypedBlock shape = typed_block(block, typed);
  const bool known = shape.value && option_index(block.options, *shape.value) >= 0;
  if (known || (!shape.value && !found.empty())) return;
  if (shape.value)
    add(*shape.value, *shape.value, "");
  else if (typed.find_first_of("0123456789") != std::string::npos)
    add(typed, typed, shape.trouble);
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
  if (subject.block && !typed.empty()) add_typed_block(*subject.block, typed, entries, add);
  if (entries.empty())
    entries.push_back(
        {subject.id + " ", subject.label, "", subject.label + ": " + offered(subject)});
  return entries;
}

/// Of a line "name value", or "name: value", what stands behind the name.
std::optional<std::string_view> value_behind(std::string name, std::string_view line) {
  if (line.starts_with(name + ": ")) name += ':';
  if (!line.starts_with(name + " ")) return {};
  const std::string_view value = line.substr(name.size() + 1);
  return value.substr(0, value.find_last_not_of(' ') + 1);
}

/// A setting that the running variant lacks and another one has: said, or studied where that one
/// cannot run.
PaletteEntry of_another_variant(const Model& model, const VariantEntry& other,
                                const std::string& id, const std::string& label) {
  const std::string title = other.info->title;
  if (other.reason.empty())
    return {id, label, "",
            model.variant->title + " has no setting " + label + "; " + title + " has"};
  PaletteEntry entry{"variant " + other.info->name, label, "of " + title, ""};
  entry.study = other.info->name;
  entry.why = other.reason;
  return entry;
}

std::vector<PaletteEntry> axis_of_another_variant(const Model& model, std::string_view line) {
  const auto is_typed = [&](const std::string& name) {
    return line == name || line.starts_with(name + " ");
  };
  if (!model.variant) return {};
  for (const VariantEntry& variant : model.variants) {
    for (const Param& axis : variant.info->axes)
      if (is_typed(axis.id) || is_typed(lower(axis.label)))
        return {of_another_variant(model, variant, axis.id, axis.label)};
    if (variant.info->memory_modes.size() > 1 && (is_typed("memory") || is_typed("memory mode")))
      return {of_another_variant(model, variant, "memory", "Memory mode")};
  }
  return {};
}

/// Values whose name or title holds what was typed, without the setting's own before it.
std::vector<PaletteEntry> values_called(const Subject& subject, const std::string& line) {
  constexpr std::size_t telling = 3;  // characters
  if (line.size() < telling) return {};
  std::vector<PaletteEntry> entries = values_of(subject, line);
  std::erase_if(entries, [](const PaletteEntry& entry) { return !entry.complete(); });
  return entries;
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

/// What saves the present choice under the name that is typed.
PaletteEntry saved_preset(std::string_view typed) {
  PaletteEntry entry{std::string(typed), "Save preset", "a name", ""};
  entry.preset = typed.substr(std::string_view(save_preset_words).size());
  if (!entry.preset.empty()) entry.note = entry.preset;
  return entry;
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
                                          const Choice& now, Theme theme, std::string_view typed,
                                          const PaletteStudy* study) {
  const std::vector<Subject> subjects = palette_subjects(model, remembered, now, theme, study);
  typed = typed.substr(std::min(typed.find_first_not_of(' '), typed.size()));
  const std::string line = lower(typed);
  if (line.starts_with(save_preset_words)) return {saved_preset(typed)};
  bool of_names = false;
  std::vector<PaletteEntry> entries = settings_of(subjects, line, of_names);
  // A file may be called as a number is: what cannot be one is a path.
  const std::vector<PaletteEntry> files = files_of(model, typed, of_names);
  if (!files.empty() && !of_names)
    std::erase_if(entries, [](const PaletteEntry& entry) { return !entry.reason.empty(); });
  entries.insert(entries.end(), files.begin(), files.end());
  if (of_names)
    for (const Subject& subject : subjects)
      if (subject.id == "variant" || subject.id == "exercise" || subject.id == "fault")
        std::ranges::move(values_called(subject, line), std::back_inserter(entries));
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
