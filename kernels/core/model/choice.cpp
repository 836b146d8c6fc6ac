#include "kernels/core/model/choice.h"

#include <array>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// One value of an enumeration: as typed and as shown.
template <class E>
struct Name {
  E value;
  std::string_view name, label;
};

constexpr std::array backends{Name<Backend>{Backend::cuda, "cuda", "CUDA"},
                              Name<Backend>{Backend::cpu, "cpu", "CPU"}};

constexpr std::array executors{Name<Executor>{Executor::cuda, "cuda", "CUDA"},
                               Name<Executor>{Executor::emulator, "emulator", "emulator"},
                               Name<Executor>{Executor::cpu, "cpu", "CPU"}};

constexpr std::array memory_modes{
    Name<MemoryMode>{MemoryMode::host, "host", "host"},
    Name<MemoryMode>{MemoryMode::device, "device", "device"},
    Name<MemoryMode>{MemoryMode::pageable, "pageable", "pageable round trip"},
    Name<MemoryMode>{MemoryMode::pinned, "pinned", "pinned round trip"},
    Name<MemoryMode>{MemoryMode::mapped, "mapped", "mapped (zero-copy)"},
    Name<MemoryMode>{MemoryMode::managed, "managed", "managed"},
    Name<MemoryMode>{MemoryMode::prefetch, "prefetch", "managed + prefetch"},
    Name<MemoryMode>{MemoryMode::read_mostly, "read-mostly", "managed + read-mostly"},
    Name<MemoryMode>{MemoryMode::preferred_gpu, "preferred-gpu",
                     "managed + preferred location GPU"},
    Name<MemoryMode>{MemoryMode::accessed_by, "accessed-by", "managed + accessed-by"},
    Name<MemoryMode>{MemoryMode::pool, "pool", "stream-ordered pool"}};

constexpr std::array display_paths{
    Name<DisplayPath>{DisplayPath::automatic, "automatic", "automatic"},
    Name<DisplayPath>{DisplayPath::interop, "interop", "interop"},
    Name<DisplayPath>{DisplayPath::buffer, "buffer", "interop buffer"},
    Name<DisplayPath>{DisplayPath::copy, "copy", "copy"},
    Name<DisplayPath>{DisplayPath::upload, "upload", "upload"}};

template <class E, std::size_t N>
const Name<E>& entry(const std::array<Name<E>, N>& table, E value) {
  for (const Name<E>& candidate : table)
    if (candidate.value == value) return candidate;
  throw Error("unknown value " + std::to_string(int(value)) + " of an enumeration");
}

template <class E, std::size_t N>
E parse(const std::array<Name<E>, N>& table, std::string_view what, std::string_view text) {
  std::vector<std::string> known;
  for (const Name<E>& candidate : table) {
    if (candidate.name == text) return candidate.value;
    known.emplace_back(candidate.name);
  }
  throw Error(std::string(what) + " " + std::string(text) + ": known are " + joined(known));
}

}  // namespace

std::string_view name_of(Backend value) { return entry(backends, value).name; }
std::string_view name_of(Executor value) { return entry(executors, value).name; }
std::string_view name_of(MemoryMode value) { return entry(memory_modes, value).name; }
std::string_view name_of(DisplayPath value) { return entry(display_paths, value).name; }
std::string_view label_of(MemoryMode value) { return entry(memory_modes, value).label; }
std::string_view label_of(DisplayPath value) { return entry(display_paths, value).label; }

std::string_view what_it_does(MemoryMode value) {
  switch (value) {
  case MemoryMode::host: return "The state lies in plain memory of the host, where it is computed.";
  case MemoryMode::device: return "The state stays in the GPU's memory: a step copies nothing.";
  case MemoryMode::pageable:
    return "A step copies its inputs to the GPU and its outputs back, from plain memory: the driver "
           "copies them once more, into memory of its own.";
  case MemoryMode::pinned:
    return "A step copies its inputs to the GPU and its outputs back, from page-locked memory, at "
           "the full rate of the bus.";
  case MemoryMode::mapped:
    return "Nothing is copied: the kernel reads and writes page-locked memory of the host across "
           "the bus, access by access.";
  case MemoryMode::managed:
    return "One address for both: pages move to the GPU as the kernel touches them, and back as "
           "the host reads the outputs.";
  case MemoryMode::prefetch:
    return "Managed memory whose pages are asked to the GPU before a step and back after it: no "
           "access waits for a page.";
  case MemoryMode::read_mostly:
    return "Managed memory advised as read-mostly: the host gets copies of the pages that it reads, "
           "and the GPU keeps its own, until a step writes them.";
  case MemoryMode::preferred_gpu:
    return "Managed memory whose preferred location is the GPU: the host reads its pages there if "
           "it can map them; if it cannot, as over PCIe, they move to it and back.";
  case MemoryMode::accessed_by:
    return "Managed memory that stays on the host, its preferred location, and is mapped by the "
           "GPU (accessed-by): the kernel reads and writes it across the bus, without page faults.";
  case MemoryMode::pool:
    return "The state stays in the GPU's memory, which comes from a pool in the order of the "
           "stream: a step copies nothing.";
  }
  return {};
}

Backend parse_backend(std::string_view text) { return parse(backends, "backend", text); }
Executor parse_executor(std::string_view text) { return parse(executors, "executor", text); }
MemoryMode parse_memory(std::string_view text) { return parse(memory_modes, "memory", text); }
DisplayPath parse_display(std::string_view text) { return parse(display_paths, "display", text); }

bool same_setting(const Choice& a, const Choice& b) {
  return a.workload == b.workload && a.variant == b.variant && a.launch == b.launch &&
         a.memory == b.memory && a.problem == b.problem;
}

}  // namespace livewarp
