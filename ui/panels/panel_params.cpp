#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/base/text.h"
#include "kernels/core/decomposition/decomposition.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

struct Control {
  const Param& param;
  bool axis;
  const Value& value;
  bool enabled() const { return param.reason.empty(); }
};

void set(Frame& frame, const Control& control, Value value) {
  Choice& choice = control.axis ? frame.setting() : frame.wanted;
  set_value(choice, control.param, control.axis, std::move(value));
}

constexpr double place_line = 1.2;  // em

float field_width() { return std::max(ImGui::GetContentRegionAvail().x, 1.0f); }

std::string range_of(const Param& param) {
  const bool number = param.kind == ParamKind::integer || param.kind == ParamKind::real;
  if (!number || !param.options.empty()) return {};
  std::string text = with_minus(shortest(param.min)) + " \u2026 ";
  text += param.kind == ParamKind::integer ? grouped(std::llround(param.max))
                                           : with_minus(shortest(param.max));
  if (!param.unit.empty()) text += " " + param.unit;
  return text + (param.log_scale ? ", logarithmic" : "");
}

/// What is said of a parameter, with the value that is set now; empty `value`: options complete it.
Help help_of(const Param& param, const std::string& value) {
  Help about{.name = param.label,
             .text = param.help,
             .range = range_of(param),
             .option = "--" + param.id + (value.empty() ? "" : " " + value),
             .reason = param.reason};
  return about;
}

void put_label(Frame& frame, const Control& control) {
  const LabelSpec spec{.text = control.param.label,
                       .changed = control.value != control.param.default_value,
                       .greyed = !control.enabled()};
  Help about = help_of(control.param, to_text(control.value));
  if (spec.changed) about.text += " Right click restores the default.";
  if (label(frame.look, control.param.id.c_str(), spec, about) && control.enabled())
    set(frame, control, control.param.default_value);
}

double number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return 0;
}

Value typed_value(const Param& param, double number) {
  if (param.kind == ParamKind::integer) return std::int64_t(std::llround(number));
  return number;
}

std::string shown(const Param& param, double number) {
  return with_minus(param.kind == ParamKind::integer ? grouped(std::llround(number))
                                                     : shortest(number));
}

/// A value that is dragged stays with the mouse; whole numbers count when let go, since they mostly
/// make a new problem, others a few times a second.
void number(Frame& frame, const Control& control, float width) {
  const Param& param = control.param;
  State& state = frame.state;
  const bool dragged = state.edit && state.edit->param == param.id;
  double value = dragged ? state.edit->value : number_of(control.value);
  const std::string text = shown(param, value);
  const FieldChange change = number_field(frame.look, param.id.c_str(), value,
                                          {.min = param.min,
                                           .max = param.max,
                                           .logarithmic = param.log_scale,
                                           .integer = param.kind == ParamKind::integer,
                                           .enabled = control.enabled(),
                                           .shown = text,
                                           .unit = param.unit},
                                          width);
  help(frame.look, help_of(param, to_text(control.value)));
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                    !ImGui::GetIO().WantTextInput;
  if (change.edited && held) {
    if (!dragged) state.edit = State::Edit{param.id, value, frame.now};
    state.edit->value = tidy(param, value);
    const bool live = param.kind == ParamKind::real && param.group != ParamGroup::start;
    if (live && frame.now - state.edit->sent_at >= State::live_seconds) {
      set(frame, control, typed_value(param, state.edit->value));
      state.edit->sent_at = frame.now;
    }
  } else if (change.edited) {  // typed: exactly as written
    set(frame, control, typed_value(param, std::clamp(value, param.min, param.max)));
  }
  if (dragged && !held) {
    set(frame, control, typed_value(param, state.edit->value));
    state.edit.reset();
  }
}

/// Whole numbers over a logarithmic range: halves and doubles beside the field.
void stepped_number(Frame& frame, const Control& control) {
  const Look& look = frame.look;
  const float side = look.length(metrics.hit), space = look.length(0.2);
  const std::string id = control.param.id;
  const auto step = [&](const char* name, Icon icon, int direction) {
    const auto next = scaled(control.param, control.value, direction);
    ImGui::PushID(id.c_str());
    const bool clicked = button(look, name,
                                {.icon = icon,
                                 .enabled = control.enabled() && next.has_value(),
                                 .quiet = false,
                                 .width = metrics.hit});
    Help about = help_of(control.param, to_text(next ? *next : control.value));
    about.name += direction < 0 ? ", halved" : ", doubled";
    help(look, about);
    ImGui::PopID();
    if (clicked) set(frame, control, *next);
  };
  step(ids::half, Icon::minus, -1);
  ImGui::SameLine(0, space);
  number(frame, control, field_width() - side - space);
  ImGui::SameLine(0, space);
  step(ids::twice, Icon::plus, +1);
}

void choice_of(Frame& frame, const Control& control) {
  const Param& param = control.param;
  const int current = option_index(param.options, to_text(control.value));
  std::vector<Option> options = param.options;
  if (!control.enabled())
    for (Option& option : options) option.reason = param.reason;
  const float width = field_width();
  const Help about = help_of(param, {});
  const auto chosen = segments_fit(frame.look, options, width) && options.size() <= 6
                          ? segmented(frame.look, param.id.c_str(), options, current, width, about)
                          : dropdown(frame.look, param.id.c_str(), options, current, width, about);
  if (chosen) set(frame, control, parse_value(param, options[std::size_t(*chosen)].id));
}

/// Why a named file cannot be opened, below its field.
void trouble_lines(const Look& look, const std::string& trouble) {
  constexpr double line_height = 1.2;
  const float indent = look.length(1.3);
  const std::vector<std::string> lines = wrapped(look, Type::body, trouble, field_width() - indent);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) gap(look, 0);
    Box box = take(look, 0, line_height);
    if (i == 0) put_icon(look, Icon::cross, look.tokens.error, box, Align::left, 0.9);
    box.x0 += indent;
    put(look, Type::body, look.tokens.text, box, lines[i]);
  }
}

/// The button that looks for a file, below its field, and the other way to bring one.
void browse_row(Frame& frame, const Control& control, const std::string& shown) {
  const Look& look = frame.look;
  const Param& param = control.param;
  const ButtonSpec browse{.label = "Browse\u2026",
                          .enabled = control.enabled() && frame.model.browse_reason.empty(),
                          .quiet = false};
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.length(metrics.label));
  const float rest = field_width() - button_width(look, browse);
  ImGui::PushID(param.id.c_str());
  if (button(look, ids::browse, browse)) frame.result.files.push_back({param.id, shown, true});
  Help about = help_of(param, "FILE");
  if (about.reason.empty()) about.reason = frame.model.browse_reason;
  help(look, about);
  ImGui::PopID();
  const std::string_view drop = "or drop it";
  if (text_width(look, Type::body, drop) + look.length(metrics.spacing_x) > rest) return;
  same_line(look);
  put(look, Type::body, look.tokens.muted, take(look, 0, metrics.hit), drop);
}

/// The path of a file, to type or to look for. It is not put into the choice: whether it can be
/// opened is found out first.
void file_of(Frame& frame, const Control& control) {
  const Look& look = frame.look;
  const Param& param = control.param;
  State& state = frame.state;
  const auto named = frame.model.files.find(param.id);
  const bool other = named != frame.model.files.end();
  const std::string shown = other ? named->second.path : to_text(control.value);
  const std::string trouble = other ? named->second.trouble : std::string();
  const bool typed = state.typing && state.typing->param == param.id;
  std::string text = typed ? state.typing->text : shown;
  const bool typing = path_field(look, param.id.c_str(), text,
                                 {.empty = param.file ? param.file->without : "",
                                  .enabled = control.enabled(),
                                  .wrong = !trouble.empty()},
                                 field_width());
  Help about = help_of(param, "FILE");
  about.range = text;  // the whole path: the field shows its end
  help(look, about);
  if (typing) state.typing = State::Typing{param.id, text};
  if (typed && !typing) {
    if (text != shown) frame.result.files.push_back({param.id, text});
    state.typing.reset();
  }
  if (!trouble.empty() && !typing) trouble_lines(look, trouble);
  browse_row(frame, control, shown);
  // What is new to say must be seen, wherever the panel is scrolled.
  if (trouble != state.trouble && !trouble.empty()) bring_into_view();
  state.trouble = trouble;
}

void parameter(Frame& frame, const Param& param, bool axis) {
  const Choice& choice = axis ? frame.setting() : frame.wanted;
  const Control control{param, axis, value_of(choice, param, axis)};
  if (axis && param.id == ids::block) return block_control(frame, param);
  put_label(frame, control);
  switch (param.kind) {
  case ParamKind::toggle: {
    const bool* on = std::get_if<bool>(&control.value);
    if (toggle(frame.look, param.id.c_str(), on && *on, control.enabled()))
      set(frame, control, !(on && *on));
    help(frame.look, help_of(param, on && *on ? "true" : "false"));
    return;
  }
  case ParamKind::choice: return choice_of(frame, control);
  case ParamKind::integer:
    if (!param.options.empty()) return choice_of(frame, control);
    if (param.log_scale) return stepped_number(frame, control);
    return number(frame, control, field_width());
  case ParamKind::real: return number(frame, control, field_width());
  case ParamKind::file: return file_of(frame, control);
  }
}

/// Whether the picture shows who computes what.
void parts_tint(Frame& frame) {
  const Help about{.name = "Tint",
                   .text = "Colours the picture by the part that computes it.",
                   .only_here = true};
  label(frame.look, ids::tint_parts, {.text = "Tint"}, about);
  bool& on = frame.state.tint_parts;
  if (toggle(frame.look, ids::tint_parts, on, true)) on = !on;
  help(frame.look, about);
  std::string places;
  for (const PlacedPart& part : frame.model.parts)
    places += (places.empty() ? "" : middle_dot) + part.place;
  for (const std::string& line : wrapped(frame.look, Type::caption, places, rest_of_line()))
    put(frame.look, Type::caption, frame.look.tokens.muted, take(frame.look, 0, place_line), line);
}

}  // namespace

void parameters(Frame& frame, ParamGroup group) {
  for (const Param& param : frame.model.params)
    if (param.group == group) parameter(frame, param, false);
}

void axes(Frame& frame) {
  for (const Param& param : frame.axes())
    if (!param.aside) parameter(frame, param, true);
}

void parts(Frame& frame) {
  const bool divided = decomposition_of(frame.setting().launch).parts > 1;
  for (const char* const id : {parts_axis_id, exchange_axis_id, overlap_axis_id})
    if (const Param* const axis = find_param(frame.axes(), id);
        axis && (id == parts_axis_id || divided))
      parameter(frame, *axis, true);
  if (!divided || frame.studied) return;
  parts_tint(frame);
  frame.result.parts_tint.reset();
  if (frame.state.tint_parts) frame.result.parts_tint = frame.look.tokens.hues;
}

}  // namespace livewarp::ui
