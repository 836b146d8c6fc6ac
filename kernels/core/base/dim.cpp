#include "kernels/core/base/dim.h"

#include <array>
#include <charconv>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw Error("block " + (text.empty() ? std::string("(empty)") : text) +
              ": must be like 128, 32x8 or 8x8x4");
}

}  // namespace

Dim3 parse_dim(const std::string& text) {
  std::array<unsigned, 3> extents{1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const auto [rest, error] = std::from_chars(at, end, extents[axis]);
    if (error != std::errc{} || extents[axis] == 0) refuse(text);
    if (rest == end) return {extents[0], extents[1], extents[2]};
    if (*rest != 'x') refuse(text);
    at = rest + 1;
  }
  refuse(text);  // a fourth extent, or an x at the end
}

std::string to_text(const Dim3& dim) {
  std::string text = std::to_string(dim.x);
  if (dim.y != 1 || dim.z != 1) text.append("x").append(std::to_string(dim.y));
  if (dim.z != 1) text.append("x").append(std::to_string(dim.z));
  return text;
}

}  // namespace livewarp
