#include "ui/widgets/widgets_ratio.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double value_height = 1.2, label_height = 1.1, margin = 0.15;  // em
constexpr double tick_width = 0.14;                                      // em
constexpr std::array ends{1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0};

/// An axis from 1/end to end in the box.
struct Axis {
  Box box;
  double end;

  float at(double ratio) const {
    const double share = 0.5 + 0.5 * std::log(std::max(ratio, 1e-9)) / std::log(end);
    return std::round(box.x0 + float(std::clamp(share, 0.0, 1.0)) * box.width());
  }
};

void fill(Color color, const Box& box) {
  ImGui::GetWindowDrawList()->AddRectFilled(min_of(box), max_of(box), packed(color));
}

void put_ends(const Look& look, const Axis& axis, Box row) {
  const auto label = [&](double ratio, Align align) {
    put(look, Type::number_caption, look.tokens.muted, row, fmt::format("{:.2f}", ratio), align);
  };
  label(1 / axis.end, Align::left);
  label(1, Align::center);
  label(axis.end, Align::right);
  const float quarter = row.width() / 4;
  for (const auto& [text, middle] :
       {std::pair{"B takes less", row.x0 + quarter}, std::pair{"B takes more", row.x1 - quarter}}) {
    const float half = text_width(look, Type::caption, text) / 2 + look.px;
    if (half < quarter - look.length(2.4))
      put(look, Type::caption, look.tokens.muted, {middle - half, row.y0, middle + half, row.y1},
          text, Align::center);
  }
}

void put_value(const Look& look, const Axis& axis, Box row, double ratio) {
  const std::string text = fmt::format("{:.4f}", ratio);
  const float half = text_width(look, Type::number_strong, text) / 2 + look.px;
  const float middle = std::clamp(axis.at(ratio), row.x0 + half, row.x1 - half);
  put(look, Type::number_strong, look.tokens.text, {middle - half, row.y0, middle + half, row.y1},
      text, Align::center);
}

}  // namespace

double ratio_axis_end(const Ratio& ratio, double equivalence) {
  constexpr double spare = 1.1;  // of the logarithm
  const auto away = [](double value) {
    return value > 0 && std::isfinite(value) ? std::abs(std::log(value)) : 0;
  };
  // At first an end may be known and far out: then the ratio itself says what is of interest.
  const double most = std::max(3 * away(ratio.value), std::log(2));
  const double needed =
      spare * std::max({std::log(1 + 1.5 * equivalence), away(ratio.value),
                        std::min(most, away(ratio.low)), std::min(most, away(ratio.high))});
  const auto end = std::ranges::find_if(ends, [&](double e) { return std::log(e) >= needed; });
  return end == ends.end() ? ends.back() : *end;
}

void put_ratio_axis(const Look& look, const Box& box, const Ratio& ratio, double equivalence,
                    Color color) {
  const Tokens& tokens = look.tokens;
  const Axis axis{box, ratio_axis_end(ratio, equivalence)};
  Box value = box;
  value.y1 = value.y0 + look.length(value_height);
  const Box track{box.x0, value.y1, box.x1, box.y1 - look.length(label_height + margin)};
  const float middle = std::round((track.y0 + track.y1) / 2);
  fill(tokens.field, track);
  fill(tokens.hover,
       {axis.at(1 / (1 + equivalence)), track.y0, axis.at(1 + equivalence), track.y1});
  const float half = std::round(0.36f * track.height());
  const float from = axis.at(ratio.low), to = std::max(axis.at(ratio.high), from + 2 * look.px);
  fill(faded(color, 0.55), {from, middle - half, to, middle + half});
  fill(tokens.text, {axis.at(1), track.y0 - look.length(margin), axis.at(1) + look.px,
                     track.y1 + look.length(margin)});
  if (ratio.value > 0) {
    const float width = std::max(look.length(tick_width), 2 * look.px), at = axis.at(ratio.value);
    fill(tokens.text, {at - width / 2, track.y0, at + width / 2, track.y1});
    put_value(look, axis, value, ratio.value);
  }
  put_ends(look, axis, {box.x0, track.y1 + look.length(margin), box.x1, box.y1});
}

}  // namespace livewarp::ui
