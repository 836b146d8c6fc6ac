#include "kernels/core/launches/iterate_cell.cuh"
#include "kernels/core/launches/nested_kernels.h"

namespace livewarp {

namespace {

/// The host learns of no launch that a kernel makes: that one looks for its failure itself.
__device__ void note_failure(int* failed) {
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) *failed = int(error);
}

__global__ void one_step(const float* from, float* to, int n) {
  const int cell = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (cell < n * n) step_cell(from, to, n, cell);
}

/// Dynamic parallelism, the plain form: one thread on the GPU launches all steps. Children that a
/// block launches into its default stream run one after another, as on the host; none of them is
/// waited for here. The kernel is over when the last child is. The host launches once, but a launch
/// from the GPU is a launch too: it goes through memory to the same scheduler.
__global__ void launch_steps(float* a, float* b, int n, int steps, int* failed) {
  constexpr int threads = 256;
  for (int i = 0; i < steps; ++i)
    one_step<<<(n * n + threads - 1) / threads, threads>>>(i % 2 ? b : a, i % 2 ? a : b, n);
  note_failure(failed);
}

/// Dynamic parallelism by tail launches: each step asks for the next, which begins when this whole
/// grid has ended, and so sees all that its blocks have written. Nothing waits on the GPU
/// meanwhile: what is over makes room. The kernel could decide by its result whether another step
/// is needed at all, which no list of launches made before can.
__global__ void step_then_next(float* from, float* to, int n, int steps, int* failed) {
  const int cell = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (cell < n * n) step_cell(from, to, n, cell);
  if (cell != 0 || steps <= 1) return;
  step_then_next<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(to, from, n, steps - 1,
                                                                     failed);
  note_failure(failed);
}

__global__ void nothing_more() {}

/// What a launch from the GPU costs: children that do nothing.
__global__ void launch_nothing(int count, int* failed) {
  for (int i = 0; i < count; ++i) nothing_more<<<1, 1>>>();
  note_failure(failed);
}

__global__ void chain_of_nothing(int count, int* failed) {
  if (count <= 1) return;
  chain_of_nothing<<<1, 1, 0, cudaStreamTailLaunch>>>(count - 1, failed);
  note_failure(failed);
}

/// A bitonic network whose comparisons all point upwards: those that reach beyond the end can be
/// left out, and so it sorts any count, not powers of two alone.
__device__ void sort_by_block(unsigned* numbers, int count) {
  for (int width = 2; width < 2 * count; width *= 2)
    for (int distance = width / 2; distance > 0; distance /= 2) {
      __syncthreads();
      for (int i = int(threadIdx.x); i < count; i += int(blockDim.x)) {
        // The first pass of a width mirrors it, the others shift.
        const int partner = distance == width / 2 ? i ^ (width - 1) : i ^ distance;
        if (partner <= i || partner >= count || numbers[i] <= numbers[partner]) continue;
        const unsigned greater = numbers[i];
        numbers[i] = numbers[partner];
        numbers[partner] = greater;
      }
    }
}

__device__ unsigned median(unsigned a, unsigned b, unsigned c) {
  return max(min(a, b), min(max(a, b), c));
}

/// Quicksort, a recursion that only the numbers decide. A block puts what is less than the pivot to
/// the front, what is greater to the back, and launches a kernel for each of them: "fire and
/// forget" lets both run at once, and the host's kernel is over when all of them are. Each level
/// moves the numbers from one buffer to the other. Few numbers, and what is left at the greatest
/// depth, one block sorts alone: a launch costs more than that.
__global__ void __launch_bounds__(quicksort_threads)
    quicksort(unsigned* numbers, unsigned* spare, unsigned* sorted, int count, int depth,
              int* failed) {
  if (count <= quicksort_small || depth >= quicksort_depth) {
    if (numbers != sorted)
      for (int i = int(threadIdx.x); i < count; i += int(blockDim.x)) sorted[i] = numbers[i];
    return sort_by_block(sorted, count);
  }
  __shared__ int less, greater;
  if (threadIdx.x == 0) less = greater = 0;
  __syncthreads();
  const unsigned pivot = median(numbers[0], numbers[count / 2], numbers[count - 1]);
  for (int i = int(threadIdx.x); i < count; i += int(blockDim.x)) {
    const unsigned number = numbers[i];
    if (number < pivot) spare[atomicAdd(&less, 1)] = number;
    if (number > pivot) spare[count - 1 - atomicAdd(&greater, 1)] = number;
  }
  __syncthreads();
  const int back = count - greater;
  for (int i = less + int(threadIdx.x); i < back; i += int(blockDim.x)) sorted[i] = pivot;
  if (threadIdx.x != 0) return;
  if (less > 0)
    quicksort<<<1, quicksort_threads, 0, cudaStreamFireAndForget>>>(spare, numbers, sorted, less,
                                                                    depth + 1, failed);
  if (greater > 0)
    quicksort<<<1, quicksort_threads, 0, cudaStreamFireAndForget>>>(
        spare + back, numbers + back, sorted + back, greater, depth + 1, failed);
  note_failure(failed);
}

}  // namespace

const void* launch_steps_kernel() { return reinterpret_cast<const void*>(launch_steps); }
const void* step_then_next_kernel() { return reinterpret_cast<const void*>(step_then_next); }
const void* launch_nothing_kernel() { return reinterpret_cast<const void*>(launch_nothing); }
const void* chain_of_nothing_kernel() { return reinterpret_cast<const void*>(chain_of_nothing); }
const void* quicksort_kernel() { return reinterpret_cast<const void*>(quicksort); }

}  // namespace livewarp
