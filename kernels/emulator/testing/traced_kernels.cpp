// Compiled with instrumentation.
#include "kernels/emulator/testing/traced_kernels.h"

#include "kernels/core/device/published.cuh"
#include "kernels/emulator/testing/truth_launches.h"

LIVEWARP_KERNELS_BEGIN

__global__ void alternating(float* out) {
  const int lane = static_cast<int>(threadIdx.x);
  for (int k = 0; k < 64; ++k)
    if ((k + lane) & 1) out[32 * k + lane] = 1;
}

__global__ void uneven_loop(const float* __restrict__ in, float* __restrict__ out) {
  const int thread = static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int round = 0; round < thread; ++round) sum += in[round];
  out[thread] = sum;
}

__global__ void half(float* out) {
  float value = 1;
  if (threadIdx.x < 16)
    for (int k = 0; k < 64; ++k) value = value * 1.5f + sqrtf(value);
  out[threadIdx.x] = value;
}

__device__ __forceinline__ void hand_on(uint64* words) {
  const int own = 32 * int(blockIdx.x) + int(threadIdx.x);
  const uint64 before = blockIdx.x > 0 ? load_relaxed(words + own - 32) : 0;
  store_relaxed(words + own, before + 1);
}
__global__ void handed_on_by_all(uint64* words) { hand_on(words); }

template <class T, int Count>
struct Parts {
  T part[Count];
};
struct alignas(16) Aligned {
  float x, y, z, w;
};

template <class T>
__global__ void copy_by_shared(T* out) {
  __shared__ T tile[256];
  const unsigned t = threadIdx.x;
  T value{};
  reinterpret_cast<unsigned char&>(value) = static_cast<unsigned char>(t);
  tile[t] = value;
  __syncthreads();
  out[blockIdx.x * 256 + t] = tile[t ^ 1u];
}

template <class T>
__global__ void copy_structures(const T* __restrict__ in, T* __restrict__ out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__constant__ float constants[32];

__global__ void from_constants(float* out) {
  const unsigned t = threadIdx.x;
  out[t] = constants[blockIdx.x];
  out[32 + t] = constants[t % 2];
  out[64 + t] = constants[t];
}

template <emulator::Planted Defect>
__global__ void planted(float* in, float* out) {
  using enum emulator::Planted;
  float* tile = dynamic_shared<float>();
  const int t = static_cast<int>(threadIdx.x), first = static_cast<int>(blockIdx.x) * 64;
  if (Defect != uninitialised || t < 32) tile[t] = in[first + t];
  if constexpr (Defect == divergent) {
    if (t < 32)
      __syncthreads();
    else
      __syncthreads();
  } else if constexpr (Defect == never_reached) {
    if (t < 16)
      tile[t] = __shfl_sync(0xffffffffu, tile[t], 0);
    else
      __syncthreads();
  } else if constexpr (Defect != missing_barrier) {
    __syncthreads();
  }
  if constexpr (Defect == between_blocks) {
    out[first + t] = 1;
    if (blockIdx.x == 1) out[first + t] += out[t];
  } else if constexpr (Defect == same_result) {
    out[t] = 1;
  } else if constexpr (Defect == other_result) {
    out[t] = float(first + t);
  } else if constexpr (Defect == changed_later) {
    out[t] = 1;
    if (blockIdx.x == 1) out[t] = 2;
  } else if constexpr (Defect == atomics) {
    atomicAdd(&out[0], 1.0f);
  } else if constexpr (Defect == counted || Defect == counted_unfenced) {
    if (t > 0) return;
    out[1 + blockIdx.x] = tile[0];
    if (Defect == counted) __threadfence();
    if (atomicAdd(&out[0], 1.0f) == 1.0f) out[3] = out[1] + out[2];
  } else if constexpr (Defect == held_lock || Defect == passed_lock) {
    auto* const lock = reinterpret_cast<unsigned*>(out);
    if (Defect == passed_lock && t % 32 > 0) {
      if (t < 32) __syncwarp();
      return;
    }
    while (atomicCAS(lock, 0u, 1u) != 0) {
    }
    if (Defect == held_lock || t < 32) __syncwarp();
    atomicAdd(&out[1], 1.0f);
    atomicExch(lock, 0u);
  } else if constexpr (Defect == handed_on) {
    if (t == 0) hand_on(reinterpret_cast<uint64*>(out));
  } else {
    if (Defect == input_written && t == 7) in[first + t] = 0;
    const int from = Defect == beyond_shared && t == 63 ? 64 : 63 - t;
    const int to = Defect == beyond_buffer && t == 63 && first > 0 ? 64 : t;
    out[Defect == before_buffer && t == 0 && first == 0 ? -2 : first + to] = tile[from];
  }
}

LIVEWARP_KERNELS_END

namespace livewarp::emulator {

void launch_traced_truth(KernelExec& exec, void* a, void* b,
                         const std::function<void(const char*)>& each) {
  launch_truth(exec, a, b, each);
}
namespace {

/// Calls run(T()) with the type that is meant.
template <class Run>
void with_structure(Copied what, const Run& run) {
  switch (what) {
  case Copied::three_floats: return run(Parts<float, 3>());
  case Copied::six_floats: return run(Parts<float, 6>());
  case Copied::three_doubles: return run(Parts<double, 3>());
  case Copied::two_doubles: return run(Parts<double, 2>());
  case Copied::two_floats: return run(Parts<float, 2>());
  case Copied::four_bytes: return run(Parts<unsigned char, 4>());
  case Copied::four_floats: return run(Aligned());
  }
}

}  // namespace

void launch_copies_by_shared(KernelExec& exec, Copied what, void* out) {
  with_structure(what, [&]<class T>(T) {
    exec.launch(LIVEWARP_KERNEL(copy_by_shared<T>), Dim3{4096}, Dim3{256}, 0, static_cast<T*>(out));
  });
}
void launch_copies(KernelExec& exec, Copied what, const void* in, void* out) {
  with_structure(what, [&]<class T>(T) {
    exec.launch(LIVEWARP_KERNEL(copy_structures<T>), Dim3{4096}, Dim3{256}, 0,
                static_cast<const T*>(in), static_cast<T*>(out));
  });
}
void launch_constant(KernelExec& exec, float* out) {
  exec.launch(LIVEWARP_KERNEL(from_constants), Dim3{1}, Dim3{32}, 0, out);
}
void launch_alternating(KernelExec& exec, float* out) {
  exec.launch(LIVEWARP_KERNEL(alternating), Dim3{1}, Dim3{32}, 0, out);
}
void launch_uneven_loop(KernelExec& exec, const float* in, float* out) {
  exec.launch(LIVEWARP_KERNEL(uneven_loop), Dim3{1}, Dim3{64}, 0, in, out);
}
namespace {

template <Planted Defect>
void launch(KernelExec& exec, float* in, float* out) {
  exec.launch(LIVEWARP_KERNEL(planted<Defect>), Dim3{2}, Dim3{64}, 64 * sizeof(float), in, out);
}

}  // namespace

void launch_planted(KernelExec& exec, Planted defect, float* in, float* out) {
  switch (defect) {
  case Planted::sound: return launch<Planted::sound>(exec, in, out);
  case Planted::missing_barrier: return launch<Planted::missing_barrier>(exec, in, out);
  case Planted::divergent: return launch<Planted::divergent>(exec, in, out);
  case Planted::never_reached: return launch<Planted::never_reached>(exec, in, out);
  case Planted::beyond_buffer: return launch<Planted::beyond_buffer>(exec, in, out);
  case Planted::beyond_shared: return launch<Planted::beyond_shared>(exec, in, out);
  case Planted::uninitialised: return launch<Planted::uninitialised>(exec, in, out);
  case Planted::input_written: return launch<Planted::input_written>(exec, in, out);
  case Planted::between_blocks: return launch<Planted::between_blocks>(exec, in, out);
  case Planted::same_result: return launch<Planted::same_result>(exec, in, out);
  case Planted::other_result: return launch<Planted::other_result>(exec, in, out);
  case Planted::changed_later: return launch<Planted::changed_later>(exec, in, out);
  case Planted::before_buffer: return launch<Planted::before_buffer>(exec, in, out);
  case Planted::atomics: return launch<Planted::atomics>(exec, in, out);
  case Planted::counted: return launch<Planted::counted>(exec, in, out);
  case Planted::counted_unfenced: return launch<Planted::counted_unfenced>(exec, in, out);
  case Planted::handed_on: return launch<Planted::handed_on>(exec, in, out);
  case Planted::held_lock: return launch<Planted::held_lock>(exec, in, out);
  case Planted::passed_lock: return launch<Planted::passed_lock>(exec, in, out);
  }
}
void launch_handed_on(KernelExec& exec, std::uint64_t* words) {
  exec.launch(LIVEWARP_KERNEL(handed_on_by_all), Dim3{2}, Dim3{32}, 0,
              reinterpret_cast<uint64*>(words));
}
void launch_half_warp(KernelExec& exec, float* out) {
  exec.launch(LIVEWARP_KERNEL(half), Dim3{1}, Dim3{32}, 0, out);
}

}  // namespace livewarp::emulator
