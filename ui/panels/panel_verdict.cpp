// What the readout says about A, the pinned setting.
#include <imgui.h>

#include <algorithm>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/comparison_text.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/verdict.h"

namespace livewarp::ui {

namespace {

struct Said {
  std::string text, hover;
  Type type = Type::caption;
  bool strong = false;
};

Said said_of(const Frame& frame) {
  const Pinned& a = *frame.numbers.pinned;
  const std::string name = "A is " + a.title;
  if (!a.elsewhere.empty())
    return {a.elsewhere, name + ". Times of different problems cannot be compared."};
  if (!a.ratio)
    return {a.live.count == 0 ? "A is not measured yet" : "A " + time_text(a.live.median), name};
  const ComparisonText comparison = comparison_of(*a.ratio);
  const std::string hover = name + middle_dot + comparison.hover;
  std::string text = comparison.verdict;
  if (!comparison.sure)
    return {(a.runs ? "this is A" + std::string(middle_dot) : "") + text, hover};
  std::string before;
  if (a.runs) {  // against its own times of before: the machine has changed, not the setting
    text.resize(text.rfind(" than A"));
    before = "A" + std::string(middle_dot) + "now ";
  }
  // An interval of medians knows nothing of a machine that does other things now and then.
  if (frame.numbers.step.spread > noisy_from || a.live.spread > noisy_from)
    return {before + "about " + text, hover + middle_dot + "the samples are noisy"};
  return {before + text, hover, Type::body, true};
}

/// At the right end of the box; where it begins.
float put_said(const Frame& frame, const Box& box, const Said& said) {
  const Look& look = frame.look;
  const float width = std::min(text_width(look, said.type, said.text) + look.px, box.width());
  const Box right = box.right_part(width);
  put(look, said.type, said.strong ? look.tokens.text : look.tokens.muted, right, said.text,
      Align::right);
  hover_text(look, right, said.hover);
  return right.x0;
}

}  // namespace

const Summary* baseline_of(const Frame& frame) {
  const auto& a = frame.numbers.pinned;
  return a && a->elsewhere.empty() && a->live.count > 0 ? &a->live : nullptr;
}

void put_baseline(const Frame& frame, const Box& box, const Box& bar, float last) {
  const Summary* a = baseline_of(frame);
  if (!a) return;
  const Look& look = frame.look;
  const float at = put_baseline(look, bar, *a, frame.state.readout_axis);
  const std::string text = "A " + time_text(a->median);
  const float width = text_width(look, Type::number_caption, text) + look.px;
  const float first = box.x0 + look.length(1), end = last - look.length(0.4) - width;
  if (end < first) return;
  Box value = box;
  value.x0 = std::clamp(at - width / 2, first, end);
  value.x1 = value.x0 + width;
  put_on_baseline(look, Type::number_caption, look.tokens.text, value, text, Type::big);
}

float put_large_verdict(const Frame& frame, const Box& box) {
  if (!frame.numbers.pinned) return box.x1;
  Said said = said_of(frame);
  said.type = Type::name;
  return put_said(frame, box, said);
}

float put_verdict(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const auto& a = frame.numbers.pinned;
  if (!a) {
    const Said hint{"P pins this as A", "Other settings are then compared with this one."};
    return text_width(look, hint.type, hint.text) < box.width() ? put_said(frame, box, hint)
                                                                : box.x1;
  }
  Box rest = box;
  const bool measurable = !a->elsewhere.empty() && a->same_workload && !frame.model.job;
  const ButtonSpec here{.label = "Measure A here", .quiet = false, .height = 1.2};
  const float side = button_width(look, here);
  if (measurable && side < rest.width()) {
    ImGui::SetCursorScreenPos({rest.x1 - side, rest.y0});
    action_button(frame, ids::measure_a_here, here);
    rest.x1 -= side + look.length(0.5);
  }
  return put_said(frame, rest, said_of(frame));
}

}  // namespace livewarp::ui
