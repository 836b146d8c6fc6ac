#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/frame/key_press.h"
#include "ui/model/model.h"
#include "ui/widgets/widgets.h"

/// What the user can do in the window. Each action stands once, in the table: keys, menus, the top
/// bar, F1, the line "/" and the random user of the tests all read it.
namespace livewarp::ui {

struct Frame;

/// A text of an action: fixed, or made of what is shown.
class Text {
 public:
  Text(const char* fixed = "") : fixed_(fixed) {}
  template <std::convertible_to<std::string (*)(const Frame&)> F>
  Text(F made) : made_(made) {}
  std::string operator()(const Frame& frame) const { return made_ ? made_(frame) : fixed_; }

 private:
  const char* fixed_ = "";
  std::string (*made_)(const Frame&) = nullptr;
};

/// What leads to an action: a key, or a character, for those that lie elsewhere on every keyboard.
struct Chord {
  int key = 0;       ///< ImGuiKey with ImGuiMod; 0: the character
  int argument = 0;  ///< what the action is told: a direction, a number
  char32_t character = 0;
};

/// Where its keys work: with the keyboard free, or also beside the ring of focus, lists, typing.
enum class Reach { free_keyboard, not_typing, no_open_list, always };

enum class HelpGroup { none, running, looking, lecture, leaving };

/// Its line of F1.
struct HelpLine {
  HelpGroup group = HelpGroup::none;
  const char* text = "";  ///< empty: its label
  const char* keys = "";  ///< empty: its first chord
};

/// A section of a menu.
enum class Menu {
  measuring,
  setting,
  lecture,
  preset,
  exercise,
  handover,
  theme,
  text,
  screen,
  layout,
  failures,
  end,
  variant
};

struct MenuPlace {
  Menu menu;
  int rank = 0;  ///< within the section; those of the same rank stand as in the table
};

/// Its button in the top bar, and what that shows instead while the action is `chosen`.
struct BarButton {
  Icon icon = Icon::none;  ///< none: it has no button
  const char* label = "";
  Icon chosen_icon = Icon::none;
  const char* chosen_label = "";
};

struct Action {
  const char* id;     ///< of its menu entry and its button
  const char* label;  ///< in menus and in the line "/"
  std::vector<Chord> chords = {};
  HelpLine line = {};
  std::vector<MenuPlace> menus = {};
  BarButton bar = {};
  Text help = {};       ///< what it does: 1-3 sentences
  Text option = {};     ///< the same on the command line; empty: it concerns the window alone
  Text shown_key = {};  ///< instead of its first chord
  Text reason = {};     ///< why not now; empty: it can
  bool (*chosen)(const Frame&) = nullptr;  ///< ticked, or shown as switched on
  /// Either or both: what it does here, and what the program around the panels then does.
  void (*run)(Frame&, int argument) = nullptr;
  std::optional<AppCommand> command = {};
  Reach reach = Reach::free_keyboard;
  bool repeats = false;      ///< while its key is held
  bool leads_away = false;   ///< its keys close open lists
  bool keeps_menu = false;   ///< chosen there, the menu stays open
  bool changes_run = false;  ///< not while a measurement needs the run as it is
  /// While a lecture is given its keys are its own; else they are whose they are in the table.
  bool in_lecture = false;

  /// What it does depends on the key: nothing that a menu could offer.
  bool only_by_key() const;
  /// "Ctrl Z"; empty without chords, and while a lecture has taken the first one.
  std::string key(const Frame& frame) const;
};

/// All of them, in the order of F1; the others are its parts.
const std::vector<Action>& actions();
std::vector<Action> running_actions();
std::vector<Action> handover_actions();  ///< to other tools
std::vector<Action> analysis_actions();  ///< of the groups of Analysis and their tabs
std::vector<Action> studying_actions();
std::vector<Action> blocks_actions();    ///< of a launch: tint, replay, times
std::vector<Action> warp_actions();      ///< along the steps of a warp
std::vector<Action> edit_actions();      ///< on a kernel that is rewritten
std::vector<Action> exercise_actions();  ///< on the exercise that is open
std::vector<Action> fault_actions();     ///< on faults of kernels, and the quiz about them
std::vector<Action> looking_actions();
std::vector<Action> lecture_actions();  ///< and of named choices
/// One of them; throws `std::logic_error` if there is none of that id.
const Action& action(std::string_view id);
bool changes_run(AppCommand command);

/// What a key leads to, and with which argument; null: nothing. Shift counts only where it makes
/// another action.
struct KeyAction {
  const Action* action = nullptr;
  int argument = 0;
};
KeyAction action_of(std::span<const Action> all, const KeyPress& press, bool in_lecture = false);
KeyAction action_of(std::span<const Action> all, char32_t character, bool in_lecture = false);
/// Whether a lecture that is given has taken its first chord.
bool key_is_taken(const Frame& frame, const Action& action);
/// Those of a menu's section, in order.
std::vector<const Action*> actions_in(std::span<const Action> all, Menu menu);

/// A reason why something cannot be done, or none where it can.
inline std::string unless(bool can, const char* why) { return can ? "" : why; }
/// Why nothing can be measured; empty: it can.
std::string busy_text(const Model& model);
/// Why it cannot be done now; empty: it can.
std::string why_not(const Frame& frame, const Action& action);
Help help_of(const Frame& frame, const Action& action);
/// Does it, or says why not.
void perform(Frame& frame, const Action& action, int argument = 0);
void perform(Frame& frame, std::string_view id);
/// What its button in the bar shows.
struct ButtonLook {
  Icon icon = Icon::none;
  const char* label = "";
  bool active = false;  ///< shown as switched on
};
ButtonLook button_look(const Action& action, bool chosen);
/// A button that does it, greyed where it cannot; `spec` says how it looks.
void action_button(Frame& frame, const Action& action, ButtonSpec spec);
void action_button(Frame& frame, std::string_view id, const ButtonSpec& spec);

}  // namespace livewarp::ui
