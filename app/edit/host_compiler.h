#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/edit/compiler_message.h"

namespace livewarp {

/// A library of kernels, or why there is none.
struct CompiledUnit {
  bool made = false;
  std::vector<CompilerMessage> messages;
};

/// The machine's own C++ compiler, which makes libraries of kernels as the program's kernels are
/// made that the emulator checks. The headers that it reads are in the program; they are written to
/// a folder once, and read into a precompiled header there.
class HostCompiler {
 public:
  /// `cache`: where its headers are kept; empty: for as long as it lives.
  explicit HostCompiler(std::filesystem::path cache);
  /// `candidates`: compilers to look for, the first one found is taken.
  HostCompiler(std::filesystem::path cache, const std::vector<std::string>& candidates);
  ~HostCompiler();
  HostCompiler(const HostCompiler&) = delete;
  HostCompiler& operator=(const HostCompiler&) = delete;

  /// Why nothing can be compiled, and what helps; empty if it can.
  const std::string& hindrance() const { return hindrance_; }
  const std::string& advice() const { return advice_; }
  /// "g++ 12.2.0"
  std::string name() const { return "g++ " + version_; }

  /// Compiles the text of a unit (see edited_unit.h) to a library at that path. `file` is the
  /// user's, whose folder is searched for what it includes. Throws `Error` where the compiler
  /// itself fails, and `Cancelled`.
  CompiledUnit compile(const std::string& unit, const std::string& file,
                       const std::filesystem::path& library, const std::stop_token& stop = {});

 private:
  class Headers;
  std::vector<std::string> command() const;
  void look_for(const std::vector<std::string>& candidates);

  std::filesystem::path cache_;
  std::string path_, version_, hindrance_, advice_;
  std::unique_ptr<Headers> headers_;
};

}  // namespace livewarp
