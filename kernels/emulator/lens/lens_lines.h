#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernels/emulator/run/source_lines.h"

namespace livewarp::emulator {

/// To which line each access of a kernel belongs: where the kernel asks for it. That is where it is
/// made, but for functions that only hand a value on: all that such a one does with memory stands
/// on one line, and it is called from several, and those say more than its own.
class LensLines {
 public:
  /// Of all accesses of a kernel, by their code.
  LensLines(const std::set<std::uintptr_t>& codes, SourceLines& lines);

  const SourceLine& of(std::uintptr_t code) const { return line_.at(code); }

 private:
  /// As far as the accesses show: lines that stand in it, and lines it is called from where it was
  /// made part of others.
  struct Function {
    std::set<SourceLine> lines, callers;
  };
  void learn(const std::vector<SourceFrame>& calls);
  const SourceLine& asked(const std::vector<SourceFrame>& calls) const;

  std::map<std::string, Function> functions_;
  std::map<std::uintptr_t, SourceLine> line_;
};

}  // namespace livewarp::emulator
