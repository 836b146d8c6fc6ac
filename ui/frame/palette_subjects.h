#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/frame/command_palette.h"

namespace livewarp::ui {

/// Something that has a name and a value.
struct Subject {
  std::string id, label, now;
  std::vector<Option> options = {};
  const Param* number = nullptr;  ///< instead of options
  std::string reason = {};
  /// Makes an entry complete, from the id of an option or the text of a number. May throw `Error`.
  std::function<void(PaletteEntry&, const std::string&)> choose;
  const Param* block = nullptr;  ///< of which the options are presets
};

/// All that the line "/" can set, the variants first. `study`: of it axes and memory modes are
/// taken.
std::vector<Subject> palette_subjects(const Model& model, const Remembered& remembered,
                                      const Choice& now, Theme theme, const PaletteStudy* study);

}  // namespace livewarp::ui
