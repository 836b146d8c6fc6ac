#include "kernels/core/exec/cubin.h"

#include <cxxabi.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::uint16_t machine_cuda = 190;  // EM_CUDA
constexpr std::size_t section_header_bytes = 64, symbol_bytes = 24;

// Attributes of .nv.info, as `cuobjdump -elf` names them.
constexpr std::uint8_t attribute_max_threads = 0x05, attribute_min_stack = 0x12,
                       attribute_registers = 0x2f;
constexpr std::uint8_t format_with_size = 4;  // EIFMT_SVAL: the value's size, then the value

/// From compute capability 9.0 on, what the system keeps of a block's shared memory is part of the
/// kernel's own section.
constexpr int reserved_in_section_since = 90;
constexpr std::size_t reserved_shared = 1024;

/// Bytes of a file, none beyond its end.
class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> all) : all_(all) {}
  std::size_t size() const { return all_.size(); }
  Bytes part(std::uint64_t from, std::uint64_t count) const {
    if (from > all_.size() || count > all_.size() - from)
      throw Error("this is no machine code of a GPU: it ends too soon");
    return Bytes(all_.subspan(std::size_t(from), std::size_t(count)));
  }
  template <class T>
  T at(std::uint64_t from) const {
    T value;
    std::memcpy(&value, part(from, sizeof(T)).all_.data(), sizeof(T));
    return value;
  }
  /// The text from there to its zero.
  std::string text(std::uint64_t from) const {
    const Bytes rest = part(from, all_.size() - std::min<std::uint64_t>(from, all_.size()));
    const auto* const first = reinterpret_cast<const char*>(rest.all_.data());
    return {first, strnlen(first, rest.size())};
  }

 private:
  std::span<const std::byte> all_;
};

struct Section {
  std::string name;
  std::uint64_t offset = 0, size = 0;
};

/// The parts of an ELF file of 64 bits, little-endian (System V ABI, chapter 4).
class Elf {
 public:
  explicit Elf(Bytes file) : file_(file) {
    constexpr std::array<unsigned char, 4> magic{0x7f, 'E', 'L', 'F'};
    if (file.size() < 64 || file.at<std::array<unsigned char, 4>>(0) != magic ||
        file.at<std::uint16_t>(18) != machine_cuda)
      throw Error("this is no machine code of a GPU");
    const auto headers = file.at<std::uint64_t>(0x28);
    const auto count = file.at<std::uint16_t>(0x3c), names = file.at<std::uint16_t>(0x3e);
    const Bytes table = file.part(headers, count * section_header_bytes);
    const auto offset_of = [&](std::size_t i) {
      return table.at<std::uint64_t>(i * section_header_bytes + 24);
    };
    const auto size_of = [&](std::size_t i) {
      return table.at<std::uint64_t>(i * section_header_bytes + 32);
    };
    const Bytes text = file.part(offset_of(names), size_of(names));
    for (std::size_t i = 0; i < count; ++i)
      sections_.push_back(
          {text.text(table.at<std::uint32_t>(i * section_header_bytes)), offset_of(i), size_of(i)});
  }
  const std::vector<Section>& sections() const { return sections_; }
  Bytes content(const Section& section) const { return file_.part(section.offset, section.size); }
  Bytes content(std::string_view name) const {
    for (const Section& section : sections_)
      if (section.name == name) return content(section);
    throw Error("this machine code lacks the section " + std::string(name));
  }

 private:
  Bytes file_;
  std::vector<Section> sections_;
};

/// Calls `use(attribute, value)` for each attribute of a section .nv.info that has a value of its
/// own.
template <class F>
void for_attributes(const Bytes& info, F&& use) {
  for (std::uint64_t at = 0; at < info.size();) {
    const auto format = info.at<std::uint8_t>(at), attribute = info.at<std::uint8_t>(at + 1);
    const auto size = info.at<std::uint16_t>(at + 2);
    at += 4;
    if (format != format_with_size) continue;
    use(attribute, info.part(at, size));
    at += size;
  }
}

std::string_view after(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
}

/// The part of a demangled name that is the function's own: between its result and its parameters.
std::string_view own_name(std::string_view whole) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const char c = whole[i];
    depth += (c == '<') - (c == '>');
    if (depth == 0 && c == ' ') begin = i + 1;
    if (depth == 0 && c == '(') return whole.substr(begin, i - begin);
  }
  return whole.substr(begin);
}

void remove_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

}  // namespace

std::vector<CubinKernel> cubin_kernels(std::span<const std::byte> image, int compute) {
  const Elf elf{Bytes(image)};
  std::map<std::string, KernelResources, std::less<>> found;
  for (const Section& section : elf.sections())
    if (const auto name = after(section.name, ".text."); !name.empty()) found[std::string(name)];
  const Bytes symbols = elf.content(".symtab"), names = elf.content(".strtab");
  // Functions that kernels call have entries too, and no section .nv.info of their own.
  for_attributes(elf.content(".nv.info"), [&](std::uint8_t attribute, const Bytes& value) {
    if (attribute != attribute_registers && attribute != attribute_min_stack) return;
    const std::uint64_t symbol = value.at<std::uint32_t>(0) * std::uint64_t{symbol_bytes};
    const auto kernel = found.find(names.text(symbols.at<std::uint32_t>(symbol)));
    if (kernel == found.end()) return;
    if (attribute == attribute_registers)
      kernel->second.registers = int(value.at<std::uint32_t>(4));
    else
      kernel->second.local_bytes = value.at<std::uint32_t>(4);
  });
  for (const Section& section : elf.sections()) {
    if (const auto own = found.find(after(section.name, ".nv.info.")); own != found.end())
      for_attributes(elf.content(section), [&](std::uint8_t attribute, const Bytes& value) {
        if (attribute != attribute_max_threads) return;
        own->second.max_threads = int(value.at<std::uint32_t>(0) * value.at<std::uint32_t>(4) *
                                      value.at<std::uint32_t>(8));
      });
    if (const auto own = found.find(after(section.name, ".nv.shared.")); own != found.end()) {
      const bool has_reserved =
          compute >= reserved_in_section_since && section.size >= reserved_shared;
      own->second.static_shared = section.size - (has_reserved ? reserved_shared : 0);
    }
  }
  std::vector<CubinKernel> kernels;
  for (auto& [symbol, resources] : found)
    if (resources.registers > 0) kernels.push_back({symbol, resources});
  return kernels;
}

std::string plain_kernel_name(std::string_view name) {
  std::string plain(name);
  if (plain.starts_with("_Z")) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(plain.c_str(), nullptr, nullptr, &status), &std::free);
    if (text) plain = own_name(text.get());
  }
  for (const char* const part : {" ", "livewarp::", "cuda_compilation::", "nvrtc_compilation::"})
    remove_all(plain, part);
  return plain;
}

}  // namespace livewarp
