// NVIDIA Performance Primitives (NPP), the vendor's own functions on pictures: found at run time,
// and described here as far as workloads call them, after docs.nvidia.com/cuda/npp.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/runtime_library.h"

namespace livewarp {

struct NppSize {
  int width, height;
};
struct NppPoint {
  int x, y;
};
struct NppRect {
  int x, y, width, height;
};
/// What functions whose names end with _Ctx are told of stream and device.
struct NppStreamContext {
  void* stream;
  int device, multiprocessors, threads_per_multiprocessor, threads_per_block;
  std::size_t shared_per_block;
  int major, minor;
  unsigned stream_flags, workspace;
};

/// Of a `cudaStream_t` of the current device. Throws `Error`.
NppStreamContext npp_context(void* stream);
/// Puts the copy of a few numbers to the device on a stream. Throws `Error`.
void npp_upload(void* to, const std::vector<float>& numbers, void* stream);

/// What a status other than 0 says: "nppi...: status -24, ...".
std::string npp_status_text(const char* function, int status);

/// One of the libraries that NPP consists of: the first of these that is there.
class NppLibrary : public RuntimeLibrary {
 public:
  explicit NppLibrary(const std::vector<std::string>& names);
};

/// The file names of a part of NPP, "nppig", the newest first.
std::vector<std::string> npp_names(const std::string& part);

/// A function of a library by its name, declared by its parameters before the context. The library
/// outlives it.
template <class... Args>
class NppFunction {
 public:
  NppFunction(NppLibrary& library, const char* name)
      : library_(&library), name_(name), call_(reinterpret_cast<Call>(library.find(name))) {}
  const char* name() const { return name_; }

  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void operator()(std::type_identity_t<Args>... args, void* stream) const {
    library_->require();
    const NppStreamContext context = npp_context(stream);
    const int status = status_of([&] { return call_(args..., context); });
    if (status != 0) throw Error(npp_status_text(name_, status));
  }

 private:
  using Call = int (*)(Args..., NppStreamContext);

  /// Some functions throw the status rather than return it.
  template <class F>
  int status_of(const F& call) const {
    try {
      return call();
    } catch (...) {
      throw Error(std::string(name_) + ": NPP threw an exception, as where the GPU fails");
    }
  }

  const NppLibrary* library_;
  const char* name_;
  Call call_;
};

}  // namespace livewarp
