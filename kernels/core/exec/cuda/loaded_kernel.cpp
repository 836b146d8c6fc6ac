#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include "kernels/core/exec/cuda/loaded_kernel.h"

  #include <vector>

  #include <cuda.h>  // types alone: the driver is never linked

  #include "kernels/core/base/error.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/cuda/cuda_versions.h"
  #include "kernels/core/exec/executors.h"

namespace livewarp {

/// What is asked of the driver. Members are called as the functions are.
struct LoadedKernel::Functions {
  decltype(&::cuModuleLoadData) cuModuleLoadData = nullptr;
  decltype(&::cuModuleUnload) cuModuleUnload = nullptr;
  decltype(&::cuModuleGetFunction) cuModuleGetFunction = nullptr;
  decltype(&::cuFuncSetAttribute) cuFuncSetAttribute = nullptr;
  decltype(&::cuLaunchKernel) cuLaunchKernel = nullptr;

  Functions() {
    find(cuModuleLoadData, "cuModuleLoadData");
    find(cuModuleUnload, "cuModuleUnload");
    find(cuModuleGetFunction, "cuModuleGetFunction");
    find(cuFuncSetAttribute, "cuFuncSetAttribute");
    find(cuLaunchKernel, "cuLaunchKernel");
  }

 private:
  template <class F>
  static void find(F& function, const char* name) {
    function = reinterpret_cast<F>(driver_function(name));
    if (!function) throw Error(std::string("the driver has no ") + name);
  }
};

namespace {

void check(CUresult status, const std::string& what) {
  if (status != CUDA_SUCCESS)
    throw Error(what + ": the driver says " + std::to_string(int(status)));
}

}  // namespace

const LoadedKernel::Functions& LoadedKernel::functions() {
  static const Functions all;
  return all;
}

LoadedKernel::LoadedKernel(std::span<const std::byte> code, const std::string& symbol) {
  use_cuda_device();
  check_cuda(LIVEWARP_CUDA(cudaFree, nullptr), "the device");  // its context is the current one
  const Functions& driver = functions();
  CUmodule module = nullptr;
  check(driver.cuModuleLoadData(&module, code.data()), "loading " + symbol);
  module_ = {module,
             [&driver](void* loaded) { driver.cuModuleUnload(static_cast<CUmodule>(loaded)); }};
  CUfunction kernel = nullptr;
  check(driver.cuModuleGetFunction(&kernel, module, symbol.c_str()), "finding " + symbol);
  kernel_ = kernel;
}

void LoadedKernel::launch(Dim3 grid, Dim3 block, std::size_t shared_bytes,
                          std::span<const void* const> args, cudaStream_t stream) const {
  const Functions& driver = functions();
  const auto kernel = static_cast<CUfunction>(kernel_);
  const std::string what = "launching a kernel with grid " + to_text(grid) + ", block " +
                           to_text(block) + " and " + std::to_string(shared_bytes) +
                           " bytes of dynamic shared memory";
  if (shared_bytes > 0)
    check(driver.cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                    int(shared_bytes)),
          what);
  std::vector<void*> values;
  values.reserve(args.size());
  for (const void* const value : args) values.push_back(const_cast<void*>(value));
  check(driver.cuLaunchKernel(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                              unsigned(shared_bytes), stream, values.data(), nullptr),
        what);
}

}  // namespace livewarp

#endif
