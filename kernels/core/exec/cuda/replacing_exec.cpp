#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include "kernels/core/exec/replacing_exec.h"

  #include <utility>

  #include "kernels/core/exec/cuda/loaded_kernel.h"
  #include "kernels/core/exec/take_part.h"

namespace livewarp {

namespace {

/// Kernels by the names of those that they stand in for.
using Loaded = std::map<std::string, LoadedKernel, std::less<>>;

}  // namespace

std::unique_ptr<CudaExec> make_replacing_exec(const ReplacingCode& code,
                                              std::shared_ptr<std::size_t> replaced,
                                              std::stop_token stop) {
  const auto loaded = std::make_shared<Loaded>();
  for (const auto& [name, symbol] : code.symbols)
    loaded->emplace(name, LoadedKernel(code.cubin, symbol));
  return make_cuda_exec(
      [loaded, replaced = std::move(replaced)](const GivenLaunch& given, const MakeLaunch& make) {
        KernelRef kernel = given.kernel;
        if (const auto found = loaded->find(std::string_view(kernel.name));
            found != loaded->end()) {
          kernel.symbol = found->second.handle();
          ++*replaced;
        }
        make(kernel);
      },
      std::move(stop));
}

}  // namespace livewarp

#endif
