#include "kernels/pictures/npp.h"

#include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

namespace {

struct NppStatusWords {
  int status;
  const char* words;
};
// NppStatus in nppdefs.h.
constexpr NppStatusWords npp_statuses[] = {
    {-23, "it does not know the interpolation"},
    {-24, "the interpolation does not go with this scale"},
    {-33, "the filter has too few taps"},
    {-107, "a histogram has two levels or more"},
    {-1000, "its kernel could not be launched"},
    {-1027, "it has no code for this GPU"},
};

}  // namespace

std::string npp_status_text(const char* function, int status) {
  std::string text = std::string(function) + ": status " + std::to_string(status);
  for (const NppStatusWords& known : npp_statuses)
    if (known.status == status) text += std::string(", ") + known.words;
  return text;
}

std::vector<std::string> npp_names(const std::string& part) {
  const std::string plain = "lib" + part + ".so";
  return {plain + ".13", plain + ".12", plain};
}

NppLibrary::NppLibrary(const std::vector<std::string>& names)
    : RuntimeLibrary(names, {.title = "NPP",
                             .how = "install NVIDIA's NPP, or pip install nvidia-npp "
                                    "(nvidia-npp-cu12 for CUDA 12) and set LD_LIBRARY_PATH",
                             .versions = "NPP 12 or 13"}) {}

#if LIVEWARP_HAS_CUDA

NppStreamContext npp_context(void* stream) {
  constexpr const char* what = "what NPP must be told";
  NppStreamContext context{};
  const auto ask = [&](cudaDeviceAttr attribute) {
    int value = 0;
    check_cuda(LIVEWARP_CUDA(cudaDeviceGetAttribute, &value, attribute, context.device), what);
    return value;
  };
  context.stream = stream;
  check_cuda(LIVEWARP_CUDA(cudaGetDevice, &context.device), what);
  context.multiprocessors = ask(cudaDevAttrMultiProcessorCount);
  context.threads_per_multiprocessor = ask(cudaDevAttrMaxThreadsPerMultiProcessor);
  context.threads_per_block = ask(cudaDevAttrMaxThreadsPerBlock);
  context.shared_per_block = std::size_t(ask(cudaDevAttrMaxSharedMemoryPerBlock));
  context.major = ask(cudaDevAttrComputeCapabilityMajor);
  context.minor = ask(cudaDevAttrComputeCapabilityMinor);
  check_cuda(
      LIVEWARP_CUDA(cudaStreamGetFlags, static_cast<cudaStream_t>(stream), &context.stream_flags),
      what);
  return context;
}

void npp_upload(void* to, const std::vector<float>& numbers, void* stream) {
  check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, to, numbers.data(), numbers.size() * sizeof(float),
                           cudaMemcpyHostToDevice, static_cast<cudaStream_t>(stream)),
             "numbers for NPP");
}

#else

NppStreamContext npp_context(void*) { throw Error("NPP: this build has no CUDA"); }

void npp_upload(void*, const std::vector<float>&, void*) {
  throw Error("NPP: this build has no CUDA");
}

#endif

}  // namespace livewarp
