// Keys that have one order, for kernels and the host.
//
// Keys are fp32, read as their bits. A compare instruction of fp32 knows no order for NaN and takes
// -0 and 0 for equal; unsigned integers have one order. One operation makes them of each other:
//
//   sign bit 0 (numbers from 0 on, infinity, NaN)   set it: they are above all others
//   sign bit 1                                      turn all bits: larger ones come first
//
// That is the order totalOrder of IEEE 754-2019, 5.10. Arrays always hold the keys themselves; a
// kernel computes with the ordered integers.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// A key's bits as an integer that is larger if the key is (Herf: Radix Tricks, 2001).
__device__ __forceinline__ unsigned sort_ordered(unsigned bits) {
  return bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
}
__device__ __forceinline__ unsigned sort_bits(unsigned ordered) {
  return ordered ^ (ordered >> 31 ? 0x80000000u : 0xffffffffu);
}

LIVEWARP_KERNELS_END
