#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/workload/workload.h"
#include "ui/model/model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/tokens.h"

/// The vocabulary of the panels. Only the files widgets*.cpp draw shapes; panels place text and
/// widgets in boxes and know neither pixels nor colours in figures.
namespace livewarp::ui {

/// A line of text as it came to the screen.
struct Written {
  std::string text;       ///< what should be read
  bool cut = false;       ///< only a part of it was put down, or it leaves its window
  float x0 = 0, x1 = 0;   ///< where it begins and ends; px
  bool scrolled = false;  ///< above or below what its window shows of it
  float baseline = 0;     ///< px
};
/// Whether a frame wrote that; a text that is wrapped is written line by line, each below the one
/// before.
bool says(const std::vector<Written>& words, std::string_view text);

/// A control that said what it is: noted for tests, which look for controls that do not.
struct Helped {
  std::uint32_t id = 0;
  std::string name, text, option;
  bool only_here = false;
};

/// What every widget needs to draw itself.
struct Look {
  const Tokens& tokens;
  const Fonts& fonts;
  float em = 16;                            ///< px of one em
  float px = 1;                             ///< a hairline: max(1, round(em / 16))
  bool silent = false;                      ///< no hover texts: a lecture is held
  std::vector<Written>* written = nullptr;  ///< everything that is written is noted there
  std::vector<Helped>* helped = nullptr;    ///< likewise every help
  std::string_view highlight = {};  ///< the control or place that is pointed at; empty: none
  /// Whole pixels of a length in em.
  float length(double ems) const;
};

/// A rectangle in pixels of the window; y points down.
struct Box {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width() const { return x1 - x0; }
  float height() const { return y1 - y0; }
  Box with_width(float px) const { return {x0, y0, x0 + px, y1}; }
  Box right_part(float px) const { return {x1 - px, y0, x1, y1}; }
  Box inset(float x, float y) const { return {x0 + x, y0 + y, x1 - x, y1 - y}; }
};

// -- text (widgets_text.cpp) ---------------------------------------------------------------------

/// Type by role: `number` kinds are set in the mono face.
/// `title`, `name` and `huge` are of the presenter.
enum class Type {
  caption,
  body,
  heading,
  unit,
  number,
  number_caption,
  number_strong,
  big,
  name,
  title,
  huge
};
enum class Align { left, center, right };

float text_width(const Look& look, Type type, std::string_view text);
/// The text, or its beginning and an ellipsis, so that it fits.
std::string elided(const Look& look, Type type, std::string_view text, float width);
/// The text, or an ellipsis and its end.
std::string end_of(const Look& look, Type type, std::string_view text, float width);
/// Lines of at most `width` px and `longest` characters.
std::vector<std::string> wrapped(const Look& look, Type type, std::string_view text, float width,
                                 std::size_t longest = 60);
/// Writes one line into the box, elided to fit; all types share a baseline in boxes of equal height
/// and place. Returns the x where the text ends.
float put(const Look& look, Type type, Color color, const Box& box, std::string_view text,
          Align align = Align::left);
/// The same on the baseline that text of type `anchor` has in the box.
float put_on_baseline(const Look& look, Type type, Color color, const Box& box,
                      std::string_view text, Type anchor);
/// A number and its unit, muted, half a space apart; returns the end.
float put_quantity(const Look& look, Color color, const Box& box, std::string_view number,
                   std::string_view unit, Align align = Align::left);

/// Room in the flow of the window; width 0: all that is left.
Box take(const Look& look, double width, double height);
/// The next `take` or widget stands on the same line.
void same_line(const Look& look, double gap = metrics.spacing_x);
void gap(const Look& look, double height);
/// Scrolls as far as it takes to see the last item.
void bring_into_view();
/// Centred lines in the middle of the box, with room for `below` lines more; returns where they
/// end.
float put_middle(const Look& look, Color color, const Box& box, std::string_view text,
                 double below = 0);
void paragraph(const Look& look, Type type, Color color, std::string_view text);

// -- hover texts (widgets_help.cpp) --------------------------------------------------------------

/// A tooltip when the last item (or this box) is hovered for 0.4 s; nothing for empty text. Line
/// feeds begin a new line.
void hover_text(const Look& look, std::string_view text);
void hover_text(const Look& look, const Box& box, std::string_view text);
/// The same at once, for what is under the mouse in a chart.
void pointed_text(const Look& look, std::string_view text);

/// What a control says of itself, greyed ones too.
struct Help {
  std::string name, key = {};  ///< its title, and the key that does the same
  std::string text = {};       ///< what it does: 1-3 sentences
  std::string range = {};      ///< "1 ... 1,024"
  std::string option = {};     ///< what the command line says for the same: "--block 128"
  std::string reason = {};     ///< why it cannot be used
  bool only_here = false;      ///< concerns the window alone: no option says the same
};
/// The help of the last item, shown once it is hovered for 0.4 s.
void help(const Look& look, const Help& help);

// -- icons (widgets_icons.cpp) -------------------------------------------------------------------

enum class Icon {
  none,
  play,
  pause,
  step,
  reset,
  measure,
  pin,
  tick,
  tick_hollow,
  cross,
  ring,
  arc,
  warn,
  info,
  chevron_left,
  chevron_right,
  chevron_down,
  more,
  copy,
  close,
  minus,
  plus
};
/// Drawn one em wide in the middle of the box (at its left end for Align::left).
void put_icon(const Look& look, Icon icon, Color color, const Box& box, Align align = Align::center,
              double size = 1);

// -- controls (widgets_controls.cpp) -------------------------------------------------------------

/// What happened to a rectangle that can be clicked.
struct Press {
  bool clicked = false, hovered = false, held = false, right_clicked = false;
  Box box;
};
Press press(const Look& look, const char* id, double width, double height);

struct ButtonSpec {
  Icon icon = Icon::none;
  std::string_view label, key;
  bool enabled = true;
  bool active = false;  ///< shown as switched on
  bool quiet = true;    ///< no ground until hovered
  double height = metrics.hit;
  double width = 0;   ///< em; 0: as wide as its content
  double side = 0.6;  ///< em at both ends of the content
};
float button_width(const Look& look, const ButtonSpec& spec);
bool button(const Look& look, const char* id, const ButtonSpec& spec);

/// One value of several; an option with a reason is greyed and hatched and cannot be chosen.
/// Returns the newly chosen one. Ids: id/option id. `about` helps with all of them; its option is
/// completed by theirs.
std::optional<int> segmented(const Look& look, const char* id, std::span<const Option> options,
                             int current, float width, const Help& about = {});
/// Whether a row of segments of this width can show the labels.
bool segments_fit(const Look& look, std::span<const Option> options, float width);
float segments_width(const Look& look, std::span<const Option> options);  ///< px that they need
/// The same choice as a list that opens. Ids: id, and id/option id for its rows.
std::optional<int> dropdown(const Look& look, const char* id, std::span<const Option> options,
                            int current, float width, const Help& about = {});
bool toggle(const Look& look, const char* id, bool value, bool enabled = true);
/// A heading that folds what follows. Returns whether it was clicked.
bool fold_heading(const Look& look, const char* id, std::string_view text, bool open);
void heading(const Look& look, std::string_view text);

struct LabelSpec {
  std::string_view text;
  bool changed = false;  ///< a dot: the value is not the default
  bool greyed = false;
};
/// The label of a control at its left; true when a right click asks for the default.
bool label(const Look& look, const char* id, const LabelSpec& spec, const Help& about = {});

// -- fields (widgets_fields.cpp) -----------------------------------------------------------------

struct NumberFieldSpec {
  double min = 0, max = 1;
  bool logarithmic = false, integer = false, enabled = true;
  std::string_view shown, unit;  ///< the value as written in the field
};
struct FieldChange {
  bool edited = false;    ///< value moved this frame
  bool finished = false;  ///< let go or typed
};
/// A number to drag or to type (double click, Ctrl+click or Enter), with a bar at its foot whose
/// length is its place in the range.
FieldChange number_field(const Look& look, const char* id, double& value,
                         const NumberFieldSpec& spec, float width);

struct PathSpec {
  std::string_view empty;  ///< said where there is no path
  bool enabled = true;
  bool wrong = false;  ///< what it names cannot be opened
  std::string_view
      at_rest;  ///< stands there, at the right, instead of the text until it is clicked
};
/// A path: a click makes it a text input. At rest its end is shown, where the name stands. Returns
/// whether it is being typed; `text` follows the typing.
bool path_field(const Look& look, const char* id, std::string& text, const PathSpec& spec,
                float width);

// -- the block of threads (widgets_block.cpp) ----------------------------------------------------

struct BlockCell {
  std::string_view id, label, reason;
  double share = 0;  ///< of the slowest measured time, 0: not measured
  Dim3 shape;
  std::string time;         ///< as said on hover
  int column = 0, row = 0;  ///< in a plane
};
/// The offered block shapes in a row, each with a bar of its time; more than twelve scroll. Ids:
/// id/shape.
std::optional<int> block_cells(const Look& look, const char* id, std::span<const BlockCell> cells,
                               int current, const Help& about = {});
/// The sides of a plane of blocks, ascending, and the shape that runs, which need be no cell's.
struct BlockPlane {
  std::span<const unsigned> widths, heights;
  Dim3 now;
  const char *width_id, *height_id;  ///< of the axes, which are dragged
  Help width_help, height_help;
};
/// What is done with it: a cell is pressed, or an axis is held where such a side would stand.
struct PlanePress {
  std::optional<int> cell;
  std::optional<double> width, height;
};
/// The same over the plane of widths and heights, with faint lines through equal numbers of
/// threads; the longer the time, the fuller the cell.
PlanePress block_plane(const Look& look, const char* id, std::span<const BlockCell> cells,
                       const BlockPlane& sides, int current, const Help& about = {});

// -- figures (widgets_figures.cpp) ---------------------------------------------------------------

/// Times on an axis from 0: hairline min to p95, thick p25 to p75, tick at the median.
void interval_bar(const Look& look, const Box& box, const Summary& times, double axis_max,
                  bool hollow);
/// Times of A on such an axis: a hollow band from p25 to p75, a triangle over the median. Returns
/// the x of the median.
float put_baseline(const Look& look, const Box& box, const Summary& times, double axis_max);
struct BarPart {
  Slot slot;
  double value;
};
/// Parts laid end to end from the left; `mark` is a tick across the bar. All in units of axis_max.
void stacked_bar(const Look& look, const Box& box, std::span<const BarPart> parts, double axis_max,
                 double mark);
/// Colour and shape that stand for a slot.
void put_swatch(const Look& look, Slot slot, const Box& box);
/// The shape alone, in another colour: on areas of the series' own.
void put_shape(const Look& look, Slot slot, Color color, const Box& box);
Color series_color(const Look& look, Slot slot);
/// Of two colours, as WCAG has it: 1 to 21.
double contrast_of(Color a, Color b);
/// Dark or light, whichever has more contrast on the colour.
Color ink_on(const Look& look, Color ground);
void put_hatch(const Look& look, Color color, const Box& box);
void put_ground(const Look& look, Color color, const Box& box, double rounding = metrics.rounding);
void put_outline(const Look& look, Color color, const Box& box, double rounding = metrics.rounding);
/// What a lecture points at: an outline over all that its window shows.
void put_highlight(const Look& look, const Box& box);
/// Likewise of the current window, where that is pointed at.
void highlight_window(const Look& look, std::string_view place);
/// Ground under text on pictures.
void put_scrim(const Look& look, const Box& box);
void put_rule(const Look& look, const Box& box);  ///< hairline along the box's lower edge
/// A bar along the foot of the box, `share` of its width.
void put_foot_bar(const Look& look, Color color, const Box& box, double share,
                  double height = metrics.foot_bar);
void put_progress(const Look& look, const Box& box, double fraction);
/// The map from `from` to its end, with `ticks` marks evenly between its ends.
void put_color_map(const Look& look, ColorMap map, double from, const Box& box, int ticks = 0);
/// A circle that is seen on every ground, for the brush; drawn within the box.
void put_ring(const Look& look, const Box& box, float x, float y, float radius);
/// Hairlines from (x0, y0) to (x1, y1), as far as they are in the box.
void put_lines(const Look& look, const Box& box, Color color,
               std::span<const std::array<float, 4>> lines);
/// The line where two pictures meet, along the box's left edge, with a grip in its middle.
void put_divider(const Look& look, const Box& box, bool active);
/// The presenter's ring about the pointer, over everything; `pulse` 0...1 is the course of a click.
void put_pointer_ring(const Look& look, float x, float y, std::optional<double> pulse);
/// Everything but a circle about the pointer is darkened.
void put_spotlight(const Look& look, float x, float y);
void put_key_cap(const Look& look, const Box& box, std::string_view key);
double key_cap_width(const Look& look, std::string_view key);  ///< px
/// Icon and word, for the right end of the top bar.
void chip(const Look& look, Icon icon, Color color, std::string_view word);
float chip_width(const Look& look, std::string_view word);
/// The picture of the scene; the box is whole pixels.
void put_picture(const Box& box, std::uint64_t texture);

}  // namespace livewarp::ui
