// What one load of a warp touches: a strip of the whole array, and below it the lines of 128 bytes
// in which the warp's addresses lie, a cell for each 4 bytes.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int access_line = 32;         ///< elements of a line of 128 bytes
constexpr int access_most_lines = 32;   ///< that a warp's load touches: one a lane
constexpr int access_strip_rows = 56;   ///< of pixels, the whole array
constexpr int access_mark_rows = 12;    ///< of them, at the bottom: where the lines lie
constexpr int access_lines_row = 84;    ///< of pixels, where the lines begin
constexpr int access_cell_height = 24;  ///< at most

struct AccessShown {
  const float* result;
  const int* index;  ///< of a gather: the warp's 32 or fewer; else null
  int n, width, height;
  int unit;   ///< elements that are fetched together: 8 of a sector, 16 of a CPU's cache line
  int lanes;  ///< of the warp, with an index
  int lines;  ///< rows of cells
  int mesh;   ///< nodes of a row of the mesh that is drawn in their place; 0: none
  int cell_height;
  float brightest;                   ///< value of a result
  int line[access_most_lines];       ///< number of each row's line; not of a gather
  unsigned used[access_most_lines];  ///< a bit for each of its elements
};

__device__ __forceinline__ uchar4 access_ground() { return make_uchar4(22, 26, 33, 255); }
__device__ __forceinline__ uchar4 access_used_color() { return make_uchar4(79, 220, 186, 255); }
__device__ __forceinline__ uchar4 access_fetched_color() { return make_uchar4(214, 122, 48, 255); }
__device__ __forceinline__ uchar4 access_left_color() { return make_uchar4(58, 65, 78, 255); }

/// The line of a row; -1: its lane has found it open already.
__device__ __forceinline__ int access_line_at(const AccessShown& shown, int row) {
  if (!shown.index) return shown.line[row];
  const int line = shown.index[row] / access_line;
  for (int lane = 0; lane < row; ++lane)
    if (shown.index[lane] / access_line == line) return -1;
  return line;
}

/// A bit for each element of the row's line that a lane asks for.
__device__ __forceinline__ unsigned access_used_at(const AccessShown& shown, int row, int line) {
  if (!shown.index) return shown.used[row];
  unsigned used = 0;
  for (int lane = 0; lane < shown.lanes; ++lane)
    if (shown.index[lane] / access_line == line) used |= 1u << shown.index[lane] % access_line;
  return used;
}

/// The array from end to end, and below it marks where the warp's lines lie.
__device__ __forceinline__ uchar4 access_strip_color(const AccessShown& shown, int px, int py) {
  const int first = int(int64(px) * shown.n / shown.width);
  const int next = int(int64(px + 1) * shown.n / shown.width);
  if (py < access_strip_rows - access_mark_rows) {
    const float share = shown.result[first] / shown.brightest;
    const auto grey = (unsigned char)(40 + 180 * (share >= 0 && share <= 1 ? share : 0));
    return make_uchar4(grey, grey, grey, 255);
  }
  for (int row = 0; row < shown.lines && !shown.mesh; ++row) {
    const int line = access_line_at(shown, row);
    const int begin = line * access_line;
    if (line >= 0 && begin < (next > first ? next : first + 1) && begin + access_line > first)
      return access_used_color();
  }
  return access_left_color();
}

__device__ __forceinline__ uchar4 access_edge_color(int color) {
  const uchar4 tints[6] = {make_uchar4(90, 145, 246, 255),  make_uchar4(79, 220, 186, 255),
                           make_uchar4(247, 168, 37, 255),  make_uchar4(226, 88, 80, 255),
                           make_uchar4(182, 111, 152, 255), make_uchar4(200, 200, 90, 255)};
  return tints[color];
}

/// The corner of the mesh: a node in each cell, with its edges to the right, down, and to the right
/// below.
__device__ __forceinline__ uchar4 access_mesh_color(const AccessShown& shown, int px, int py) {
  constexpr int cell = 48, middle = 6, node = 5;  // nodes are discs of that radius
  const int column = (px - middle + node) / cell, row = (py - middle + node) / cell;
  const int x = px - middle - column * cell, y = py - middle - row * cell;
  const int i = row * shown.mesh + column;
  if (i >= shown.n || column >= shown.mesh) return access_ground();
  if (x * x + y * y <= node * node) return make_uchar4(230, 234, 240, 255);
  const bool right = column + 1 < shown.mesh, down = i + shown.mesh < shown.n;
  if (right && i + 1 < shown.n && x > 0 && y * y <= 1) return access_edge_color(column % 2);
  if (down && y > 0 && x * x <= 1) return access_edge_color(2 + row % 2);
  if (right && i + shown.mesh + 1 < shown.n && x > 0 && (x - y) * (x - y) <= 2)
    return access_edge_color(4 + row % 2);
  return access_ground();
}

__device__ __forceinline__ uchar4 access_color(const AccessShown& shown, int px, int py) {
  if (py < access_strip_rows) return access_strip_color(shown, px, py);
  if (shown.mesh)
    return py < access_lines_row ? access_ground()
                                 : access_mesh_color(shown, px, py - access_lines_row);
  const int cell_width = shown.width / access_line;
  const int row = (py - access_lines_row) / shown.cell_height, cell = px / cell_width;
  const int left = px % cell_width, top = (py - access_lines_row) % shown.cell_height;
  const int gap = cell % shown.unit == 0 ? 4 : 1;  // wider where something else is fetched
  if (py < access_lines_row || row >= shown.lines || left < gap || top < 2) return access_ground();
  const int line = access_line_at(shown, row);
  if (line < 0 || line * access_line + cell >= shown.n) return access_ground();
  const unsigned used = access_used_at(shown, row, line);
  if (used >> cell & 1u) return access_used_color();
  const unsigned unit = ((1u << shown.unit) - 1u) << cell / shown.unit * shown.unit;
  return used & unit ? access_fetched_color() : access_left_color();
}

__global__ void access_picture(const __grid_constant__ AccessShown shown,
                               uchar4* __restrict__ picture, int pixels) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel < pixels)
    picture[pixel] = access_color(shown, pixel % shown.width, pixel / shown.width);
}

LIVEWARP_KERNELS_END
