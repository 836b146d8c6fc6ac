#include "kernels/emulator/lens/lens_lines.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace livewarp::emulator {

namespace {

/// A function's name without what its template was made for and what it takes: one for all its
/// copies in a kernel.
std::string source_name(const std::string& linker_name) {
  const std::unique_ptr<char, decltype(&std::free)> whole(
      abi::__cxa_demangle(linker_name.c_str(), nullptr, nullptr, nullptr), std::free);
  if (!whole) return linker_name;
  std::string name;
  int depth = 0;
  for (const char* c = whole.get(); *c != 0; ++c) {
    if (*c == '<' || *c == '(') ++depth;
    if (depth == 0) name += *c;
    if (*c == '>' || *c == ')') --depth;
  }
  return name;
}

}  // namespace

LensLines::LensLines(const std::set<std::uintptr_t>& codes, SourceLines& lines) {
  for (const std::uintptr_t code : codes) learn(lines.calls(code));
  for (const std::uintptr_t code : codes) line_[code] = asked(lines.calls(code));
}

void LensLines::learn(const std::vector<SourceFrame>& calls) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    Function& function = functions_[source_name(calls[i].function)];
    function.lines.insert(calls[i].line);
    if (i + 1 < calls.size()) function.callers.insert(calls[i + 1].line);
  }
}

const SourceLine& LensLines::asked(const std::vector<SourceFrame>& calls) const {
  std::size_t from = 0;
  for (std::size_t i = 0; i + 1 < calls.size(); ++i) {
    const Function& function = functions_.at(source_name(calls[i].function));
    if (function.lines.size() > 1) break;
    if (function.callers.size() > 1) from = i + 1;
  }
  return calls[from].line;
}

}  // namespace livewarp::emulator
