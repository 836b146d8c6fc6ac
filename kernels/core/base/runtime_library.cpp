#include "kernels/core/base/runtime_library.h"

#include <dlfcn.h>

#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {

RuntimeLibrary::RuntimeLibrary(const std::vector<std::string>& names, LibraryAdvice advice)
    : advice_(std::move(advice)) {
  load(names);
}

void RuntimeLibrary::Closer::operator()(void* library) const { dlclose(library); }

// What CUDA has of the library's kernels is there until the program ends, hence RTLD_NODELETE.
void RuntimeLibrary::load(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    library_.reset(LIVEWARP_CALL(dlopen, name.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE));
    if (library_) {
      missing_.clear();
      return;
    }
    const char* const said = dlerror();
    // A library that is there and lacks another is told by the loader's words.
    const bool found = said && !std::string(said).starts_with(name);
    if (found && missing_.empty()) missing_ = name + " cannot be loaded: " + said;
  }
  if (missing_.empty()) missing_ = names.front() + " was not found";
  missing_ += ": " + advice_.how;
}

void RuntimeLibrary::require() const {
  if (!missing_.empty()) throw Error(missing_);
}

void* RuntimeLibrary::find(const char* name) {
  if (!library_) return nullptr;
  void* const found = LIVEWARP_CALL(dlsym, library_.get(), name);
  if (!found && missing_.empty())
    missing_ =
        "the " + advice_.title + " that was found has no " + name + ": install " + advice_.versions;
  return found;
}

}  // namespace livewarp
