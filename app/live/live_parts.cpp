#include "app/live/live_parts.h"

#include <algorithm>

#include "app/live/tint_hues.h"

namespace livewarp {

void LiveParts::describe(const Session& session, const PictureSpec& picture, ui::Model& model) {
  if (session.choice() != choice_) {
    choice_ = session.choice();
    parts_ = session.workload().parts(choice_, session.executor());
  }
  model.parts = parts_;
  follow(picture);
}

/// Rows of a field, or bodies; of more elements none is made.
void LiveParts::follow(const PictureSpec& picture) {
  const bool field = picture.kind == PictureKind::field;
  const bool points = picture.kind == PictureKind::points;
  const bool wanted = hues_ && parts_.size() > 1 && (field || points);
  const std::int64_t rows = wanted ? parts_.back().rows.last : 0;
  const std::int64_t width = field ? picture.full_width : rows;
  const std::int64_t height = field ? rows : 1;
  if (!wanted || width * height > most_tinted_elements) {
    tinted_ = {};
    elements_ = {};
    return;
  }
  Tinted next{parts_, width, height};
  if (next == tinted_) return;
  tinted_ = std::move(next);
  elements_ = {.generation = ++tints_, .width = width, .height = height};
  elements_.elements.resize(std::size_t(width * height));
  const std::int64_t row = field ? width : 1;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const Range& own = parts_[part].rows;
    std::fill(elements_.elements.begin() + own.first * row,
              elements_.elements.begin() + own.last * row,
              tint_code(std::int64_t(part), int(part) % tint_hues));
  }
}

SceneTint LiveParts::tint() const {
  if (elements_.elements.empty() || !hues_) return {};
  SceneTint tint{.elements = &elements_};
  put_hues(tint, *hues_);
  return tint;
}

}  // namespace livewarp
