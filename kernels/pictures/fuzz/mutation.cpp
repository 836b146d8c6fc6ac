#include "kernels/pictures/fuzz/mutation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace livewarp::fuzz {

namespace {

constexpr std::size_t most_kept = 256, most_bytes = std::size_t{64} << 10;

std::ptrdiff_t offset(std::size_t at) { return std::ptrdiff_t(at); }

}  // namespace

Mutator::Mutator(std::vector<Bytes> known, std::uint64_t seed)
    : known_(std::move(known)), seeds_(known_.size()), random_(seed) {}

Bytes Mutator::next() {
  Bytes file = some_known();
  for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(file);
  if (file.size() > most_bytes) file.resize(most_bytes);
  return file;
}

void Mutator::keep(const Bytes& file) {
  if (known_.size() < seeds_ + most_kept)
    known_.push_back(file);
  else
    known_[seeds_ + below(most_kept)] = file;
}

void Mutator::change(Bytes& file) {
  switch (below(8)) {
  case 0: return flip_bit(file);
  case 1: return put_number(file);
  case 2: return put_text(file);
  case 3: return remove_part(file);
  case 4: return repeat_part(file);
  case 5: return splice(file);
  case 6: return file.resize(below(file.size() + 1));
  default:
    if (!file.empty()) file[below(file.size())] = std::uint8_t(random_());
  }
}

void Mutator::flip_bit(Bytes& file) {
  if (!file.empty()) file[below(file.size())] ^= std::uint8_t(1 << below(8));
}

/// Where sizes and counts overflow, in one to four bytes of either order.
void Mutator::put_number(Bytes& file) {
  constexpr std::array<std::uint32_t, 14> numbers{
      0,      1,      2,       0x7F,       0x80,       0xFF,       0x7FFF,
      0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  const std::uint32_t number = numbers[below(numbers.size())];
  const std::size_t size = std::size_t{1} << below(3);
  const bool highest_first = below(2) == 0;
  if (file.size() < size) return;
  const std::size_t at = below(file.size() - size + 1);
  for (std::size_t i = 0; i < size; ++i)
    file[at + i] = std::uint8_t(number >> 8 * (highest_first ? size - 1 - i : i));
}

/// What has a meaning in text formats, over what is there or between it.
void Mutator::put_text(Bytes& file) {
  constexpr std::array<std::string_view, 12> texts{
      "0", "1", "255", "256", "65535", "65536", "1000000", "1000001", "-1", "#", "\n", " "};
  const std::string_view text = texts[below(texts.size())];
  const std::size_t at = below(file.size() + 1);
  if (below(2) == 0) {
    const std::size_t over = std::min(text.size(), file.size() - at);
    file.erase(file.begin() + offset(at), file.begin() + offset(at + over));
  }
  file.insert(file.begin() + offset(at), text.begin(), text.end());
}

void Mutator::remove_part(Bytes& file) {
  const std::size_t at = below(file.size());
  const std::size_t count = below(std::min<std::size_t>(file.size() - at, 64) + 1);
  file.erase(file.begin() + offset(at), file.begin() + offset(at + count));
}

void Mutator::repeat_part(Bytes& file) {
  const std::size_t at = below(file.size());
  const std::size_t count = below(std::min<std::size_t>(file.size() - at, 64) + 1);
  const Bytes part(file.begin() + offset(at), file.begin() + offset(at + count));
  file.insert(file.begin() + offset(below(file.size() + 1)), part.begin(), part.end());
}

/// The beginning of one file and the end of another.
void Mutator::splice(Bytes& file) {
  const Bytes& other = some_known();
  file.resize(below(file.size() + 1));
  file.insert(file.end(), other.begin() + offset(below(other.size() + 1)), other.end());
}

}  // namespace livewarp::fuzz
