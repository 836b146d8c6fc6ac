#include "kernels/core/exec/fat_binary.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {

namespace {

// Headers as nvcc's fatbinary writes them.
struct FileHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  ///< of the entries behind it
};
struct EntryHeader {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  ///< behind its header
  std::uint32_t compressed_bytes;
  std::uint32_t unknown[2];
  std::uint32_t architecture;
};
/// What follows in the header of an entry.
struct EntryRest {
  std::uint32_t name[2];
  std::uint64_t flags, unknown, full_bytes;
};
static_assert(sizeof(FileHeader) == 16 && sizeof(EntryHeader) == 32 && sizeof(EntryRest) == 32);
constexpr std::uint32_t fat_magic = 0xBA55ED50;
constexpr std::uint16_t kind_ptx = 1, kind_machine_code = 2;
constexpr std::uint64_t flag_zstd = 0x8000;
constexpr std::size_t alignment = 8;
constexpr std::size_t most_code = std::size_t{256} << 20;

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

FatEntry entry_of(std::span<const std::byte> fat, std::size_t at, const EntryHeader& header) {
  FatEntry entry;
  entry.ptx = header.kind == kind_ptx;
  entry.architecture = int(header.architecture);
  entry.compressed = header.compressed_bytes != 0;
  entry.content = fat.subspan(at + header.header_bytes, header.bytes);
  EntryRest rest{};
  if (!entry.compressed || header.compressed_bytes > header.bytes ||
      header.header_bytes < sizeof(EntryHeader) + sizeof(EntryRest) ||
      !read_from(fat, at + sizeof(EntryHeader), rest))
    return entry;
  entry.content = entry.content.first(header.compressed_bytes);
  entry.full_bytes = rest.full_bytes;
  entry.zstd = (rest.flags & flag_zstd) != 0;
  return entry;
}

/// Of libzstd, which package managers and the kernel's tools bring along.
class Zstd {
 public:
  Zstd() : library_(LIVEWARP_CALL(dlopen, "libzstd.so.1", RTLD_LAZY | RTLD_LOCAL), &close) {
    if (!library_) return;
    decompress_ = reinterpret_cast<Decompress>(dlsym(library_.get(), "ZSTD_decompress"));
    is_error_ = reinterpret_cast<IsError>(dlsym(library_.get(), "ZSTD_isError"));
  }
  bool found() const { return decompress_ && is_error_; }
  /// Whether all of `to` was filled.
  bool decompress(std::span<const std::byte> from, std::string& to) const {
    const std::size_t made = decompress_(to.data(), to.size(), from.data(), from.size());
    return is_error_(made) == 0 && made == to.size();
  }

 private:
  using Decompress = std::size_t (*)(void*, std::size_t, const void*, std::size_t);
  using IsError = unsigned (*)(std::size_t);
  static void close(void* handle) {
    if (handle) dlclose(handle);
  }
  std::unique_ptr<void, void (*)(void*)> library_;
  Decompress decompress_ = nullptr;
  IsError is_error_ = nullptr;
};

std::string decompressed(const FatEntry& entry) {
  if (!entry.zstd) throw Error("the code in this program is compressed in a way that is not known");
  if (entry.full_bytes > most_code) throw Error("the code in this program is damaged");
  static const Zstd zstd;
  if (!zstd.found())
    throw Error("the code in this program is compressed, and there is no libzstd.so.1 here",
                "apt-get install libzstd1");
  std::string text(entry.full_bytes, '\0');
  if (!zstd.decompress(entry.content, text)) throw Error("the code in this program is damaged");
  return text;
}

}  // namespace

std::vector<std::byte> fat_binary_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error("this program's own file cannot be read");
  std::vector<std::byte> fat = section_of(stream, ".nv_fatbin");
  if (fat.empty()) throw Error("this program was built without CUDA");
  return fat;
}

void for_fat_entries(std::span<const std::byte> fat,
                     const std::function<void(const FatEntry&)>& use) {
  FileHeader header{};
  for (std::size_t at = 0; read_from(fat, at, header);) {
    if (header.magic != fat_magic) {
      at += alignment;  // what lies between two is filled up
      continue;
    }
    std::size_t entry_at = at + header.header_bytes;
    const std::size_t end = std::min<std::uint64_t>(fat.size(), entry_at + header.bytes);
    EntryHeader entry{};
    while (entry_at < end && read_from(fat, entry_at, entry) && entry.header_bytes > 0) {
      const std::size_t content_at = entry_at + entry.header_bytes;
      if (content_at > fat.size() || entry.bytes > fat.size() - content_at) break;
      if (entry.kind == kind_machine_code || entry.kind == kind_ptx)
        use(entry_of(fat, entry_at, entry));
      entry_at = content_at + entry.bytes;
    }
    at = std::max(end, at + alignment);
  }
}

std::string code_of(const FatEntry& entry) {
  if (entry.compressed) return decompressed(entry);
  return {reinterpret_cast<const char*>(entry.content.data()), entry.content.size()};
}

std::string ptx_of(const FatEntry& entry) {
  std::string text = code_of(entry);
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace livewarp
