#include "ui/widgets/contact_sheet.h"

#include <algorithm>
#include <cmath>

namespace livewarp::ui {

namespace {

// In em; the sheet is 80 wide, so that two lines below a picture are read from afar.
constexpr double sheet_width = 80, margin = 1.6, between_x = 1.4, between_y = 1.2;
constexpr double title_height = 1.9, caption_height = 1.4, text_height = 3.4;

int columns_of(std::size_t cells) {
  return std::max(1, int(std::ceil(std::sqrt(double(cells)) - 1e-9)));
}

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

SheetSize contact_sheet_size(std::size_t tiles, int picture_width, int picture_height) {
  const int columns = columns_of(tiles + 1), rows = int(tiles + std::size_t(columns)) / columns;
  const double picture = cell_width(columns) * picture_height / picture_width;
  const double height = 2 * margin + rows * (picture + text_height) + (rows - 1) * between_y;
  const double em = std::clamp(picture_width / (2 * cell_width(columns)), 8.0, 40.0);  // pixels
  return {int(std::lround(sheet_width * em)), int(std::lround(height * em)), height};
}

void put_contact_sheet(const Look& look, const Box& sheet, const ContactHead& head,
                       const std::vector<ContactTile>& tiles) {
  put_ground(look, look.tokens.panel, sheet, 0);
  const int columns = columns_of(tiles.size() + 1);
  const int rows = int(tiles.size() + std::size_t(columns)) / columns;
  const Box inner = sheet.inset(look.length(margin), look.length(margin));
  const float gap_x = look.length(between_x), gap_y = look.length(between_y);
  const float width = std::floor((inner.width() - gap_x * float(columns - 1)) / float(columns));
  const float height = std::floor((inner.height() - gap_y * float(rows - 1)) / float(rows));
  for (std::size_t i = 0; i <= tiles.size(); ++i) {
    const float x = inner.x0 + float(int(i) % columns) * (width + gap_x);
    const float y = inner.y0 + float(int(i) / columns) * (height + gap_y);
    const Box cell{x, y, x + width, y + height};
    if (i == 0)
      put_head(look, cell, head);
    else
      put_tile(look, cell, tiles[i - 1]);
  }
}

}  // namespace livewarp::ui
