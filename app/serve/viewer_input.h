#pragma once

#include <string>
#include <variant>

namespace livewarp {

// What the one who steers does in the browser. Places are pixels of the frame, x to the right and
// y downward from its upper left corner.

struct PointerMove {
  double x = 0, y = 0;
};
struct PointerButton {
  int button = 0;  ///< 0: left, 1: right, 2: middle
  bool down = false;
};
struct PointerWheel {
  double x = 0, y = 0;  ///< notches: y above 0 is away from the user
};
/// A key by its place on the keyboard, and by what is written on it.
struct KeyPress {
  std::string code;  ///< KeyboardEvent.code: "KeyA", "ArrowDown"
  std::string key;   ///< KeyboardEvent.key: "a", "ArrowDown"
  bool down = false;
};
struct TypedText {
  std::string text;  ///< UTF-8
};
/// Of the clipboard there, to be inserted.
struct PastedText {
  std::string text;  ///< UTF-8
};
/// How much room the page has.
struct PageSize {
  int width = 0, height = 0;  ///< pixels of the screen, not of CSS
  double pixel_ratio = 1;     ///< pixels of the screen a pixel of CSS
};
/// A file that was uploaded, and has a path here.
struct DroppedFile {
  std::string path;
};
/// No key and no button is held any longer: the page has lost the keyboard, the connection is gone
/// or somebody else steers.
struct LetGo {};

using ViewerInput = std::variant<PointerMove, PointerButton, PointerWheel, KeyPress, TypedText,
                                 PastedText, PageSize, DroppedFile, LetGo>;

}  // namespace livewarp
