#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/workload/remembered.h"
#include "ui/charts/accuracy_chart.h"
#include "ui/charts/timeline_layout.h"
#include "ui/charts/wave_cells.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/presenter_memory.h"
#include "ui/model/choices.h"
#include "ui/model/occupancy_curves.h"
#include "ui/theme/tokens.h"
#include "ui/views/blocks_view.h"
#include "ui/views/roofline_view.h"
#include "ui/views/warp_view.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

struct Draft;      // ui/edit/draft.h
struct FaultText;  // ui/faults/fault_text.h

/// Panels, or what Tab, Shift+Tab and F8 leave of them.
enum class Shown { all, readout, nothing, analysis };
enum class SortBy { order, title, median };
enum class LensShows { counts, ptx, sass };

/// What the panels remember from frame to frame. Nothing of a measurement is among it.
struct State {
  // Kept in the settings file.
  double text_scale = 1;
  Theme theme = Theme::dark;
  /// What the file keeps of these two while the program was started with others; until the user
  /// changes them.
  std::optional<double> kept_text_scale;
  std::optional<Theme> kept_theme;
  bool show_keys = true;       ///< in the presenter: the last key that was pressed
  bool hint_gone = false;      ///< the first hint was followed or closed
  bool unlocked = false;       ///< panels may be torn off
  bool custom_layout = false;  ///< panels were rearranged: the window's size no longer decides
  struct Sizes {               ///< of the side columns, em; 0: as arranged
    double left = 0, right = 0, share = 0;
  };
  std::array<Sizes, 5> sizes;  ///< by arrangement, where separators were dragged
  bool settings_damaged = false, rebuild_layout = false;
  struct Analysis {
    bool open = false;
    bool tuner_setup = false;  ///< in a low panel: what to vary, in place of what was found
    double height = 0;         ///< em; 0: as arranged
    std::string group;         ///< that was open last
    std::map<std::string, std::string> tabs;  ///< that were, by group
    int graph = 0;                            ///< of the sweep
    std::vector<GraphView> views;             ///< of its graphs
    GraphView tuner_view;                     ///< of the search's line
    std::array<GraphView, 2> curve_views;     ///< of counts and times over a parameter
    int curves_graph = 0;                     ///< which of them, where one has room
  } analysis;

  /// The tab Transfer.
  struct Lab {
    std::string experiment;                    ///< the chosen one; empty: the first
    std::map<std::string, Values> values;      ///< that were set, by experiment
    std::map<std::string, std::string> pages;  ///< what is shown of each
    std::map<std::string, GraphView> graphs;   ///< by title
    std::map<std::string, TimelineView> timelines;
  } lab;

  /// What the tabs of Explain look at.
  struct LookedAt {
    std::string variant;                  ///< the CUDA variant that was looked at last
    std::map<std::string, Value> blocks;  ///< of variants that do not run, where they were chosen
  } looked_at;

  /// Which access the tab Lens has chosen.
  struct Lens {
    LensShows shows = LensShows::counts;
    struct Code {  ///< and which line of PTX or SASS
      std::string shown;
      int kernel = 0;
      std::string path;
      int line = 0;
      bool scroll_source = false, scroll_code = false;
    } code;
    std::string shown;   ///< the variant whose kernel was chosen last
    std::string beside;  ///< the variant whose source stands beside it; empty: none
    int kernel = 0;
    std::string path;
    int line = 0;
    std::size_t access = 0;
    bool scroll = false;  ///< to the chosen line
    bool figure = false;  ///< in a narrow panel: in place of the source
  } lens;

  struct Occupancy {
    int compute = 0;      ///< the architecture that was chosen; 0: none
    bool shapes = false;  ///< of planes: shapes of as many threads, in place of numbers of threads
    bool warps = false;  ///< resident warps of launches that reserved shared memory, in their place
    std::string about;   ///< the kernel and GPU that something is assumed of
    WhatIf what_if;
    /// The curves are computed anew once something of this is another.
    struct Drawn {
      OccupancyRequest request;
      std::string code;
      int compute = 0;
      WhatIf what_if;
      bool operator==(const Drawn&) const = default;
    } drawn;
    OccupancyCurves curves;
  } occupancy;

  /// How the picture is tinted by who writes it, and the replay of the launch.
  bool tint_parts = true;  ///< where devices share the problem
  struct Blocks {
    TintBy tint = TintBy::off;
    double at = 1;  ///< share of the launch that has been replayed
    bool playing = false;
    BlocksRequest about;  ///< whose replay it is
    /// The timeline's parts are found anew once something of this is another.
    struct Drawn {
      const BlocksView* view = nullptr;
      BlocksRequest request;
      double end = 0;
      float width = 0, row = 0;  ///< px
      bool operator==(const Drawn&) const = default;
    } drawn;
    std::vector<WaveCell> cells;
  } blocks;

  /// The warp that the tab Warp follows, and where one is in its steps.
  struct Warp {
    std::string whose;          ///< variant, whose blocks the two below are of
    std::optional<Dim3> block;  ///< none: the one in the middle
    unsigned warp = 0;
    WarpRequest about;  ///< whose steps they are
    WarpPlace place;
    std::optional<std::size_t> lit;  ///< the access whose elements are lit on the picture
    bool playing = false;
    double next_at = 0;   ///< when it goes on
    bool scroll = false;  ///< to the line of the step
  } warp;

  /// Kernels that the user rewrites in the tab Edit.
  struct Kernels {
    std::map<std::string, std::shared_ptr<Draft>> drafts;  ///< by workload, variant and kernel
    std::string shown;            ///< whose kernel the tab shows, or showed last: see `edit_key`
    std::shared_ptr<Draft> open;  ///< of its kernel; null: there is none yet
    bool diff = false;            ///< what was changed stands in place of the editor
    std::string watch;            ///< the file that is watched instead; empty: none
    std::optional<std::string> typed_path;  ///< while one is being typed
    std::uint64_t openings = 0;             ///< of files and exercises, as far as it knows
    std::optional<Choice> meant;            ///< by the last one, until its workload runs
  } kernels;

  /// Faults of kernels, in the tab Faults.
  struct Faults {
    std::string name;                     ///< the one that is looked at; empty: the first
    std::map<std::string, bool> planted;  ///< those that were tried, and whether they are in
    bool diff = false;                    ///< the change stands in place of the kernel
    std::shared_ptr<FaultText> text;      ///< null: none was shown yet
    bool quiz = false;
    std::size_t question = 0, cursor = 0;  ///< the answer that is marked
    std::optional<std::size_t> answer;     ///< place of the fault that was answered
    int asked = 0, right = 0;              ///< of the questions until now
  } faults;

  /// What the tab Timeline shows of the last frames.
  struct Frames {
    TimelineView view;
    int shown = 3;
    bool held = false;     ///< by its key
    bool pointed = false;  ///< the mouse was over it in the last frame: it stays as it is
  } frames;

  BytesOf roofline_bytes = BytesOf::compulsory;  ///< by which points have their places

  /// Where the running setting stood in the tab Error, oldest first.
  struct Accuracy {
    std::string workload;
    Values problem;
    std::vector<AccuracyPoint> trail;
  } accuracy;

  /// What was done for the slide that was reached last.
  struct Lecture {
    int arrivals = 0;
    bool opened = false;     ///< the panel below the picture
    bool presented = false;  ///< and the presenter was left for it
  } lecture;

  Shown shown = Shown::all;
  bool presenting = false;        ///< F9: picture and band alone, whatever `shown` says
  bool switch_presenter = false;  ///< with the next frame
  PresenterMemory presenter;
  bool help_open = false, drawer_open = false;
  std::optional<bool> start_open, view_open;  ///< empty: open if there is room
  bool lesson_open = false;
  SortBy sort = SortBy::order;
  bool sort_down = true;
  std::size_t other_machine = 0;  ///< whose times the variants table shows, of those loaded

  // The cursor of the variants table, and the variant it is about to switch to.
  std::string cursor, running, workload;
  std::string pending;
  double pending_at = 0;
  bool scroll_to_cursor = false;
  Remembered remembered;

  /// A field under the mouse: its value until it is let go; what follows at once is sent that
  /// often.
  static constexpr double live_seconds = 0.12;
  struct Edit {
    std::string param;
    double value = 0;
    double sent_at = 0;
  };
  std::optional<Edit> edit;
  /// A path that is being typed.
  struct Typing {
    std::string param, text;
  };
  std::optional<Typing> typing;
  std::string trouble;  ///< with a file, as said in the last frame
  /// With a block that was typed; said as long as the block of that time is still the chosen one.
  struct BlockTrouble {
    std::string text, variant, block;
  };
  BlockTrouble block_trouble;
  std::string variant_menu;         ///< the variant whose menu is open ...
  bool variant_menu_asked = false;  ///< ... or to be opened
  bool variant_menu_by_key = false;
  std::optional<std::array<float, 2>>
      variant_menu_at;        ///< where it is to hang; empty: at the mouse
  std::uint64_t presses = 0;  ///< of mouse buttons

  std::string plot;  ///< id of the series that is plotted; empty: the times of steps

  double readout_axis = 0, plot_axis = 0, frame_axis = 0;  ///< ends of axes, sticky; ms
  /// What keys do to the picture in this frame.
  struct Hand {
    double x = 0, y = 0, notches = 0;  ///< strokes to the right, down, and nearer
    bool second = false;               ///< what the other mouse button would do
    bool fits = false;
    bool operator==(const Hand&) const = default;
  } hand;
  bool menu_asked = false;  ///< by a key
  CommandPalette command_palette;

  /// Said for a moment.
  struct Toast {
    std::string text;
    double until = -1;
  } toast;
  double quit_until = -1;           ///< another Esc or Q before that time quits
  int held_modifiers = 0;           ///< at the end of the last frame
  bool keyboard_was_taken = false;  ///< likewise
  bool popup_was_open = false, control_was_active = false;  ///< likewise
  bool ring_was_seen = false;  ///< likewise; while a popup is open: before it
  bool picture_touched = false;
  bool own_notice_closed = false;
};

}  // namespace livewarp::ui
