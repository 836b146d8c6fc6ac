#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

/// Elements of EBML (RFC 8794) as bytes: an id, the size of what follows, and that.
namespace livewarp::ebml {

/// The lowest `bytes` bytes of a number, the highest of them first.
inline std::string big_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += char(number >> (8 * i) & 0xFF);
  return text;
}

/// Ids carry their own length in their first bits: written as they are.
inline std::string id(std::uint32_t id) {
  const int bytes = id > 0xFFFFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1;
  return big_endian(id, bytes);
}

/// A size in eight bytes, the first of which says that there are eight: so it can be written before
/// it is known, and filled in later.
inline std::string size(std::uint64_t size) { return big_endian(size | std::uint64_t{1} << 56, 8); }

inline std::string element(std::uint32_t name, std::string_view content) {
  return id(name) + size(content.size()) + std::string(content);
}

inline std::string number(std::uint32_t name, std::uint64_t value) {
  return element(name, big_endian(value, 8));
}

inline std::string real(std::uint32_t name, double value) {
  return element(name, big_endian(std::bit_cast<std::uint64_t>(value), 8));
}

}  // namespace livewarp::ebml
