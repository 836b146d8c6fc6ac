#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/core/color/color_map.h"
#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double track = 0.8, thin = 0.16, thick = 0.8, tick = 1.4;  // em: of the interval bar
constexpr double key_padding = 0.35;
constexpr double hatch_pitch = 0.42;

ImDrawList& list() { return *ImGui::GetWindowDrawList(); }

/// Place of a value on an axis that begins at 0 at the box's left edge.
float along(const Box& box, double value, double axis_max) {
  const double share = axis_max > 0 ? std::clamp(value / axis_max, 0.0, 1.0) : 0;
  return std::round(box.x0 + float(share) * box.width());
}

Box centred_bar(const Look& look, const Box& box, float x0, float x1, double height) {
  const float half = std::max(look.length(height) / 2, look.px);
  const float middle = std::round((box.y0 + box.y1) / 2);
  return {x0, middle - half, std::max(x1, x0 + look.px), middle + half};
}

void fill(Color color, const Box& box, float rounding = 0) {
  list().AddRectFilled(min_of(box), max_of(box), packed(color), rounding);
}

/// Relative luminance, as WCAG has it.
double luminance_of(Color color) {
  const auto linear = [](std::uint8_t byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

}  // namespace

double contrast_of(Color a, Color b) {
  const double x = luminance_of(a) + 0.05, y = luminance_of(b) + 0.05;
  return x > y ? x / y : y / x;
}

Color ink_on(const Look& look, Color ground) {
  const Tokens& tokens = look.tokens;
  return contrast_of(tokens.scene, ground) > contrast_of(tokens.paper, ground) ? tokens.scene
                                                                               : tokens.paper;
}

void put_ground(const Look& look, Color color, const Box& box, double rounding) {
  if (color.a > 0) fill(color, box, look.length(rounding));
}

void put_outline(const Look& look, Color color, const Box& box, double rounding) {
  list().AddRect(min_of(box), max_of(box), packed(color), look.length(rounding), look.px);
}

void put_highlight(const Look& look, const Box& box) {
  ImDrawList& on = list();
  on.PushClipRectFullScreen();
  const float width = std::max(2 * look.px, std::round(look.length(0.14)));
  const Box inner = box.inset(width / 2, width / 2);
  on.AddRect(min_of(inner), max_of(inner), packed(look.tokens.accent),
             look.length(metrics.rounding), width);
  on.PopClipRect();
}

void highlight_window(const Look& look, std::string_view place) {
  if (look.highlight != place) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  put_highlight(look, {at.x, at.y, at.x + size.x, at.y + size.y});
}

void put_scrim(const Look& look, const Box& box) { put_ground(look, look.tokens.scrim, box); }

void put_rule(const Look& look, const Box& box) {
  fill(look.tokens.divider, {box.x0, box.y1 - look.px, box.x1, box.y1});
}

void put_hatch(const Look& look, Color color, const Box& box) {
  const ClipScope clip(box);
  const float pitch = std::max(look.length(hatch_pitch), 3 * look.px);
  const float height = box.height();
  for (float x = box.x0 - height; x < box.x1; x += pitch)
    list().AddLine({x, box.y1}, {x + height, box.y0}, packed(color), look.px);
}

void put_foot_bar(const Look& look, Color color, const Box& box, double share, double height_em) {
  const float height = look.length(height_em);
  const float width = box.width() * float(std::clamp(share, 0.0, 1.0));
  if (width > 0) fill(color, {box.x0, box.y1 - height, box.x0 + std::max(width, look.px), box.y1});
}

void put_progress(const Look& look, const Box& box, double fraction) {
  const Box bar = centred_bar(look, box, box.x0, box.x1, 0.36);
  put_ground(look, look.tokens.field, bar, 0.18);
  const float end = bar.x0 + bar.width() * float(std::clamp(fraction, 0.0, 1.0));
  if (end > bar.x0 + look.px)
    put_ground(look, look.tokens.accent, {bar.x0, bar.y0, end, bar.y1}, 0.18);
}

void interval_bar(const Look& look, const Box& box, const Summary& times, double axis_max,
                  bool hollow) {
  const Tokens& tokens = look.tokens;
  put_ground(look, tokens.field, centred_bar(look, box, box.x0, box.x1, track), 0);
  for (const float x : {box.x0, box.x1 - look.px})
    fill(tokens.edge, centred_bar(look, box, x, x + look.px, tick));
  if (times.count == 0) return;
  const Color color = series_color(look, Slot::kernel);
  const float median = along(box, times.median, axis_max);
  fill(faded(color, 0.3), centred_bar(look, box, box.x0, median, track));
  fill(color, centred_bar(look, box, along(box, times.min, axis_max),
                          along(box, times.p95, axis_max), thin));
  Box middle = centred_bar(look, box, along(box, times.p25, axis_max),
                           along(box, times.p75, axis_max), thick);
  middle.x1 = std::max(middle.x1, middle.x0 + look.length(0.25));
  fill(hollow ? tokens.panel : color, middle);
  if (hollow) put_outline(look, color, middle, 0);
  const float half = std::max(look.px, look.length(0.06));
  fill(tokens.text, centred_bar(look, box, median - half, median + half, tick));
}

float put_baseline(const Look& look, const Box& box, const Summary& times, double axis_max) {
  const Color color = look.tokens.baseline;
  const float at = along(box, times.median, axis_max), least = look.length(0.15);
  const Box band = centred_bar(look, box, std::min(along(box, times.p25, axis_max), at - least),
                               std::max(along(box, times.p75, axis_max), at + least), tick);
  put_outline(look, color, band, 0);
  const float r = look.length(0.3);
  list().AddTriangle({at - r, band.y0 - 1.6f * r}, {at + r, band.y0 - 1.6f * r}, {at, band.y0},
                     packed(color), 2 * look.px);
  return at;
}

Color series_color(const Look& look, Slot slot) { return look.tokens.series[std::size_t(slot)]; }

void stacked_bar(const Look& look, const Box& box, std::span<const BarPart> parts, double axis_max,
                 double mark) {
  fill(look.tokens.field, box);
  double sum = 0;
  for (const BarPart& part : parts) {
    const Box piece{along(box, sum, axis_max), box.y0, along(box, sum + part.value, axis_max),
                    box.y1};
    sum += part.value;
    if (piece.width() <= 0) continue;
    const Color color = series_color(look, part.slot);
    if (part.slot == Slot::wait) {
      put_hatch(look, color, piece);
      continue;
    }
    // A hairline of the ground keeps neighbours apart.
    fill(color, {piece.x0, piece.y0, std::max(piece.x1 - look.px, piece.x0 + look.px), piece.y1});
    if (piece.width() > look.length(1.1))
      put_shape(look, part.slot, faded(look.tokens.app, 0.75), piece);
  }
  if (mark > 0 && mark <= axis_max) {
    const float x = along(box, mark, axis_max), reach = look.length(0.25);
    const float half = look.px;
    fill(look.tokens.text, {x - half, box.y0 - reach, x + half, box.y1 + reach});
  }
}

void put_swatch(const Look& look, Slot slot, const Box& box) {
  put_shape(look, slot, series_color(look, slot), box);
}

void put_shape(const Look& look, Slot slot, Color color, const Box& box) {
  const float r = std::min(look.em * 0.3f, box.height() * 0.3f);
  const ImVec2 c{std::round((box.x0 + box.x1) / 2), std::round((box.y0 + box.y1) / 2)};
  const Box square{c.x - r, c.y - r, c.x + r, c.y + r};
  const ImU32 packed_color = packed(color);
  const auto at = [&](float x, float y) { return ImVec2{c.x + x * r, c.y + y * r}; };
  switch (slot) {
  case Slot::kernel: return fill(color, square);
  case Slot::copy:
    return list().AddTriangleFilled(at(0, -1.1f), at(1.1f, 0.9f), at(-1.1f, 0.9f), packed_color);
  case Slot::publish:
    return list().AddTriangleFilled(at(0, 1.1f), at(-1.1f, -0.9f), at(1.1f, -0.9f), packed_color);
  case Slot::map: return list().AddCircleFilled(c, r, packed_color);
  case Slot::draw:
    return list().AddQuadFilled(at(0, -1.2f), at(1.2f, 0), at(0, 1.2f), at(-1.2f, 0), packed_color);
  case Slot::ui: return list().AddCircle(c, r * 0.8f, packed_color, 0, look.length(0.16));
  case Slot::wait: return put_hatch(look, color, square), put_outline(look, color, square, 0);
  case Slot::upload: {  // a plus
    const float half = std::max(look.px, std::round(r * 0.35f));
    fill(color, {square.x0, c.y - half, square.x1, c.y + half});
    fill(color, {c.x - half, square.y0, c.x + half, c.y - half});
    return fill(color, {c.x - half, c.y + half, c.x + half, square.y1});
  }
  }
}

void put_color_map(const Look& look, ColorMap map, double from, const Box& box, int ticks) {
  constexpr int pieces = 48;
  const auto color = [&](int i) {
    const Rgb rgb = color_at(map, from + (1 - from) * i / pieces);
    return ImGui::ColorConvertFloat4ToU32({rgb.r, rgb.g, rgb.b, 1});
  };
  for (int i = 0; i < pieces; ++i) {
    const float x0 = box.x0 + box.width() * float(i) / pieces;
    const float x1 = box.x0 + box.width() * float(i + 1) / pieces;
    list().AddRectFilledMultiColor({x0, box.y0}, {x1, box.y1}, color(i), color(i + 1), color(i + 1),
                                   color(i));
  }
  for (int k = 1; k <= ticks; ++k) {
    const double at = double(k) / (ticks + 1);
    const float x = std::round(box.x0 + box.width() * float(at));
    const Rgb below = color_at(map, from + (1 - from) * at);
    // Of the map's own dark and light, whatever the theme.
    const bool bright = 0.299f * below.r + 0.587f * below.g + 0.114f * below.b > 0.5f;
    fill(bright ? look.tokens.scene : faded(look.tokens.paper, 0.9),
         {x, box.y0, x + look.px, box.y1});
  }
  put_outline(look, look.tokens.divider, box, 0);
}

void put_ring(const Look& look, const Box& box, float x, float y, float radius) {
  const ClipScope clip(box);
  const float shown = std::max(radius, 2 * look.px);  // smaller ones would not be seen
  list().AddCircle({x, y}, shown, packed(faded(look.tokens.app, 0.7)), 0, 3.5f * look.px);
  list().AddCircle({x, y}, shown, packed(look.tokens.text), 0, 1.5f * look.px);
}

void put_lines(const Look& look, const Box& box, Color color,
               std::span<const std::array<float, 4>> lines) {
  const ClipScope clip(box);
  for (const auto& [x0, y0, x1, y1] : lines)
    list().AddLine({x0, y0}, {x1, y1}, packed(color), look.px);
}

void put_divider(const Look& look, const Box& box, bool active) {
  const float half = std::max(look.px, look.length(0.06)), rim = look.px;
  const Color line = active ? dark_tokens.accent : look.tokens.paper;
  const ImVec2 middle{box.x0, std::round((box.y0 + box.y1) / 2)};
  const float radius = look.length(0.45);
  fill(faded(look.tokens.scene, 0.7), {box.x0 - half - rim, box.y0, box.x0 + half + rim, box.y1});
  list().AddCircleFilled(middle, radius + rim, packed(faded(look.tokens.scene, 0.7)));
  fill(line, {box.x0 - half, box.y0, box.x0 + half, box.y1});
  list().AddCircleFilled(middle, radius, packed(line));
}

void put_pointer_ring(const Look& look, float x, float y, std::optional<double> pulse) {
  ImDrawList& top = *ImGui::GetForegroundDrawList();
  const float radius = look.length(0.55), line = std::max(2 * look.px, look.length(0.12));
  // Scenes are dark in every theme, so the ring is the dark theme's.
  const Color accent = dark_tokens.accent;
  top.AddCircle({x, y}, radius, packed(faded(look.tokens.scene, 0.85)), 0, line + 4 * look.px);
  top.AddCircle({x, y}, radius, packed(accent), 0, line);
  if (!pulse) return;
  const float grown = radius * (1 + 1.4f * float(*pulse));
  top.AddCircle({x, y}, grown, packed(faded(accent, 1 - *pulse)), 0, line);
}

void put_spotlight(const Look& look, float x, float y) {
  constexpr double lit = 7, dark = 0.6;  // em, share
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  // A ring so thick that it covers the window from wherever its middle is.
  const float radius = look.length(lit), thick = 2 * (size.x + size.y);
  ImGui::GetForegroundDrawList()->AddCircle({x, y}, radius + thick / 2,
                                            packed(faded(look.tokens.scene, dark)), 128, thick);
}

double key_cap_width(const Look& look, std::string_view key) {
  const float text = text_width(look, Type::number_caption, key);
  return double(std::max(text + 2 * look.length(key_padding), look.length(1.3)));
}

void put_key_cap(const Look& look, const Box& box, std::string_view key) {
  const float height = look.length(1.2), middle = std::round((box.y0 + box.y1) / 2);
  const float top = middle - std::round(height / 2);
  const Box cap{box.x0, top, box.x0 + float(key_cap_width(look, key)), top + height};
  put_outline(look, look.tokens.divider, cap, 0.2);
  put(look, Type::number_caption, look.tokens.muted, {cap.x0, box.y0, cap.x1, box.y1}, key,
      Align::center);
}

float chip_width(const Look& look, std::string_view word) {
  return look.length(word.empty() ? 1.2 : 1.9) + text_width(look, Type::body, word);
}

void chip(const Look& look, Icon icon, Color color, std::string_view word) {
  Box box = take(look, double(chip_width(look, word) / look.em), metrics.bar_button);
  put_icon(look, icon, color, box, Align::left);
  box.x0 += look.length(1.4);
  box.x1 += look.em;
  if (!word.empty()) put(look, Type::body, look.tokens.text, box, word);
}

void put_picture(const Box& box, std::uint64_t texture) {
  list().AddImage(ImTextureRef(ImTextureID(texture)), min_of(box), max_of(box));
}

}  // namespace livewarp::ui
