#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "app/serve/viewer_input.h"

namespace livewarp {

/// What a page says beside what its user does. Each is a JSON object whose member "t" names it.
namespace viewer {

/// {"t":"button","b":0,"down":true,"x":1,"y":2}: the pointer has come to x, y first, if they are
/// there.
struct Button {
  PointerButton button;
  std::optional<PointerMove> at;
};
/// {"t":"codecs","h264":true}: what the page decodes beside JPEG.
struct Codecs {
  bool h264 = false;
};
/// {"t":"shown","n":7}: the frame of that number, and those before it, need no room any more.
struct Shown {
  std::uint32_t number = 0;
};
/// {"t":"vote","v":1.5}
struct Vote {
  double value = 0;
};
/// {"t":"give","to":3}: the one who steers hands over to that viewer.
struct Give {
  int to = 0;
};
/// {"t":"take"}: who came with the steering link steers from now on.
struct Take {};
/// {"t":"ask"}: would like to steer.
struct Ask {};
/// {"t":"hidden","hidden":true}: nobody sees the page; frames would be for nothing.
struct Hidden {
  bool hidden = false;
};

}  // namespace viewer

using ViewerMessage =
    std::variant<PointerMove, PointerWheel, KeyPress, TypedText, PastedText, PageSize, LetGo,
                 viewer::Button, viewer::Codecs, viewer::Shown, viewer::Vote, viewer::Give,
                 viewer::Take, viewer::Ask, viewer::Hidden>;

/// Why a message is none.
struct RefusedMessage {
  std::string why;
};

inline constexpr std::size_t longest_viewer_message = std::size_t{64} << 10;  // bytes

/// Reads a message of a page, which may be anything. Members that it does not know are ignored.
std::variant<ViewerMessage, RefusedMessage> read_viewer_message(std::string_view text);

}  // namespace livewarp
