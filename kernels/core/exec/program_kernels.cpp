#include "kernels/core/exec/program_kernels.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/cubin.h"

namespace livewarp {

namespace {

// Headers as nvcc's fatbinary writes them.
struct FatHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  ///< of the entries behind it
};
struct FatEntry {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  ///< behind its header
  std::uint32_t compressed_bytes;
  std::uint32_t unknown[2];
  std::uint32_t architecture;
};
static_assert(sizeof(FatHeader) == 16 && sizeof(FatEntry) == 32);
constexpr std::uint32_t fat_magic = 0xBA55ED50;
constexpr std::uint16_t kind_machine_code = 2;
constexpr std::size_t alignment = 8;

template <class T>
bool read_at(std::istream& file, std::uint64_t at, T& value) {
  file.clear();
  file.seekg(std::streamoff(at));
  file.read(reinterpret_cast<char*>(&value), sizeof(T));
  return bool(file);
}

/// The section of an ELF file of 64 bits; empty where it has none.
std::vector<std::byte> section_of(std::istream& file, std::string_view wanted) {
  std::uint64_t headers = 0;
  std::uint16_t count = 0, names = 0;
  struct Header {
    std::uint32_t name, type;
    std::uint64_t flags, address, offset, size, other[3];
  } texts{}, header{};
  static_assert(sizeof(Header) == 64);
  if (!read_at(file, 0x28, headers) || !read_at(file, 0x3c, count) || !read_at(file, 0x3e, names) ||
      !read_at(file, headers + names * sizeof(Header), texts))
    return {};
  for (std::uint16_t i = 0; i < count; ++i) {
    std::array<char, 32> name{};
    if (!read_at(file, headers + i * sizeof(Header), header)) return {};
    if (!read_at(file, texts.offset + header.name, name)) continue;
    name.back() = 0;
    if (wanted != name.data()) continue;
    std::vector<std::byte> content(header.size);
    file.seekg(std::streamoff(header.offset));
    file.read(reinterpret_cast<char*>(content.data()), std::streamsize(content.size()));
    return file ? content : std::vector<std::byte>();
  }
  return {};
}

template <class T>
bool read_from(std::span<const std::byte> bytes, std::size_t at, T& value) {
  if (at > bytes.size() || sizeof(T) > bytes.size() - at) return false;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return true;
}

/// Calls `use(architecture, code)` for each machine code that lies there as it is; returns how many
/// are compressed.
template <class F>
int for_machine_code(std::span<const std::byte> fat, F&& use) {
  int compressed = 0;
  FatHeader header{};
  for (std::size_t at = 0; read_from(fat, at, header);) {
    if (header.magic != fat_magic) {
      at += alignment;  // what lies between two is filled up
      continue;
    }
    std::size_t entry_at = at + header.header_bytes;
    const std::size_t end = std::min<std::uint64_t>(fat.size(), entry_at + header.bytes);
    FatEntry entry{};
    while (entry_at < end && read_from(fat, entry_at, entry) && entry.header_bytes > 0) {
      const std::size_t code_at = entry_at + entry.header_bytes;
      if (code_at > fat.size() || entry.bytes > fat.size() - code_at) break;
      if (entry.kind == kind_machine_code) {
        if (entry.compressed_bytes == 0)
          use(int(entry.architecture), fat.subspan(code_at, entry.bytes));
        else
          ++compressed;
      }
      entry_at = code_at + entry.bytes;
    }
    at = std::max(end, at + alignment);
  }
  return compressed;
}

}  // namespace

ProgramKernels::ProgramKernels(const std::string& file) {
  try {
    read(file);
  } catch (const std::exception& error) {
    reason_ = error.what();
  }
}

void ProgramKernels::read(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error("this program's own file cannot be read");
  const std::vector<std::byte> fat = section_of(stream, ".nv_fatbin");
  if (fat.empty()) throw Error("this program was built without CUDA");
  const int compressed =
      for_machine_code(fat, [&](int architecture, std::span<const std::byte> code) {
        for (CubinKernel& kernel : cubin_kernels(code, architecture))
          kernels_[architecture].emplace(plain_kernel_name(kernel.symbol), kernel.resources);
      });
  reason_ = !kernels_.empty() ? ""
            : compressed > 0  ? "the machine code in this program is compressed"
                              : "this program holds no machine code, only PTX";
}

std::vector<int> ProgramKernels::architectures() const {
  std::vector<int> all;
  for (const auto& [architecture, kernels] : kernels_) all.push_back(architecture);
  return all;
}

int ProgramKernels::code_for(int compute) const {
  int best = 0;
  for (const auto& [architecture, kernels] : kernels_)
    if (architecture / 10 == compute / 10 && architecture <= compute) best = architecture;
  return best;
}

const KernelResources* ProgramKernels::find(std::string_view kernel, int code) const {
  const auto of_code = kernels_.find(code);
  if (of_code == kernels_.end()) return nullptr;
  const auto found = of_code->second.find(plain_kernel_name(kernel));
  return found == of_code->second.end() ? nullptr : &found->second;
}

}  // namespace livewarp
