#include "kernels/core/base/runtime_library.h"

#include <dlfcn.h>

#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {

RuntimeLibrary::RuntimeLibrary(const std::vector<std::string>& names, LibraryAdvice advice,
                               Scope scope)
    : advice_(std::move(advice)) {
  load(names, scope);
}

void RuntimeLibrary::Closer::operator()(void* library) const { dlclose(library); }

// What CUDA has of the library's kernels is there until the program ends, hence RTLD_NODELETE.
void RuntimeLibrary::load(const std::vector<std::string>& names, Scope scope) {
  const int flags = RTLD_LAZY | RTLD_NODELETE | (scope == Scope::global ? RTLD_GLOBAL : RTLD_LOCAL);
  for (const std::string& name : names) {
    library_.reset(LIVEWARP_CALL(dlopen, name.c_str(), flags));
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

void* RuntimeLibrary::look_for(const char* name) {
  return library_ ? LIVEWARP_CALL(dlsym, library_.get(), name) : nullptr;
}

void* RuntimeLibrary::find(const char* name) {
  void* const found = look_for(name);
  if (!library_) return nullptr;
  if (!found && missing_.empty())
    missing_ =
        "the " + advice_.title + " that was found has no " + name + ": install " + advice_.versions;
  return found;
}

}  // namespace livewarp
