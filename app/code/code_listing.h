#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Kernels as a compiler or a disassembler wrote them down, instruction by instruction, with the
/// lines of source that they were made of.
namespace livewarp {

struct ListedLine {
  std::string text;  ///< an instruction, or a label with its colon
  bool label = false;
  std::string file;  ///< as the compiler named it; empty: not told
  int line = 0;      ///< of an inlined function its own
  bool operator==(const ListedLine&) const = default;
};

struct ListedKernel {
  std::string symbol;  ///< mangled
  std::vector<ListedLine> lines;
};

/// The entries of a PTX text. Lines are told by its directives `.loc`; declarations are left out.
std::vector<ListedKernel> read_ptx(std::string_view text);

/// What `nvdisasm -g -c` says of a cubin, or `cuobjdump -sass`, which tells no lines. What fills up
/// the end of a kernel is left out.
std::vector<ListedKernel> read_sass(std::string_view text);

}  // namespace livewarp
