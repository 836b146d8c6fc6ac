#pragma once

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/memory/buffer.h"

// What the tests of the CUDA executor share.
namespace livewarp {
namespace {

__global__ void add(float* x, int n, float amount) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] += amount;
}

__global__ void twice(float* x, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] *= 2;
}

__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

template <class... P>
Kernel<P...> kernel(const char* name, void (*symbol)(P...)) {
  return {{name, reinterpret_cast<const void*>(symbol), nullptr}};
}

class GpuExec : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
    exec_ = CudaExec::create();
    cycles_per_ms_ = machine.gpus.front().clock_khz;
    shared_limit_ = machine.gpus.front().shared_per_block_optin;
    numbers_ = Buffer(n * sizeof(float), MemoryMode::device);
    numbers_.fill(0);
  }

  void add_to_all(float amount) {
    exec_->launch(kernel("add", add), Dim3{unsigned(ceil_div(n, 128))}, Dim3{128}, 0,
                  numbers_.data(), n, amount);
  }
  /// Takes at least that long, since no clock is faster than the peak.
  void double_all() {
    exec_->launch(kernel("twice", twice), Dim3{8}, Dim3{128}, 0, numbers_.data(), n);
  }
  void spin_ms(double ms) {
    exec_->launch(kernel("spin", spin), Dim3{1}, Dim3{1}, 0,
                  static_cast<long long>(ms * cycles_per_ms_));
  }
  std::vector<float> result() const {
    std::vector<float> values(n);
    numbers_.read(values.data(), n * sizeof(float));
    return values;
  }
  static std::vector<float> all(float value) { return std::vector<float>(n, value); }

  static constexpr int n = 1003;
  std::unique_ptr<CudaExec> exec_;
  Buffer numbers_;
  double cycles_per_ms_ = 0;
  std::size_t shared_limit_ = 0;
};

}  // namespace
}  // namespace livewarp
