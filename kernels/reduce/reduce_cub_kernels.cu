#include "kernels/reduce/reduce_cub_kernels.h"

// CUB comes with a toolkit; of Python's packages it is one of its own. It takes 6 s to
// compile, as long as all kernels of this workload.
#if __has_include(<cub/device/device_reduce.cuh>)
  #include <cub/device/device_reduce.cuh>
  #define LIVEWARP_HAS_CUB 1
#else
  #define LIVEWARP_HAS_CUB 0
#endif

#include <cstddef>
#include <iterator>
#include <limits>

namespace livewarp {

bool cub_reduce_compiled() { return LIVEWARP_HAS_CUB; }

#if LIVEWARP_HAS_CUB

namespace {

/// Elements, or products of elements, of any type, read as fp64: integers and fp32 fit into it.
struct AnyElements {
  using value_type = double;
  using reference = double;
  using pointer = const double*;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  const void *x, *y;
  ReduceType type;
  difference_type first;

  __host__ __device__ double of(const void* all, difference_type i) const {
    switch (type) {
    case ReduceType::fp64: return static_cast<const double*>(all)[first + i];
    case ReduceType::int32: return static_cast<const int*>(all)[first + i];
    case ReduceType::fp32: break;
    }
    return static_cast<const float*>(all)[first + i];
  }
  __host__ __device__ double operator[](difference_type i) const {
    return y ? of(x, i) * of(y, i) : of(x, i);
  }
  __host__ __device__ AnyElements operator+(difference_type i) const {
    return {x, y, type, first + i};
  }
};

/// Where the result goes, in the type of the elements.
struct AnyResult {
  using value_type = void;
  using reference = AnyResult;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::output_iterator_tag;

  void* result;
  ReduceType type;

  __host__ __device__ AnyResult operator*() const { return *this; }
  __host__ __device__ const AnyResult& operator=(double value) const {
    switch (type) {
    case ReduceType::fp32: *static_cast<float*>(result) = float(value); break;
    case ReduceType::fp64: *static_cast<double*>(result) = value; break;
    case ReduceType::int32: *static_cast<int*>(result) = int(value); break;
    }
    return *this;
  }
};

/// Sum or minimum; a NaN gives way to any number in a minimum.
struct AnyOperation {
  bool minimum;
  __host__ __device__ double operator()(double a, double b) const {
    return minimum ? fmin(a, b) : a + b;
  }
};

}  // namespace

int cub_reduction(const CubReduction& task, std::size_t& bytes, void* stream) {
  auto* const on = static_cast<cudaStream_t>(stream);
  const int n = int(task.problem.n);
  if (task.problem.is_fp32_sum())
    return cub::DeviceReduce::Sum(task.scratch, bytes, static_cast<const float*>(task.x),
                                  static_cast<float*>(task.result), n, on);
  const bool minimum = task.problem.is_minimum();
  const double nothing = minimum ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  return cub::DeviceReduce::Reduce(
      task.scratch, bytes, AnyElements{task.x, task.y, task.problem.type, 0},
      AnyResult{task.result, task.problem.type}, n, AnyOperation{minimum}, nothing, on);
}

#else

int cub_reduction(const CubReduction&, std::size_t&, void*) { return cudaErrorNotSupported; }

#endif

}  // namespace livewarp
