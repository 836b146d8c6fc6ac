#include "ui/widgets/contact_sheet.h"

#include <algorithm>
#include <cmath>

namespace livewarp::ui {

namespace {

// In em; the sheet is 80 wide, so that two lines below a picture are read from afar.
constexpr double sheet_width = 80, margin = 1.6, between_x = 1.4, between_y = 1.2;
constexpr double title_height = 1.9, caption_height = 1.4, text_height = 3.4;

constexpr double head_above_height = 7;

double cell_width(int columns) {
  return (sheet_width - 2 * margin - between_x * (columns - 1)) / columns;
}

/// The largest box of that shape in the middle of another, in whole pixels.
Box fitted(const Box& box, int width, int height) {
  const float scale = std::min(box.width() / float(width), box.height() / float(height));
  const float w = std::floor(scale * float(width)), h = std::floor(scale * float(height));
  const float x = std::floor((box.x0 + box.x1 - w) / 2), y = std::floor((box.y0 + box.y1 - h) / 2);
  return {x, y, x + w, y + h};
}

/// In a row of its own there is one line for what it is, and one for where it was made.
void put_head_above(const Look& look, const Box& box, const ContactHead& head) {
  Box line = box;
  line.y1 = line.y0 + look.length(3.2);
  put(look, Type::title, look.tokens.text, line, head.title);
  if (head.paragraphs.empty()) return;
  line.y0 = line.y1 + look.length(0.2);
  line.y1 = line.y0 + look.length(1.5);
  put(look, Type::body, look.tokens.text, line,
      elided(look, Type::body, head.paragraphs.front(), box.width()));
  std::string where;
  for (std::size_t i = 1; i < head.paragraphs.size(); ++i)
    where += (where.empty() ? "" : " \u00b7 ") + head.paragraphs[i];
  line.y0 = line.y1;
  line.y1 = line.y0 + look.length(1.5);
  put(look, Type::body, look.tokens.muted, line, elided(look, Type::body, where, box.width()));
}

void put_head(const Look& look, const Box& box, const ContactHead& head) {
  Box line = box;
  line.y1 = line.y0 + look.length(3.2);
  put(look, Type::title, look.tokens.text, line, head.title);
  line.y0 = line.y1 + look.length(0.4);
  for (std::size_t i = 0; i < head.paragraphs.size(); ++i) {
    const Color color = i == 0 ? look.tokens.text : look.tokens.muted;
    for (const std::string& words : wrapped(look, Type::body, head.paragraphs[i], box.width())) {
      line.y1 = line.y0 + look.length(1.5);
      put(look, Type::body, color, line, words);
      line.y0 = line.y1;
    }
    line.y0 += look.length(0.6);
  }
}

void put_words(const Look& look, Box box, const ContactTile& tile) {
  Box first = box;
  first.y1 = first.y0 + look.length(title_height);
  const float time_from = first.x1 - text_width(look, Type::number_strong, tile.time);
  put(look, Type::number_strong, look.tokens.text, first, tile.time, Align::right);
  Box title = first;
  title.x1 = time_from - look.length(0.5);
  put(look, Type::heading, look.tokens.text, title, tile.title);
  Box second = box;
  second.y0 = first.y1;
  second.y1 = second.y0 + look.length(caption_height);
  const Color color = tile.verified ? look.tokens.ok : look.tokens.warn;
  float right = second.x1;
  if (!tile.verdict.empty()) {
    const float longest = second.width() * (tile.verified ? 0.6f : 1.0f);
    const std::string words = elided(look, Type::caption, tile.verdict, longest - look.length(1.2));
    right -= text_width(look, Type::caption, words) + look.length(1.2);
    put_icon(look, tile.verified ? Icon::tick : Icon::warn, color,
             {right, second.y0, right + look.length(1), second.y1});
    put(look, Type::caption, color, second, words, Align::right);
  }
  second.x1 = right - look.length(0.6);
  if (second.width() > 0) put(look, Type::caption, look.tokens.muted, second, tile.made_by);
}

void put_tile(const Look& look, const Box& box, const ContactTile& tile) {
  Box picture = box;
  picture.y1 = box.y1 - look.length(text_height);
  put_ground(look, look.tokens.app, picture);
  if (tile.texture != 0)
    put_picture(fitted(picture, tile.width, tile.height), tile.texture);
  else
    put_middle(look, look.tokens.muted, picture, "no picture");
  put_words(look, {box.x0, picture.y1, box.x1, box.y1}, tile);
}

}  // namespace

SheetPlan contact_sheet_plan(std::size_t tiles) {
  SheetPlan plan;
  constexpr int most_columns = 4;  // in narrower ones the head's words do not fit
  plan.columns = std::clamp(int(std::ceil(std::sqrt(double(tiles + 1)) - 1e-9)), 1, most_columns);
  const int in_last = int(tiles % std::size_t(plan.columns)) + 1;  // with the head in a cell
  plan.head_above = tiles > 1 && in_last == 1;
  int left = int(tiles), room = plan.columns - (plan.head_above ? 0 : 1);
  for (; left > 0; left -= plan.pictures.back(), room = plan.columns)
    plan.pictures.push_back(std::min(left, room));
  if (plan.pictures.empty()) plan.pictures.push_back(0);
  return plan;
}

SheetSize contact_sheet_size(std::size_t tiles, int picture_width, int picture_height) {
  const SheetPlan plan = contact_sheet_plan(tiles);
  const auto rows = double(plan.pictures.size());
  const double picture = cell_width(plan.columns) * picture_height / picture_width;
  double height = 2 * margin + rows * (picture + text_height) + (rows - 1) * between_y;
  if (plan.head_above) height += head_above_height + between_y;
  // In whole pixels, as fonts are: what is given in it then fills the sheet.
  const double half = picture_width / (2 * cell_width(plan.columns));
  const double em = std::round(std::clamp(half, 8.0, 40.0));
  return {int(std::lround(sheet_width * em)), int(std::lround(height * em)), height};
}

void put_contact_sheet(const Look& look, const Box& sheet, const ContactHead& head,
                       const std::vector<ContactTile>& tiles) {
  put_ground(look, look.tokens.panel, sheet, 0);
  const SheetPlan plan = contact_sheet_plan(tiles.size());
  const auto columns = float(plan.columns), rows = float(plan.pictures.size());
  Box inner = sheet.inset(look.length(margin), look.length(margin));
  const float gap_x = look.length(between_x), gap_y = look.length(between_y);
  if (plan.head_above) {
    put_head_above(look, inner, head);
    inner.y0 += look.length(head_above_height) + gap_y;
  }
  const float width = std::floor((inner.width() - gap_x * (columns - 1)) / columns);
  const float height = std::floor((inner.height() - gap_y * (rows - 1)) / rows);
  const auto cell = [&](std::size_t row, int column) {
    const float x = inner.x0 + float(column) * (width + gap_x);
    const float y = inner.y0 + float(row) * (height + gap_y);
    return Box{x, y, x + width, y + height};
  };
  if (!plan.head_above) put_head(look, cell(0, 0), head);
  std::size_t next = 0;
  for (std::size_t row = 0; row < plan.pictures.size(); ++row) {
    const int first = row == 0 && !plan.head_above ? 1 : 0;
    for (int i = 0; i < plan.pictures[row]; ++i)
      put_tile(look, cell(row, first + i), tiles[next++]);
  }
}

}  // namespace livewarp::ui
