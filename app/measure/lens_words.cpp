#include "app/measure/lens_words.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "kernels/kernel_sources.h"

namespace livewarp {

const char* name_of(simt::AccessKind kind) {
  switch (kind) {
  case simt::AccessKind::read: return "load";
  case simt::AccessKind::write: return "store";
  case simt::AccessKind::atomic: return "atomic";
  case simt::AccessKind::copy: return "copy";
  case simt::AccessKind::texture: break;
  }
  return "fetch";
}

const char* space_of(const simt::AccessCount& count) {
  if (count.kind == simt::AccessKind::texture) return "texture";
  switch (count.space) {
  case simt::MemorySpace::shared: return "shared";
  case simt::MemorySpace::constant: return "constant";
  case simt::MemorySpace::global:
  case simt::MemorySpace::local: break;
  }
  return "global";
}

bool cost_is_unknown(const simt::AccessCount& count) {
  return count.kind == simt::AccessKind::texture || count.space == simt::MemorySpace::constant;
}

bool at_source_level(const simt::AccessCount& count) {
  if (cost_is_unknown(count)) return true;
  return count.space == simt::MemorySpace::shared &&
         (count.kind == simt::AccessKind::atomic || count.kind == simt::AccessKind::copy ||
          count.bytes < 4);
}

std::string source_line(const simt::SourceLine& line) {
  const std::vector<std::string_view> lines = kernel_lines(line.file);
  if (line.line < 1 || line.line > int(lines.size())) return {};
  const std::string_view text = lines[std::size_t(line.line - 1)];
  return std::string(text.substr(std::min(text.find_first_not_of(' '), text.size())));
}

}  // namespace livewarp
