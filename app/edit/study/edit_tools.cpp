#include "app/edit/study/edit_tools.h"

namespace livewarp {

HostCompiler& EditTools::host() {
  std::call_once(host_once_, [this] {
    host_ = setup_.host_compilers
                ? std::make_unique<HostCompiler>(setup_.cache, *setup_.host_compilers)
                : std::make_unique<HostCompiler>(setup_.cache);
  });
  return *host_;
}

const KernelCompiler& EditTools::nvrtc() {
  std::call_once(nvrtc_once_, [this] {
    nvrtc_ = setup_.nvrtc ? std::make_unique<KernelCompiler>(std::filesystem::path(), *setup_.nvrtc)
                          : std::make_unique<KernelCompiler>(std::filesystem::path());
  });
  return *nvrtc_;
}

}  // namespace livewarp
