#include "kernels/emulator/run/kernel_library.h"

#include <algorithm>
#include <span>
#include <string_view>

#include <dlfcn.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/mount.h"
#include "kernels/core/device/library_kernel.h"

namespace livewarp::emulator {

namespace {

/// "const float*, float*, int" of "... [with P = {const float*, float*, int}]": the types as the
/// source has them, without the namespaces that a compilation adds.
std::string types_in(std::string_view signature) {
  const std::size_t open = signature.find('{'), close = signature.rfind('}');
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  std::string text(signature.substr(open + 1, close - open - 1));
  for (const std::string_view dropped : {"livewarp::", "traced_compilation::", "edited::"})
    for (std::size_t at = text.find(dropped); at != std::string::npos; at = text.find(dropped, at))
      text.erase(at, dropped.size());
  return text;
}

void require_same_parameters(const LibraryKernel& kernel) {
  const std::string own = types_in(kernel.parameters), expected = types_in(kernel.expected);
  if (own == expected) return;
  const std::string_view name = kernel.name;
  throw Error("the kernel " + std::string(name.substr(0, name.find('<'))) + " takes (" + own +
                  "), and is launched with (" + expected + ")",
              "leave its parameters as they were: what launches it stays the same");
}

}  // namespace

void KernelLibrary::Close::operator()(void* handle) const { dlclose(handle); }

KernelLibrary::KernelLibrary(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW)) {
  if (!handle_) {
    const char* const said = dlerror();
    const std::string why = said ? said : path;
    throw Error("the compiled kernel cannot be loaded: " + why,
                forbids_programs(path)
                    ? "programs may not be run from that folder: set TMPDIR to another one"
                    : "it calls what a kernel cannot call, or declares what is defined nowhere");
  }
  const auto tell = reinterpret_cast<LibraryKernels>(dlsym(handle_.get(), library_function));
  int count = 0;
  const LibraryKernel* const all = tell ? tell(&count) : nullptr;
  for (const LibraryKernel& kernel : std::span(all, std::size_t(count))) {
    require_same_parameters(kernel);
    kernels_.push_back({kernel.name, kernel.call});
  }
}

bool KernelLibrary::holds(const KernelRef& kernel) const {
  return std::ranges::find(kernels_, kernel.name, &Entry::name) != kernels_.end();
}

KernelRef KernelLibrary::in_place_of(const KernelRef& kernel) const {
  const auto found = std::ranges::find(kernels_, kernel.name, &Entry::name);
  KernelRef launched = kernel;
  if (found != kernels_.end()) launched.call = found->call;
  return launched;
}

}  // namespace livewarp::emulator
