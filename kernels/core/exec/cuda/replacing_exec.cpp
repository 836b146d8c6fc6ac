#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include "kernels/core/exec/replacing_exec.h"

  #include "kernels/core/base/error.h"
  #include "kernels/core/exec/cuda/loaded_kernel.h"
  #include "kernels/core/exec/take_part.h"

namespace livewarp {

namespace {

/// Kernels by the names of those that they stand in for.
using Loaded = std::map<std::string, LoadedKernel, std::less<>>;

/// What takes part in launches does not know where they go.
struct Stream {
  cudaStream_t stream = nullptr;
};

}  // namespace

std::unique_ptr<CudaExec> make_replacing_exec(const ReplacingCode& code, std::size_t& replaced,
                                              std::stop_token stop) {
  const auto loaded = std::make_shared<Loaded>();
  for (const auto& [name, symbol] : code.symbols)
    loaded->emplace(name, LoadedKernel(code.cubin, symbol));
  const auto target = std::make_shared<Stream>();
  std::unique_ptr<CudaExec> exec = make_cuda_exec(
      [loaded, target, &replaced](const GivenLaunch& given, const std::function<void()>& make) {
        const auto found = loaded->find(std::string_view(given.kernel.name));
        if (found == loaded->end()) return make();
        if (!given.plain)
          throw Error(std::string(given.kernel.name) +
                      " is launched in a graph, beside others, or so that its blocks wait for one "
                      "another: no other kernel can take its place");
        ++replaced;
        found->second.launch(given.grid, given.block, given.shared_bytes, given.args,
                             target->stream);
      },
      std::move(stop));
  target->stream = static_cast<cudaStream_t>(exec->stream());
  return exec;
}

}  // namespace livewarp

#endif
