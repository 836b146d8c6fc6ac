// What is said of the number in the readout: whether it is right, and what its samples are worth.
#include <string>

#include "ui/frame/frame.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

std::string shared_text(const Model& model) {
  const std::string renderer = model.gl_renderer.substr(0, model.gl_renderer.find(" ("));
  return "This OpenGL (" + renderer +
         ") draws on the cores that the variant computes on: a live time can be twice the "
         "bench's. B measures without drawing.";
}

/// Says so of a verdict over enough samples.
void add_sharing(const Frame& frame, bool noisy, Mark& mark) {
  const CheckResult& check = frame.model.check;
  mark.hover = (mark.hover.empty() ? mark.detail : mark.hover) + "\n" + shared_text(frame.model);
  const std::string before = noisy ? "verified" : check.error > 0 ? error_words(check) : "";
  mark.detail = before.empty() ? "cores shared with drawing" : before + middle_dot + "cores shared";
}

}  // namespace

bool cores_are_shared(const Model& model) {
  return model.drawn_by_cpu && model.variant && model.variant->backend == Backend::cpu;
}

bool few_samples(const Frame& frame) {
  return frame.numbers.step.count < std::size_t(frame.model.wanted_samples);
}

Mark readout_badge(const Frame& frame) {
  const Tokens& tokens = frame.look.tokens;
  const CheckResult& check = frame.model.check;
  const Summary& step = frame.numbers.step;
  Mark mark = mark_of(frame.look, check, frame.model.check_progress);
  if (mark.moving) frame.result.animating = true;
  if (!check.ok()) return mark;
  if (few_samples(frame)) {
    mark.icon = Icon::tick_hollow;
    mark.color = tokens.muted;
    mark.detail = std::to_string(step.count) + " of " + std::to_string(frame.model.wanted_samples) +
                  " samples";
    return mark;
  }
  const bool noisy = step.spread > noisy_from;
  if (noisy) {
    mark.icon = Icon::warn;
    mark.color = tokens.warn;
    // How many times over matters to nobody; the hover text of the samples has it.
    mark.text = "noisy, spread " + (step.spread > 1 ? "over 100 %" : percent(step.spread, 1));
    mark.detail = "verified" + std::string(middle_dot) + error_words(check);
  }
  if (cores_are_shared(frame.model)) add_sharing(frame, noisy, mark);
  return mark;
}

}  // namespace livewarp::ui
