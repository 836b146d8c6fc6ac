#include "kernels/simt/lens_lines.h"

namespace livewarp::simt {

LensLines::LensLines(const std::set<std::uintptr_t>& codes, SourceLines& lines) {
  std::map<std::string, std::set<SourceLine>> of_function;
  for (const std::uintptr_t code : codes)
    for (const SourceFrame& frame : lines.calls(code))
      of_function[frame.function].insert(frame.line);
  const auto asked = [&](const std::vector<SourceFrame>& calls) -> const SourceLine& {
    std::size_t i = 0;
    while (i + 1 < calls.size() && of_function[calls[i].function].size() == 1) ++i;
    return calls[i].line;
  };
  std::map<SourceLine, std::set<SourceLine>> asked_from;  // by the line where the access is made
  for (const std::uintptr_t code : codes)
    asked_from[lines.of(code)].insert(asked(lines.calls(code)));
  for (const std::uintptr_t code : codes) {
    const SourceLine& made = lines.of(code);
    line_[code] = asked_from[made].size() > 1 ? asked(lines.calls(code)) : made;
  }
}

}  // namespace livewarp::simt
