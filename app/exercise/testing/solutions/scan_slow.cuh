#include "kernels/scan/scan.cuh"

LIVEWARP_KERNELS_BEGIN

// Where element i of the tree lies.
__device__ __forceinline__ int place(int i) { return i; }

__global__ void scan_padded(const __grid_constant__ ScanTask task) {
  float* const sums = dynamic_shared<float>();
  const int thread = threadIdx.x, size = 2 * blockDim.x, first = blockIdx.x * size;
  const int left = first + thread, right = left + blockDim.x;
  const float a = left < task.n ? task.in[left] : 0.0f, b = right < task.n ? task.in[right] : 0.0f;
  sums[place(thread)] = a;
  sums[place(thread + blockDim.x)] = b;
  for (int apart = 1; apart < size; apart *= 2) {
    const int node = 2 * apart * (thread + 1) - 1;
    __syncthreads();
    if (node < size) sums[place(node)] += sums[place(node - apart)];
  }
  __syncthreads();
  if (thread == 0) {
    if (task.sums) task.sums[blockIdx.x] = sums[place(size - 1)];
    sums[place(size - 1)] = 0;
  }
  for (int apart = size / 2; apart > 0; apart /= 2) {
    const int node = 2 * apart * (thread + 1) - 1;
    __syncthreads();
    if (node < size) {
      const float before = sums[place(node)];
      sums[place(node)] = before + sums[place(node - apart)];
      sums[place(node - apart)] = before;
    }
  }
  __syncthreads();
  if (left < task.n) task.out[left] = sums[place(thread)] + (task.exclusive ? 0.0f : a);
  if (right < task.n)
    task.out[right] = sums[place(thread + blockDim.x)] + (task.exclusive ? 0.0f : b);
}

LIVEWARP_KERNELS_END
