#include "app/report/html.h"

#include <vector>

#include <png.h>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::string_view unknown = "\uFFFD";

/// How many bytes of UTF-8 begin the text; 0: none are.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (length == 3 && ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)))
    return 0;
  if (length == 4 && ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)))
    return 0;
  return length;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const unsigned char first = static_cast<unsigned char>(text.front());
    const bool control = first < 0x20 && first != '\n' && first != '\t';
    if (length == 0 || control || first == 0x7F)
      html += unknown;
    else if (first == '&')
      html += "&amp;";
    else if (first == '<')
      html += "&lt;";
    else if (first == '>')
      html += "&gt;";
    else if (first == '"')
      html += "&quot;";
    else if (first == '\'')
      html += "&#39;";
    else
      html += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return html;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto at = [&](std::size_t k) { return k < left ? unsigned(bytes[i + k]) : 0U; };
    const unsigned three = at(0) << 16 | at(1) << 8 | at(2);
    text += letters[three >> 18];
    text += letters[three >> 12 & 63];
    text += left > 1 ? letters[three >> 6 & 63] : '=';
    text += left > 2 ? letters[three & 63] : '=';
  }
  return text;
}

std::string png_address(int width, int height, const std::uint8_t* rgba) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(width);
  image.height = png_uint_32(height);
  image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t bytes = 0;
  std::vector<std::uint8_t> file;
  const auto write = [&](void* memory) {
    return png_image_write_to_memory(&image, memory, &bytes, 0, rgba, 0, nullptr) != 0;
  };
  if (write(nullptr)) {
    file.resize(bytes);
    if (write(file.data())) {
      file.resize(bytes);
      return "data:image/png;base64," + base64(file);
    }
  }
  throw Error(std::string("the picture cannot be put into the report: ") + image.message);
}

}  // namespace livewarp
