#include "ui/analysis/tuner_words.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace livewarp::ui {

namespace {

struct Line {
  Type type;
  Color color;
  std::string text;
};

/// The best, in words: what matters most first.
std::vector<Line> said_of_best(const Look& look, const TunerView& view, float width, bool small) {
  const Type body = small ? Type::caption : Type::body;
  std::vector<Line> lines;
  const auto say = [&](Type type, Color color, const std::string& text) {
    std::istringstream paragraphs(text);
    for (std::string paragraph; std::getline(paragraphs, paragraph);)
      for (std::string& line : wrapped(look, type, paragraph, width))
        lines.push_back({type, color, std::move(line)});
  };
  if (view.best.empty())
    say(body, look.tokens.muted, "The first settings come in a moment.");
  else
    say(Type::heading, look.tokens.text, view.best);
  say(body, look.tokens.text, view.verdict);
  say(body, look.tokens.text, view.figures);
  say(Type::caption, look.tokens.muted,
      view.of + ": " + view.seen + (view.partial ? ", stopped" : "") + "; " + view.counts);
  return lines;
}

}  // namespace

float put_words(const Look& look, const TunerView& view, Box box) {
  double pitch = 1.25;
  const auto fit = [&] { return std::size_t(std::max(box.height() / look.length(pitch), 0.0f)); };
  std::vector<Line> lines = said_of_best(look, view, box.width(), false);
  if (lines.size() > fit()) {
    pitch = 1.12;
    lines = said_of_best(look, view, box.width(), true);
  }
  const std::size_t shown = std::min(lines.size(), fit());
  const Box whole = box;
  for (std::size_t i = 0; i < shown; ++i) {
    const Line& line = lines[i];
    box.y1 = box.y0 + look.length(pitch);
    const bool last = i + 1 == shown && shown < lines.size();
    put(look, line.type, line.color, box,
        elided(look, line.type, line.text + (last ? "\u2026" : ""), box.width()));
    box.y0 = box.y1;
  }
  if (shown < lines.size())
    hover_text(look, whole,
               view.best + ". " + view.verdict + " " + view.figures + ". " + view.of + ": " +
                   view.seen + "; " + view.counts);
  return box.y0;
}

}  // namespace livewarp::ui
