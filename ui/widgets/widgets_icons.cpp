#include <array>
#include <cmath>
#include <numbers>

#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

/// Draws on a grid of one em, origin in the middle, y down.
class Pen {
 public:
  Pen(const Look& look, Color color, ImVec2 center, double size)
      : list_(ImGui::GetWindowDrawList()), color_(packed(color)), center_(center),
        em_(look.em * float(size)), stroke_(1.6f * look.px * float(size)) {}

  ImVec2 at(double x, double y) const {
    return {center_.x + float(x) * em_, center_.y + float(y) * em_};
  }
  void line(double x0, double y0, double x1, double y1) const {
    list_->AddLine(at(x0, y0), at(x1, y1), color_, stroke_);
  }
  void triangle(double x0, double y0, double x1, double y1, double x2, double y2) const {
    list_->AddTriangleFilled(at(x0, y0), at(x1, y1), at(x2, y2), color_);
  }
  void bar(double x0, double y0, double x1, double y1) const {
    const ImVec2 a = at(x0, y0), b = at(x1, y1);
    list_->AddRectFilled({std::round(a.x), std::round(a.y)}, {std::round(b.x), std::round(b.y)},
                         color_);
  }
  void frame(double x0, double y0, double x1, double y1) const {
    list_->AddRect(at(x0, y0), at(x1, y1), color_, 0.08f * em_, stroke_);
  }
  void circle(double radius) const {
    list_->AddCircle(center_, float(radius) * em_, color_, 0, stroke_);
  }
  void disc(double x, double y, double radius) const {
    list_->AddCircleFilled(at(x, y), float(radius) * em_, color_);
  }
  /// Angles in turns, clockwise from the right.
  void arc(double radius, double from, double to) const {
    constexpr float turn = 2 * std::numbers::pi_v<float>;
    list_->PathArcTo(center_, float(radius) * em_, float(from) * turn, float(to) * turn);
    list_->PathStroke(color_, stroke_);
  }
  template <std::size_t N>
  void path(const std::array<std::array<double, 2>, N>& points) const {
    for (const auto& point : points) list_->PathLineTo(at(point[0], point[1]));
    list_->PathStroke(color_, stroke_);
  }
  void set_color(Color color) { color_ = packed(color); }

 private:
  ImDrawList* list_;
  ImU32 color_;
  ImVec2 center_;
  float em_, stroke_;
};

template <std::size_t N>
using Points = std::array<std::array<double, 2>, N>;

void tick(const Pen& pen, double scale) {
  pen.path(Points<3>{{{-0.24 * scale, 0.02 * scale},
                      {-0.07 * scale, 0.19 * scale},
                      {0.24 * scale, -0.18 * scale}}});
}

void cross(const Pen& pen, double reach) {
  pen.line(-reach, -reach, reach, reach);
  pen.line(-reach, reach, reach, -reach);
}

void turning_arc(const Pen& pen) {
  const double start = std::fmod(ImGui::GetTime() * 0.8, 1.0);
  pen.arc(0.34, start, start + 0.68);
}

void reset(const Pen& pen) {
  pen.arc(0.32, -0.16, 0.62);
  pen.triangle(0.02, -0.30, 0.30, -0.42, 0.30, -0.08);
}

void measure(const Pen& pen) {  // a stopwatch
  pen.arc(0.32, 0, 1);
  pen.line(-0.1, -0.46, 0.1, -0.46);
  pen.line(0, 0, 0.15, -0.15);
}

void pin(const Pen& pen) {
  pen.line(-0.2, -0.38, 0.2, -0.38);
  pen.path(Points<4>{{{-0.11, -0.36}, {-0.11, -0.06}, {-0.27, 0.1}, {0.27, 0.1}}});
  pen.path(Points<3>{{{0.27, 0.1}, {0.11, -0.06}, {0.11, -0.36}}});
  pen.line(0, 0.1, 0, 0.42);
}

void warn(Pen& pen, const Look& look) {
  pen.triangle(0, -0.42, 0.46, 0.38, -0.46, 0.38);
  pen.set_color(look.tokens.panel);
  pen.bar(-0.05, -0.14, 0.05, 0.14);
  pen.bar(-0.05, 0.20, 0.05, 0.30);
}

void disc_with(Pen& pen, const Look& look, bool is_tick) {
  pen.disc(0, 0, 0.42);
  pen.set_color(look.tokens.panel);
  if (is_tick)
    tick(pen, 0.95);
  else
    cross(pen, 0.17);
}

void copy(const Pen& pen) {
  pen.frame(-0.36, -0.12, 0.12, 0.38);
  pen.path(Points<4>{{{-0.14, -0.12}, {-0.14, -0.36}, {0.34, -0.36}, {0.34, 0.14}}});
  pen.line(0.34, 0.14, 0.12, 0.14);
}

void info(const Pen& pen) {
  pen.circle(0.4);
  pen.bar(-0.05, -0.06, 0.05, 0.22);
  pen.bar(-0.05, -0.24, 0.05, -0.14);
}

void draw(Pen& pen, Icon icon, const Look& look) {
  switch (icon) {
  case Icon::none: return;
  case Icon::play: return pen.triangle(-0.24, -0.36, 0.36, 0, -0.24, 0.36);
  case Icon::pause: return pen.bar(-0.26, -0.34, -0.08, 0.34), pen.bar(0.1, -0.34, 0.28, 0.34);
  case Icon::step:
    return pen.triangle(-0.32, -0.34, 0.14, 0, -0.32, 0.34), pen.bar(0.18, -0.34, 0.32, 0.34);
  case Icon::reset: return reset(pen);
  case Icon::measure: return measure(pen);
  case Icon::pin: return pin(pen);
  case Icon::tick: return disc_with(pen, look, true);
  case Icon::tick_hollow: return pen.circle(0.4), tick(pen, 0.8);
  case Icon::cross: return disc_with(pen, look, false);
  case Icon::ring: return pen.circle(0.36);
  case Icon::arc: return turning_arc(pen);
  case Icon::warn: return warn(pen, look);
  case Icon::info: return info(pen);
  case Icon::chevron_left: return pen.path(Points<3>{{{0.12, -0.26}, {-0.14, 0}, {0.12, 0.26}}});
  case Icon::chevron_right: return pen.path(Points<3>{{{-0.12, -0.26}, {0.14, 0}, {-0.12, 0.26}}});
  case Icon::chevron_down: return pen.path(Points<3>{{{-0.24, -0.12}, {0, 0.14}, {0.24, -0.12}}});
  case Icon::more:
    for (const double x : {-0.28, 0.0, 0.28}) pen.disc(x, 0, 0.07);
    return;
  case Icon::copy: return copy(pen);
  case Icon::close: return cross(pen, 0.24);
  case Icon::minus: return pen.line(-0.24, 0, 0.24, 0);
  case Icon::plus: return pen.line(-0.24, 0, 0.24, 0), pen.line(0, -0.24, 0, 0.24);
  }
}

}  // namespace

void put_icon(const Look& look, Icon icon, Color color, const Box& box, Align align, double size) {
  const float half = look.em * float(size) / 2;
  const float x = align == Align::left    ? box.x0 + half
                  : align == Align::right ? box.x1 - half
                                          : (box.x0 + box.x1) / 2;
  Pen pen(look, color, {std::round(x), std::round((box.y0 + box.y1) / 2)}, size);
  draw(pen, icon, look);
}

}  // namespace livewarp::ui
