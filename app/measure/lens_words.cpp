#include "app/measure/lens_words.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "kernels/kernel_sources.h"

namespace livewarp {

const char* name_of(emulator::AccessKind kind) {
  switch (kind) {
  case emulator::AccessKind::read: return "load";
  case emulator::AccessKind::write: return "store";
  case emulator::AccessKind::atomic: return "atomic";
  case emulator::AccessKind::copy: return "copy";
  case emulator::AccessKind::texture: break;
  }
  return "fetch";
}

const char* space_of(const emulator::AccessCount& count) {
  if (count.kind == emulator::AccessKind::texture) return "texture";
  switch (count.space) {
  case emulator::MemorySpace::shared: return "shared";
  case emulator::MemorySpace::constant: return "constant";
  case emulator::MemorySpace::global:
  case emulator::MemorySpace::local: break;
  }
  return "global";
}

bool at_source_level(const emulator::AccessCount& count) {
  if (count.kind == emulator::AccessKind::texture || count.space == emulator::MemorySpace::constant)
    return true;
  return count.space == emulator::MemorySpace::shared &&
         (count.kind == emulator::AccessKind::atomic || count.kind == emulator::AccessKind::copy ||
          count.bytes < 4);
}

std::string source_line(const emulator::SourceLine& line) {
  const std::vector<std::string_view> lines = kernel_lines(line.file);
  if (line.line < 1 || line.line > int(lines.size())) return {};
  const std::string_view text = lines[std::size_t(line.line - 1)];
  return std::string(text.substr(std::min(text.find_first_not_of(' '), text.size())));
}

}  // namespace livewarp
