#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/workload/remembered.h"
#include "ui/model/choices.h"
#include "ui/model/model.h"
#include "ui/theme/tokens.h"

/// Settings that are typed: "filter lanczos3", the words of the command line without their dashes;
/// and actions by their names.
namespace livewarp::ui {

struct Action;
struct Frame;

/// Before the name under which the present choice is saved.
inline constexpr const char* save_preset_words = "save preset ";

/// What the line remembers while it is open.
struct CommandPalette {
  bool open = false;
  std::string text = {};
  int cursor = 0;  ///< of what fits to the text
};

/// Something that fits to what was typed.
struct PaletteEntry {
  std::string text;                   ///< the whole line that it stands for: "filter lanczos3"
  std::string title, note, reason;    ///< "Filter", "Lanczos-3", why it cannot be chosen
  std::optional<Choice> choice = {};  ///< what it makes; empty: there is more to type
  std::optional<Theme> theme = {};
  std::optional<FileRequest> file = {};
  const Action* action = nullptr;
  std::string study = {};              ///< a variant that cannot run here, which it studies
  std::string why = {};                ///< why that cannot run
  std::optional<Choice> studied = {};  ///< what the studied variant is set to
  std::optional<int> slide = {};       ///< of the lecture, from 0
  std::string preset = {};             ///< the name under which the choice is saved
  std::string exercise = {};           ///< that is opened
  std::string fault = {};              ///< that the tab Faults shows
  bool complete() const {
    return reason.empty() &&
           (choice || theme || file || action || studied || slide || !study.empty() ||
            !preset.empty() || !exercise.empty() || !fault.empty());
  }
};

/// What is studied, whose axes and memory modes are then meant; without it those of what runs.
struct PaletteStudy {
  const Choice& choice;
  const std::vector<Param>& axes;
  const std::vector<Option>& memory_modes;
};

/// First the names of settings that hold what was typed, then, with one of them whole, its values;
/// and variants by their names. Those that cannot run here are found too, and are studied.
std::vector<PaletteEntry> palette_entries(const Model& model, const Remembered& remembered,
                                          const Choice& now, Theme theme, std::string_view typed,
                                          const PaletteStudy* study = nullptr);
/// Actions that are called as what was typed, or whose line of F1 is.
std::vector<PaletteEntry> action_entries(const Frame& frame, std::string_view typed);

}  // namespace livewarp::ui
