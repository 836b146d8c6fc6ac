#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/widgets.h"
#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double cap_height = 0.61;  // of Inter's line height

struct Face {
  ImFont* font;
  double size;
};

Face face_of(const Look& look, Type type) {
  const Fonts& fonts = look.fonts;
  switch (type) {
  case Type::caption: return {fonts.text, metrics.caption};
  case Type::body: return {fonts.text, metrics.body};
  case Type::heading: return {fonts.strong, metrics.body};
  case Type::unit: return {fonts.text, metrics.readout};
  case Type::number: return {fonts.mono, metrics.body};
  case Type::number_caption: return {fonts.mono, metrics.caption};
  case Type::number_strong: return {fonts.mono_medium, metrics.body};
  case Type::big: return {fonts.mono_medium, metrics.number};
  case Type::name: return {fonts.text, metrics.readout};
  case Type::title: return {fonts.strong, metrics.title};
  case Type::huge: return {fonts.mono_medium, metrics.presenter};
  }
  return {fonts.text, metrics.body};
}

/// The face as current font; ImGui multiplies the size by its scales.
class FaceScope {
 public:
  explicit FaceScope(const Face& face) {
    ImGui::PushFont(face.font, ImGui::GetStyle().FontSizeBase * float(face.size));
  }
  ~FaceScope() { ImGui::PopFont(); }
  FaceScope(const FaceScope&) = delete;
  FaceScope& operator=(const FaceScope&) = delete;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Where a word ends: at a space, also at one that does not break.
std::size_t word_end(std::string_view text, std::size_t start) {
  return std::min({text.find(' ', start), text.find("\u00a0", start), text.size()});
}

bool is_punctuation(char c) { return c == ',' || c == ';' || c == ':' || c == ')'; }

/// A word that is a number, perhaps after a sign: set in the mono face.
bool is_number(std::string_view word) {
  for (const std::string_view sign : {"(", "\u00b1", "\u2212", "\u2248", "\u2264"})
    if (word.starts_with(sign)) word.remove_prefix(sign.size());
  return !word.empty() && is_digit(word.front());
}

/// Calls f(run, face) for the stretches of a text that are set in one face: within text faces
/// numbers are set in mono, spaces and punctuation between them are not.
template <class F>
void for_each_run(const Look& look, Type type, std::string_view text, F&& f) {
  const Face words = face_of(look, type);
  const bool mixed = (type == Type::body || type == Type::caption || type == Type::name) &&
                     std::any_of(text.begin(), text.end(), is_digit);
  if (!mixed) return f(text, words);
  const Face numbers{look.fonts.mono, words.size};
  std::size_t written = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = word_end(text, start);
    if (is_number(text.substr(start))) {
      std::size_t cut = end;
      while (cut > start && is_punctuation(text[cut - 1])) --cut;
      if (start > written) f(text.substr(written, start - written), words);
      f(text.substr(start, cut - start), numbers);
      written = cut;
    }
    start = end + (text.substr(end).starts_with(' ') ? 1 : 2);
  }
  if (written < text.size()) f(text.substr(written), words);
}

float measured(const Look& look, Type type, std::string_view text) {
  float width = 0;
  for_each_run(look, type, text, [&](std::string_view run, const Face& face) {
    const FaceScope scope(face);
    width += ImGui::CalcTextSize(run.data(), run.data() + run.size(), false).x;
  });
  return width;
}

std::size_t previous_character(std::string_view text, std::size_t end) {
  do --end;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
  return end;
}

std::string shortened(const Look& look, Type type, std::string_view text, float width) {
  if (measured(look, type, text) <= width) return std::string(text);
  for (std::size_t end = text.size(); end > 0;) {
    end = previous_character(text, end);
    std::string_view kept = text.substr(0, end);
    while (!kept.empty() && kept.back() == ' ') kept.remove_suffix(1);
    std::string candidate = std::string(kept) + "\u2026";
    if (measured(look, type, candidate) <= width) return candidate;
  }
  return {};
}

/// Baseline of text whose capitals stand in the middle of the box. Rows mix sizes, so all but the
/// large ones take the body's.
float baseline_in(const Look& look, Type type, const Box& box) {
  const double size = type == Type::big     ? metrics.number
                      : type == Type::huge  ? metrics.presenter
                      : type == Type::title ? metrics.title
                                            : metrics.body;
  return std::round((box.y0 + box.y1) / 2 + float(size * cap_height / 2) * look.em);
}

/// Notes text of which `shown` is put down from `x` to `end`.
void note(const Look& look, std::string_view text, std::string_view shown, float x, float end,
          float baseline) {
  if (!look.written || text.empty()) return;
  const ImRect& window = ImGui::GetCurrentWindow()->ClipRect;
  const bool outside = x < window.Min.x - look.px || end > window.Max.x + look.px;
  const bool scrolled = baseline - look.length(0.6) < window.Min.y || baseline > window.Max.y;
  look.written->push_back(
      {std::string(text), shown != text || outside, x, end, scrolled, baseline});
}

/// Returns the end.
float draw_text(const Look& look, Type type, Color color, float x, float baseline,
                std::string_view text) {
  for_each_run(look, type, text, [&](std::string_view run, const Face& face) {
    const FaceScope scope(face);
    const float top = baseline - ImGui::GetFontBaked()->Ascent;
    const char* end = run.data() + run.size();
    ImGui::GetWindowDrawList()->AddText({std::round(x), std::round(top)}, packed(color), run.data(),
                                        end);
    x += ImGui::CalcTextSize(run.data(), end, false).x;
  });
  return x;
}

}  // namespace

float Look::length(double ems) const { return float(std::round(ems * double(em))); }

float text_width(const Look& look, Type type, std::string_view text) {
  return measured(look, type, text);
}

std::string elided(const Look& look, Type type, std::string_view text, float width) {
  return shortened(look, type, text, width);
}

std::string end_of(const Look& look, Type type, std::string_view text, float width) {
  if (measured(look, type, text) <= width) return std::string(text);
  for (std::size_t start = 0; start < text.size();) {
    do ++start;
    while (start < text.size() && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80);
    std::string candidate = "\u2026" + std::string(text.substr(start));
    if (measured(look, type, candidate) <= width) return candidate;
  }
  return {};
}

namespace {

/// A unit behind a number, with the punctuation that ends it.
bool is_unit(std::string_view word) {
  while (!word.empty() && (is_punctuation(word.back()) || word.back() == '.'))
    word.remove_suffix(1);
  constexpr std::array<std::string_view, 15> units{"%",  "s",  "ms",  "\u00b5s", "ns",
                                                   "B",  "KB", "KiB", "MiB",     "GiB",
                                                   "GB", "W",  "J",   "GB/s",    "TFLOP/s"};
  return std::ranges::find(units, word) != units.end();
}

/// Where a line may end next: behind a word, but not between a number and its unit.
std::size_t break_in(std::string_view text) {
  std::size_t end = std::min(text.find(' '), text.size());
  if (end == 0 || end == text.size() || !is_digit(text[end - 1])) return end;
  const std::string_view rest = text.substr(end + 1);
  const std::size_t next = std::min(rest.find(' '), rest.size());
  return is_unit(rest.substr(0, next)) ? end + 1 + next : end;
}

}  // namespace

std::vector<std::string> wrapped(const Look& look, Type type, std::string_view text, float width,
                                 std::size_t longest) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = break_in(text);
    const std::string word(text.substr(0, end));
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && (longer.size() > longest || measured(look, type, longer) > width)) {
      lines.push_back(std::move(line));
      line = word;
    } else {
      line = longer;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

float put(const Look& look, Type type, Color color, const Box& box, std::string_view text,
          Align align) {
  const std::string shown = shortened(look, type, text, box.width());
  const float room = box.width() - measured(look, type, shown);
  const float x = align == Align::left    ? box.x0
                  : align == Align::right ? box.x0 + room
                                          : box.x0 + room / 2;
  const float baseline = baseline_in(look, type, box);
  const float end = draw_text(look, type, color, x, baseline, shown);
  note(look, text, shown, x, end, baseline);
  return end;
}

float put_on_baseline(const Look& look, Type type, Color color, const Box& box,
                      std::string_view text, Type anchor) {
  const float baseline = baseline_in(look, anchor, box);
  const float end = draw_text(look, type, color, box.x0, baseline, text);
  note(look, text, text, box.x0, end, baseline);
  return end;
}

float put_quantity(const Look& look, Color color, const Box& box, std::string_view number,
                   std::string_view unit, Align align) {
  const float space = unit.empty() ? 0 : look.length(0.3);
  const float width =
      text_width(look, Type::number, number) + space + text_width(look, Type::body, unit);
  Box at = box;
  if (align == Align::right) at.x0 = std::max(box.x0, box.x1 - width);
  at.x0 = put(look, Type::number, color, at, number) + space;
  at.x1 += look.px;  // rounding must not elide what was measured to fit
  return put(look, Type::body, look.tokens.muted, at, unit);
}

Box take(const Look& look, double width, double height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float w = width > 0 ? look.length(width) : ImGui::GetContentRegionAvail().x;
  const float h = look.length(height);
  ImGui::Dummy({w, h});
  return {at.x, at.y, at.x + w, at.y + h};
}

void same_line(const Look& look, double gap) { ImGui::SameLine(0, look.length(gap)); }

void bring_into_view() { ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY); }

void gap(const Look& look, double height) {
  // Spacing is added after every item; what is wanted is the whole distance. Written to the window
  // itself: SetCursorPos would demand an item after it.
  ImGui::GetCurrentWindow()->DC.CursorPos.y +=
      look.length(height) - ImGui::GetStyle().ItemSpacing.y;
}

float put_middle(const Look& look, Color color, const Box& box, std::string_view text,
                 double below) {
  const std::vector<std::string> lines = wrapped(look, Type::body, text, box.width());
  Box at = box;
  at.y0 = (box.y0 + box.y1) / 2 - look.length(metrics.hit * (double(lines.size()) + below) / 2);
  for (const std::string& line : lines) {
    at.y1 = at.y0 + look.length(metrics.hit);
    put(look, Type::body, color, at, line, Align::center);
    at.y0 = at.y1;
  }
  return at.y0;
}

void paragraph(const Look& look, Type type, Color color, std::string_view text) {
  for (const std::string& line : wrapped(look, type, text, ImGui::GetContentRegionAvail().x)) {
    put(look, type, color, take(look, 0, 1.2), line);
    gap(look, 0);
  }
  gap(look, metrics.spacing_y);
}

namespace {

bool goes_on_below(const Written& line, const Written& next) {
  return std::abs(next.x0 - line.x0) < 1 && next.baseline > line.baseline;
}

}  // namespace

bool says(const std::vector<Written>& words, std::string_view text) {
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string together = words[first].text;
    for (std::size_t next = first + 1;; ++next) {
      if (together.find(text) != std::string::npos) return true;
      if (next == words.size() || together.size() > words[first].text.size() + text.size() ||
          !goes_on_below(words[next - 1], words[next]))
        break;
      together += ' ' + words[next].text;
    }
  }
  return false;
}

}  // namespace livewarp::ui
