#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/frame/key_press.h"
#include "ui/frame/layout.h"
#include "ui/frame/state.h"
#include "ui/model/numbers.h"
#include "ui/widgets/verdict.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

struct Action;

/// One frame as panels see it: what to show, what they remember, and where their requests go.
struct Frame {
  Look look;
  const Model& model;
  const Numbers& numbers;
  Columns columns;
  State& state;
  Result& result;
  Choice& wanted;                 ///< the running choice with this frame's changes
  double now = 0;                 ///< seconds
  double width = 0, height = 0;   ///< of the window, em
  const std::string& own_notice;  ///< of the user interface itself; empty mostly
  std::span<const Action> actions;
  std::vector<KeyPress> presses;
  std::u32string characters;              ///< that were typed
  const VariantEntry* subject = nullptr;  ///< while its menu is drawn: instead of the cursor's
  Box image =
      {};  ///< where the image lies, once its picture is drawn; without width: there is none

  /// Of a variant that cannot run here and is studied: its setting with this frame's changes.
  std::optional<Choice> studied = {};

  const VariantEntry* variant(const std::string& name) const;
  /// What controls of launch and memory set: the studied variant's, or else the running one's.
  Choice& setting() { return studied ? *studied : wanted; }
  const Choice& setting() const { return studied ? *studied : wanted; }
  const std::vector<Param>& axes() const;           ///< of that variant
  const std::vector<Option>& memory_modes() const;  ///< likewise
  const VariantEntry* cursor_variant() const { return subject ? subject : variant(state.cursor); }
};

// Panels: each draws one area of the window.
void top_bar(Frame& frame);
void menu(Frame& frame);  ///< its first button
void status_bar(Frame& frame);
void controls_panel(Frame& frame);
void timing_panel(Frame& frame);
void plots(Frame& frame);  ///< in the rest of the timing panel
void variants_panel(Frame& frame);
/// See analysis_tabs.h; `alone`: below the readout of a scene that fills the window.
void analysis_panel(Frame& frame, bool alone);
/// Readout, picture and what lies over it. `fills_window`: the panels are hidden.
void scene_panel(Frame& frame, bool fills_window);
void readout(Frame& frame, const Box& box);
/// The verdict, and what may be wrong with the samples behind the number (panel_badge.cpp).
Mark readout_badge(const Frame& frame);
bool few_samples(const Frame& frame);  ///< too few for a number that counts
/// OpenGL draws on the cores that the variant computes on, so that live times are longer than a
/// bench's.
bool cores_are_shared(const Model& model);
// Parts of it, for the presenter.
void readout_bar(const Frame& frame, const Box& box);
std::string readout_rate(const Frame& frame);   ///< items a second
std::string readout_bench(const Frame& frame);  ///< "bench 7.90 ms" of what runs; may be empty
/// What is known against A, at the right end of a line; returns where it begins
/// (panel_verdict.cpp).
float put_verdict(Frame& frame, const Box& box);
/// The same for the back row: the words alone, and nothing where nothing is pinned.
float put_large_verdict(const Frame& frame, const Box& box);
/// A's live times if they may stand on the axis of the running variant's; null otherwise.
const Summary* baseline_of(const Frame& frame);
/// A on the axis of the interval bar, its value below it in `box`, left of `last`.
void put_baseline(const Frame& frame, const Box& box, const Box& bar, float last);
/// Tools, chips, legend, value under the pointer and hints on the picture.
void overlays(Frame& frame, const Box& picture);
void notices(Frame& frame, const Box& picture);
/// A lecture's note for the hall along the picture's foot, and how far the lecture is; and the px
/// that it takes there.
void caption(Frame& frame, const Box& picture);
float caption_height(const Frame& frame, float width);
/// What the status bar says of it: slide, its time and that of all. Empty without a lecture.
std::string lecture_text(const LectureView& lecture);
/// Opens and closes the panel below the picture as the slide that was reached has it (lecture.cpp).
void follow_lecture(Frame& frame);
float notices_height(const Frame& frame, float width);  ///< px that they take of the picture's top
void help_overlay(Frame& frame);
/// A line in which any setting can be typed, with what fits to it below.
void command_palette_overlay(Frame& frame);
/// F9: the picture and a band of large figures, nothing else.
void presenter(Frame& frame);
/// What follows the pointer in it; to be called last.
void presenter_pointer(Frame& frame);
/// On stage, and the pointer has rested for a while: what belongs to it is not shown.
bool pointer_is_away(const Frame& frame);
/// The picture itself, with mouse and brush.
void picture(Frame& frame, const Box& box, bool fills_window);
/// To be called after all that lies on the picture. What may have controls on it is hovered a frame
/// late: a press in the frame in which the pointer arrives, all that touch screens and pens send,
/// is taken here unless a control has taken it.
void take_early_press(Frame& frame, const Box& box, bool fills_window);
void parameters(Frame& frame, ParamGroup group);  ///< controls of the problem's parameters
void axes(Frame& frame);                          ///< controls of the running variant's axes
void parts(Frame& frame);                         ///< how devices share its problem
/// The block of threads: a chart of its shapes and their times (panel_block.cpp).
void block_control(Frame& frame, const Param& param);
/// The next block in width (dx) or height (dy); in a row of shapes dx alone counts.
void change_block(Frame& frame, int dx, int dy);
/// What can be done with a row of the variants table, where it was right-clicked
/// (panel_variant_menu.cpp).
void variant_menu(Frame& frame);
/// The variant of the table's cursor as a table in Markdown, onto the clipboard.
void copy_variant(Frame& frame, const VariantEntry& variant);

// What is said of a studied variant in the controls (panel_study.cpp).
inline constexpr const char* studied_tag = "Studied: not run here";
void study_head(Frame& frame);   ///< the tag, why it cannot run, and what runs
void study_looks(Frame& frame);  ///< what there is to see of it, and what the emulator found
/// A verdict of the emulator: a word for a row of the table, a sentence, and its figures.
struct EmulatedWords {
  bool right = false;
  std::string word, text, hover;
};
EmulatedWords emulated_words(const CheckResult& found);

/// "No CUDA device: <the driver's words>. CPU variants run."
std::string no_gpu_text(const Machine& machine);
/// "copy path: interop failed (...)": why pictures do not take the wanted way.
std::string path_text(const Model& model);

// The tab Curves (ui/explain/panel_curves.cpp).
/// Why its times cannot be measured now; empty: they can.
std::string curves_hindrance(const Frame& frame);
/// "livewarp curves access --variant stride --over stride": the same without a window.
std::string curves_command(const Frame& frame);

// The experiment that is chosen in the tab Transfer (ui/move/panel_transfer.cpp).
/// What its button runs.
LabRequest wanted_experiment(const Frame& frame);
/// Why that cannot run; empty if it can.
std::string experiment_hindrance(const Frame& frame);
/// "livewarp transfer pipeline --chunks 4": the same without a window.
std::string experiment_command(const Frame& frame);
/// The next one of the list, or the one before; and of what it has found.
void step_experiment(Frame& frame, int direction);
void step_finding(Frame& frame, int direction);
bool transfer_is_shown(const Frame& frame);

/// " counted", " model" or " sampled", to stand after a unit; empty for what was measured
/// (panel_readout.cpp).
const char* origin_tag(Origin origin);
/// "Save CSV\u2026" where a dialog asks for the place, and what is said of the place where none
/// does (panel_analysis.cpp).
std::string saving(const Frame& frame, const char* verb);
std::string saved_where(const Frame& frame);

/// What is said instead of a time that never comes.
inline constexpr const char* paused_text = "paused \u00b7 Space runs, . steps";

// The variants table's cursor (selection.cpp).
/// Variants as they stand in the table, top to bottom.
std::vector<const VariantEntry*> variants_in_order(const Frame& frame);
/// Follows the running variant, and switches to a variant that the arrows have rested on for 120
/// ms.
void update_cursor(Frame& frame);
void move_cursor(Frame& frame, int offset);
/// Makes a variant run at once; one that cannot is studied.
void choose_variant(Frame& frame, const VariantEntry& variant);
void choose_backend(Frame& frame, Backend backend);
// A variant that cannot run here is studied while the cursor stands on it (study.cpp).
/// Begins and ends it, wherever the cursor has gone.
void follow_study(Frame& frame);
/// The variant that is studied; null: none.
const VariantEntry* studied_variant(const Frame& frame);
/// What the model says of the studied setting; null before it says anything.
const StudyView* study_of(const Frame& frame);
/// The cursor goes back to what runs.
void end_study(Frame& frame);

// Keys that choose (keys_choice.cpp); what there is not is said by a toast.
void choose_numbered_variant(Frame& frame, int number);  ///< 1 ... 9
void choose_workload(Frame& frame, int number);          ///< 1 ... 9
void step_block(Frame& frame, int direction);
void step_size(Frame& frame, int direction);

/// Says something for a moment, over all else (panel_toast.cpp). Returns when it ends.
double show_toast(Frame& frame, std::string text);
void toast(Frame& frame);

/// Reads the keyboard. To be called before any panel.
void handle_keys(Frame& frame);
void command_palette_keys(
    Frame& frame);  ///< while a setting is being typed (panel_command_palette.cpp)
/// A key was pressed in this frame, whatever modifiers it has.
bool pressed(const Frame& frame, int key, bool repeats = false);
// Instead of the mouse (keys_view.cpp).
void next_panel(int direction);  ///< the ring of focus goes there
bool ring_is_seen();
/// Esc hides the ring; what a menu drew it for is over with the menu.
void end_ring(const State& state, bool popup_is_open);
Pointer pointer_of_keys(const State::Hand& hand, const View& view, double width, double height);
/// Typing, a list that is open, or the focus ring has the keyboard.
bool keyboard_taken();
void note_keyboard(State& state);  ///< at a frame's end

}  // namespace livewarp::ui
