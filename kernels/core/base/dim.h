#pragma once

#include <cstdint>
#include <string>

namespace livewarp {

/// Extent of a grid or a block, in blocks or threads; x varies fastest.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// Reads "128" or "32x8" or "8x8x4". Throws `Error` on anything else.
Dim3 parse_dim(const std::string& text);

/// The shortest form that `parse_dim` reads back: "128", "32x8".
std::string to_text(const Dim3& dim);

/// Four floats in 16 aligned bytes: the host's view of what kernels call `float4`.
struct alignas(16) Float4 {
  float x = 0, y = 0, z = 0, w = 0;
  bool operator==(const Float4&) const = default;
};

/// ceil(a / b) for positive b.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Blocks that cover columns x rows of cells, each block `cells` of them.
constexpr Dim3 grid_over(std::int64_t columns, std::int64_t rows, Dim3 cells) {
  return {unsigned(ceil_div(columns, cells.x)), unsigned(ceil_div(rows, cells.y))};
}

}  // namespace livewarp
