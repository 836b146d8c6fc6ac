// PGM and PPM, as text (P2, P3) and binary (P5, P6): https://netpbm.sourceforge.net/doc/pgm.html
// and ppm.html.
#include <algorithm>
#include <string>
#include <string_view>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/pictures/image_format.h"

namespace livewarp {

namespace {

bool is_space(std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(std::uint8_t c) { return c >= '0' && c <= '9'; }

/// Reads the numbers of a header or a text body, past white space and comments (# to the end of the
/// line).
class Numbers {
 public:
  Numbers(ImageBytes file, std::size_t from) : file_(file), at_(from) {}

  std::size_t at() const { return at_; }
  /// One blank ends the header of a binary file, whatever byte comes next; before it there may be a
  /// comment, up to that blank.
  void skip_one_blank() {
    if (!at_end() && here() == '#') skip_comment();
    if (!at_end()) skip();
  }

  /// The next number. `what` it is: "the width", for errors. No number is above a million here.
  std::uint32_t next(const std::string& what) {
    skip_blanks();
    if (at_end()) fail("the file ends before " + what);
    if (!is_digit(here())) fail(what + " is no whole number");
    std::uint32_t number = 0;
    for (; !at_end() && is_digit(here()); skip()) {
      number = 10 * number + std::uint32_t(here() - '0');
      if (number > most) fail(what + " is above " + grouped(most));
    }
    if (!at_end() && !is_space(here()) && here() != '#') fail(what + " is no whole number");
    return number;
  }

  [[noreturn]] void fail(const std::string& why) const {
    const auto line = 1 + std::count(file_.begin(), file_.begin() + std::ptrdiff_t(at_), '\n');
    throw Error("line " + grouped(line) + ": " + why);
  }

 private:
  static constexpr std::uint32_t most = 1'000'000;

  void skip_blanks() {
    while (!at_end() && (is_space(here()) || here() == '#'))
      if (here() == '#')
        skip_comment();
      else
        skip();
  }
  void skip_comment() {
    while (!at_end() && here() != '\n') skip();
  }
  bool at_end() const { return at_ == file_.size(); }
  std::uint8_t here() const { return file_[at_]; }
  void skip() { ++at_; }

  ImageBytes file_;
  std::size_t at_;
};

struct Header {
  bool text = false, colour = false;
  std::uint32_t width = 0, height = 0, most = 0;
  std::int64_t in_pixel() const { return colour ? 3 : 1; }
  std::int64_t in_row() const { return std::int64_t(width) * in_pixel(); }
};

Header read_header(ImageBytes file, Numbers& numbers) {
  Header header;
  header.text = file[1] <= '3';
  header.colour = file[1] == '3' || file[1] == '6';
  header.width = numbers.next("the width");
  header.height = numbers.next("the height");
  header.most = numbers.next("the largest value");
  if (header.most < 1 || header.most > 0xFFFF)
    numbers.fail("the largest value is " + grouped(header.most) + ": it must be 1 \u2026 65,535");
  return header;
}

std::string place(const Header& header, std::int64_t value) {
  const std::int64_t pixel = value / header.in_pixel();
  return "pixel " + grouped(pixel % header.width) + " of row " + grouped(pixel / header.width);
}

ImageSize size_of(const Header& header) {
  return checked_size(header.width, header.height, header.colour ? 4 : 1,
                      header.most > 0xFF ? 16 : 8);
}

/// Says so before memory is taken, where the file is too short for the size in its header.
void check_length(const Header& header, std::uint64_t left) {
  const std::int64_t values = header.in_row() * std::int64_t(header.height);
  const std::int64_t bytes_each = header.text || header.most > 0xFF ? 2 : 1;
  const std::int64_t there =  // the last number of a text has no blank behind it
      (std::int64_t(left) + (header.text ? 1 : 0)) / bytes_each;
  if (there >= values || values == 0) return;
  throw Error("the file ends at " + place(header, there) + " of a picture of " +
              grouped(header.width) + " \u00d7 " + grouped(header.height) + " pixels");
}

/// Puts the values of a file at their places in an image, in the image's range.
class Values {
 public:
  Values(const Header& header, Image& image) : header_(header), image_(image) {
    opaque_ = image.channels == 4;
  }
  void put(std::int64_t i, std::uint32_t value) {
    if (value > header_.most)
      throw Error(place(header_, i) + ": the value " + grouped(value) + " is above the largest, " +
                  grouped(header_.most));
    const auto full = std::uint32_t(image_.full());
    const std::uint32_t scaled = (value * full + header_.most / 2) / header_.most;
    store(opaque_ ? i / 3 * 4 + i % 3 : i, scaled);
    if (opaque_ && i % 3 == 2) store(i / 3 * 4 + 3, full);
  }

 private:
  void store(std::int64_t i, std::uint32_t value) {
    if (image_.bits == 8)
      image_.pixels[std::size_t(i)] = std::byte(value);
    else
      reinterpret_cast<std::uint16_t*>(image_.pixels.data())[i] = std::uint16_t(value);
  }
  const Header& header_;
  Image& image_;
  bool opaque_;
};

void read_text(const Header& header, Numbers& numbers, Image& image) {
  Values values(header, image);
  const std::int64_t count = header.in_row() * std::int64_t(header.height);
  for (std::int64_t i = 0; i < count; ++i) values.put(i, numbers.next(place(header, i)));
}

void read_binary(const Header& header, ImageBytes data, Image& image) {
  Values values(header, image);
  const std::int64_t count = header.in_row() * std::int64_t(header.height);
  const std::uint8_t* next = data.data();
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint32_t value = *next++;
    if (header.most > 0xFF) value = value << 8 | *next++;  // the higher byte first
    values.put(i, value);
  }
}

bool recognised(ImageBytes file) {
  constexpr std::string_view kinds = "2356";
  return file.size() >= 3 && file[0] == 'P' &&
         kinds.find(char(file[1])) != std::string_view::npos &&
         (is_space(file[2]) || file[2] == '#');
}

ImageSize size(ImageBytes head, std::uint64_t file_bytes) {
  Numbers numbers(head, 2);
  const Header header = read_header(head, numbers);
  if (!header.text) numbers.skip_one_blank();
  // The number or comment that the head ends with may go on.
  if (numbers.at() == head.size() && head.size() < file_bytes)
    throw Error("its header is too long");
  check_length(header, file_bytes - numbers.at());
  return size_of(header);
}

Image decode(ImageBytes file) {
  Numbers numbers(file, 2);
  const Header header = read_header(file, numbers);
  if (!header.text) numbers.skip_one_blank();
  const ImageBytes data = file.subspan(numbers.at());
  check_length(header, data.size());
  Image image = blank_image(size_of(header));
  if (header.text)
    read_text(header, numbers, image);
  else
    read_binary(header, data, image);
  return image;
}

}  // namespace

const ImageFormat& pnm_format() {
  static const ImageFormat format{"PGM and PPM", {"pgm", "ppm", "pnm"}, recognised, size, decode};
  return format;
}

}  // namespace livewarp
