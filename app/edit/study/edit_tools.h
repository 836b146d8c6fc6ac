#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/base/platform.h"
#include "app/code/kernel_compiler.h"
#include "app/edit/host_compiler.h"
#include "app/edit/kernel_check.h"

namespace livewarp {

/// With what a window tries kernels of a user's; tests name others.
struct EditSetup {
  std::vector<std::string> child = check_child();  ///< see there
  std::filesystem::path cache = cache_folder();    ///< of headers for the host's compiler
  std::optional<std::vector<std::string>> host_compilers, nvrtc;  ///< else the usual places
};

/// The compilers, which are looked for when one is first asked for. Threads may share it; the
/// host's compiler is one thread's at a time.
class EditTools {
 public:
  explicit EditTools(EditSetup setup) : setup_(std::move(setup)) {}
  const EditSetup& setup() const { return setup_; }
  HostCompiler& host();
  const KernelCompiler& nvrtc();

 private:
  EditSetup setup_;
  std::once_flag host_once_, nvrtc_once_;
  std::unique_ptr<HostCompiler> host_;
  std::unique_ptr<KernelCompiler> nvrtc_;
};

}  // namespace livewarp
