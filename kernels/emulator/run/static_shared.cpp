#include "kernels/emulator/run/static_shared.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <elf.h>
#include <link.h>

#include "kernels/core/device/lane.h"
#include "kernels/emulator/run/kernel_modules.h"

namespace livewarp::emulator {

namespace {

/// A thread-local object of the program, relative to the start of a thread's block of them.
struct TlsObject {
  std::size_t offset = 0, bytes = 0;
  std::string symbol;
};

/// Takes a name off the front of a mangled one, where it stands behind its length; empty if none
/// does.
std::string_view take_name(std::string_view& mangled) {
  const std::size_t digits = std::min(mangled.find_first_not_of("0123456789"), mangled.size());
  if (digits == 0 || digits > 3) return {};
  const auto length = static_cast<std::size_t>(std::stoi(std::string(mangled.substr(0, digits))));
  const std::string_view name = mangled.substr(digits, length);
  mangled.remove_prefix(std::min(digits + length, mangled.size()));
  return name;
}

/// The function-local objects of a compilation's namespace, by the mangling of the Itanium C++ ABI:
/// "_ZZ" <function>, which begins with N8livewarp<length><name>_compilation. What follows that,
/// else nothing.
std::string_view within_compilation(std::string_view symbol) {
  constexpr std::string_view start = "_ZZN8livewarp";
  if (!symbol.starts_with(start)) return {};
  symbol.remove_prefix(start.size());
  return take_name(symbol).ends_with("_compilation") ? symbol : std::string_view();
}

template <class T>
std::vector<T> read_array(std::ifstream& file, std::uint64_t offset, std::size_t count) {
  std::vector<T> data(count);
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(count * sizeof(T)));
  return data;
}

/// Of one module. Empty where the program's own are not where its symbols say.
std::vector<TlsObject> read_symbols(const KernelModule& module) {
  std::ifstream file(module.path, std::ios::binary);
  const auto header = read_array<ElfW(Ehdr)>(file, 0, 1).front();
  if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};
  const auto sections = read_array<ElfW(Shdr)>(file, header.e_shoff, header.e_shnum);
  const auto table = std::find_if(sections.begin(), sections.end(),
                                  [](const auto& s) { return s.sh_type == SHT_SYMTAB; });
  if (!file || table == sections.end() || table->sh_link >= sections.size()) return {};
  const auto symbols =
      read_array<ElfW(Sym)>(file, table->sh_offset, table->sh_size / sizeof(ElfW(Sym)));
  const auto& names = sections[table->sh_link];
  const auto text = read_array<char>(file, names.sh_offset, names.sh_size);
  if (!file || text.empty() || text.back() != '\0') return {};

  std::vector<TlsObject> found;
  std::optional<std::size_t> known;  // an object whose address tells whether the offsets are right
  for (const auto& symbol : symbols) {
    // What a library asks of the program has no place in it.
    const bool own = symbol.st_shndx != SHN_UNDEF;
    if (!own || ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_name >= text.size()) continue;
    const std::string_view name(text.data() + symbol.st_name);
    if (name == "_ZN8livewarp8emulator9threadIdxE") known = symbol.st_value;
    if (!within_compilation(name).empty())
      found.push_back({symbol.st_value, symbol.st_size, std::string(name)});
  }
  const auto place = reinterpret_cast<std::uintptr_t>(&threadIdx);
  if (known && place != module.thread_locals().first + *known) return {};
  return found;
}

/// Whether every byte is `value`: the first one is, and each is what follows it. memcmp looks at
/// dozens at a time, and a launch of small blocks looks at more memory here than it computes.
bool holds_only(std::span<const std::byte> bytes, int value) {
  return bytes.empty() || (bytes.front() == static_cast<std::byte>(value) &&
                           std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

/// A module with its arrays.
struct SharedArrays {
  KernelModule module;
  std::vector<TlsObject> objects;
};

/// Of the program and of the libraries that were loaded before this was first asked for.
const std::vector<SharedArrays>& shared_arrays() {
  static const std::vector<SharedArrays> all = [] {
    std::vector<SharedArrays> found;
    for (KernelModule& module : kernel_modules()) {
      if (module.tls_number == 0) continue;
      std::vector<TlsObject> objects = read_symbols(module);
      if (!objects.empty()) found.push_back({std::move(module), std::move(objects)});
    }
    return found;
  }();
  return all;
}

}  // namespace

bool StaticShared::known() { return !shared_arrays().empty(); }

std::size_t StaticShared::bytes_of(std::string_view kernel) {
  std::map<std::string, std::size_t> by_function;
  std::size_t most = 0;
  for (const SharedArrays& arrays : shared_arrays())
    for (const TlsObject& object : arrays.objects) {
      std::string_view rest = within_compilation(object.symbol);
      if (take_name(rest) != kernel) continue;
      // What stands before the array's own name is the function: "...E4tile", "...E4tile_0".
      const std::size_t end = object.symbol.find_last_of('E');
      std::size_t& bytes = by_function[object.symbol.substr(0, end)];
      bytes += object.bytes;
      most = std::max(most, bytes);
    }
  return most;
}

void StaticShared::before_first_block(int poison) {
  poison_ = poison;
  changed_.clear();
  for (const SharedArrays& arrays : shared_arrays()) {
    auto* const base = reinterpret_cast<std::byte*>(arrays.module.thread_locals().first);
    for (const TlsObject& object : arrays.objects)
      changed_.emplace_back(base + object.offset, object.bytes);
  }
  before_block();
}

void StaticShared::after_first_block() {
  std::erase_if(changed_, [&](std::span<std::byte> array) { return holds_only(array, poison_); });
}

void StaticShared::before_block() const {
  for (std::span<std::byte> array : changed_) std::memset(array.data(), poison_, array.size());
}

}  // namespace livewarp::emulator
