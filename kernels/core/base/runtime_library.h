// A library that is looked for when the program runs, and never linked: without it the program is
// whole, but for what needs it.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace livewarp {

/// How the absence of a library is told of.
struct LibraryAdvice {
  std::string title;     ///< "NPP"
  std::string how;       ///< how one gets it: "install NVIDIA's NPP, or ..."
  std::string versions;  ///< those that have all functions: "NPP 12 or 13"
};

class RuntimeLibrary {
 public:
  /// Who sees the library's own names: its users by their addresses, or also what it loads itself.
  enum class Scope { local, global };
  /// Takes the first of these file names that can be loaded.
  RuntimeLibrary(const std::vector<std::string>& names, LibraryAdvice advice,
                 Scope scope = Scope::local);
  RuntimeLibrary(const RuntimeLibrary&) = delete;
  RuntimeLibrary& operator=(const RuntimeLibrary&) = delete;

  /// Why it cannot be called, and what to do; empty if it can.
  const std::string& missing() const { return missing_; }
  /// Throws what is missing as an `Error`.
  void require() const;
  /// A function's address; null if the library is not there, or lacks it: then it counts as missing
  /// too.
  void* find(const char* name);
  /// The same of one that it may lack.
  void* look_for(const char* name);

 private:
  struct Closer {
    void operator()(void* library) const;
  };
  void load(const std::vector<std::string>& names, Scope scope);

  LibraryAdvice advice_;
  std::unique_ptr<void, Closer> library_;
  std::string missing_;
};

}  // namespace livewarp
