#pragma once

#include <string>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace livewarp::ui {

/// Files of the typefaces; an empty path means that there is none.
struct FontFiles {
  struct File {
    std::string path;
    unsigned face = 0;  ///< index within a collection
  };
  File text, strong, mono,
      mono_medium;               ///< Inter regular, semi-bold; JetBrains Mono regular, medium
  File fallback, mono_fallback;  ///< DejaVu Sans, DejaVu Sans Mono
};

/// Looks in $LIVEWARP_FONT_DIR, then in `folders`, by file name; what is missing there is asked of
/// fontconfig, unless `ask_system` is false. Never throws.
FontFiles find_fonts(const std::vector<std::string>& folders, bool ask_system = true);

/// Type of the user interface. All numbers are set in `mono`, whose digits are equally wide.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_medium = nullptr;
  std::string notice;  ///< what had to be replaced, for the user; empty if nothing
};

/// Loads them into the atlas, with DejaVu behind for characters that they lack; where a typeface is
/// missing DejaVu stands in, and where that is missing the font built into Dear ImGui.
Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files);

}  // namespace livewarp::ui
