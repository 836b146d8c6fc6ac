// Launches the kernels whose counts are known, as they were launched when they were counted.
#pragma once

#include <cstddef>

#include "kernels/emulator/testing/truth_kernels.cuh"

LIVEWARP_KERNELS_BEGIN

namespace truth {

// What the launches touch of the two arrays, which begin at a multiple of 256 bytes. When they were
// counted, each byte of `a` was 1 and each of `b` was 0; `hist_shared` alone goes where the values
// send it.
inline constexpr std::size_t bytes_of_a = 128u << 20, bytes_of_b = 16u << 20;

inline constexpr Dim3 blocks{4096}, block{256}, tile_blocks{32, 32}, tile_block{32, 8};

template <class Run>
void launch_copies(const Run& run, void* a, void* b) {
  run("copy_row", LIVEWARP_KERNEL(copy_row), blocks, block, a, b);
  run("copy_float4", LIVEWARP_KERNEL(copy_vector<float4>), blocks, block, a, b);
  run("copy_float2", LIVEWARP_KERNEL(copy_vector<float2>), blocks, block, a, b);
  run("copy_double", LIVEWARP_KERNEL(copy_vector<double>), blocks, block, a, b);
  run("copy_byte", LIVEWARP_KERNEL(copy_byte), blocks, block, a, b);
  run("copy_stride<2>", LIVEWARP_KERNEL(copy_stride<2>), blocks, block, a, b);
  run("copy_stride<4>", LIVEWARP_KERNEL(copy_stride<4>), blocks, block, a, b);
  run("copy_stride<8>", LIVEWARP_KERNEL(copy_stride<8>), blocks, block, a, b);
  run("copy_stride<32>", LIVEWARP_KERNEL(copy_stride<32>), blocks, block, a, b);
  run("copy_offset1", LIVEWARP_KERNEL(copy_offset1), blocks, block, a, b);
  run("broadcast", LIVEWARP_KERNEL(broadcast), blocks, block, a, b);
  run("copy_column", LIVEWARP_KERNEL(copy_column), Dim3{4, 1024}, block, a, b, 1024);
  run("aos3", LIVEWARP_KERNEL(aos3), blocks, block, a, b);
}

template <class Run>
void launch_shared(const Run& run, void* a, void* b) {
  run("transpose_tile<0>", LIVEWARP_KERNEL(transpose_tile<0>), tile_blocks, tile_block, a, b, 1024);
  run("transpose_tile<1>", LIVEWARP_KERNEL(transpose_tile<1>), tile_blocks, tile_block, a, b, 1024);
  run("shared_stride<1>", LIVEWARP_KERNEL(shared_stride<1>), blocks, block, b);
  run("shared_stride<2>", LIVEWARP_KERNEL(shared_stride<2>), blocks, block, b);
  run("shared_stride<4>", LIVEWARP_KERNEL(shared_stride<4>), blocks, block, b);
  run("shared_stride<16>", LIVEWARP_KERNEL(shared_stride<16>), blocks, block, b);
  run("shared_stride<32>", LIVEWARP_KERNEL(shared_stride<32>), blocks, block, b);
  run("shared_stride<33>", LIVEWARP_KERNEL(shared_stride<33>), blocks, block, b);
  run("shared_float4", LIVEWARP_KERNEL(shared_float4), blocks, block, b);
  run("shared_float2_s2", LIVEWARP_KERNEL(shared_float2_s2), blocks, block, b);
  run("shared_double", LIVEWARP_KERNEL(shared_double), blocks, block, b);
  run("shared_double_s2", LIVEWARP_KERNEL(shared_double_s2), blocks, block, b);
}

template <class Run>
void launch_together(const Run& run, void* a, void* b) {
  run("half_warp", LIVEWARP_KERNEL(half_warp), blocks, block, a, b);
  run("heat5", LIVEWARP_KERNEL(heat5), Dim3{32, 129}, tile_block, a, b, 1001, 1030);
  run("nbody_tile", LIVEWARP_KERNEL(nbody_tile), Dim3{16}, block, a, b, 4096);
  run("hist_shared", LIVEWARP_KERNEL(hist_shared), Dim3{264}, block, a, b, 1 << 22);
}

}  // namespace truth

/// Launches all 29, in the order of truth/kernels.csv. Calls each(name), the name as there, before
/// each launch, and waits for nothing.
template <class Each>
void launch_truth(KernelExec& exec, void* a, void* b, const Each& each) {
  const auto run = [&](const char* name, const auto& kernel, Dim3 grid, Dim3 block,
                       auto... arguments) {
    each(name);
    exec.launch(kernel, grid, block, 0, arguments...);
  };
  truth::launch_copies(run, a, b);
  truth::launch_shared(run, a, b);
  truth::launch_together(run, a, b);
}

LIVEWARP_KERNELS_END
