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
  decltype(&::cuLibraryLoadData) cuLibraryLoadData = nullptr;
  decltype(&::cuLibraryUnload) cuLibraryUnload = nullptr;
  decltype(&::cuLibraryGetKernel) cuLibraryGetKernel = nullptr;

  Functions() {
    find(cuLibraryLoadData, "cuLibraryLoadData");
    find(cuLibraryUnload, "cuLibraryUnload");
    find(cuLibraryGetKernel, "cuLibraryGetKernel");
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
  CUlibrary library = nullptr;
  check(driver.cuLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        "loading " + symbol);
  library_ = {library,
              [&driver](void* loaded) { driver.cuLibraryUnload(static_cast<CUlibrary>(loaded)); }};
  CUkernel kernel = nullptr;
  check(driver.cuLibraryGetKernel(&kernel, library, symbol.c_str()), "finding " + symbol);
  kernel_ = kernel;
}

void LoadedKernel::launch(Dim3 grid, Dim3 block, std::size_t shared_bytes,
                          std::span<const void* const> args, cudaStream_t stream) const {
  const std::string what = "launching a kernel with grid " + to_text(grid) + ", block " +
                           to_text(block) + " and " + std::to_string(shared_bytes) +
                           " bytes of dynamic shared memory";
  if (shared_bytes > 0) allow_dynamic_shared(kernel_, shared_bytes, what);
  std::vector<void*> values;
  values.reserve(args.size());
  for (const void* const value : args) values.push_back(const_cast<void*>(value));
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, kernel_, dim3(grid.x, grid.y, grid.z),
                           dim3(block.x, block.y, block.z), values.data(), shared_bytes, stream),
             what);
}

}  // namespace livewarp

#endif
