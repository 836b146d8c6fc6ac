#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// What nvcc keeps of kernels in a program's file, in the section .nv_fatbin: machine code and PTX
/// as entries behind headers of their own.
namespace livewarp {

struct FatEntry {
  bool ptx = false;      ///< else machine code
  int architecture = 0;  ///< 90 = 9.0
  bool compressed = false;
  std::span<const std::byte> content;
  std::size_t full_bytes = 0;  ///< of what is compressed
  bool zstd = false;           ///< how
};

/// The section of that file. Throws `Error` where there is none.
std::vector<std::byte> fat_binary_of(const std::string& file);

/// Calls `use` for each entry that is PTX or machine code.
void for_fat_entries(std::span<const std::byte> fat,
                     const std::function<void(const FatEntry&)>& use);

/// The bytes of an entry as the compiler made them. Compressed ones need libzstd, which is found at
/// run time. Throws `Error`.
std::string code_of(const FatEntry& entry);
/// The text of an entry that is PTX, likewise.
std::string ptx_of(const FatEntry& entry);

}  // namespace livewarp
