#include "app/edit/first_difference.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/run/kernel_observer.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp {

namespace {

/// Notes of each byte that a step may write who wrote it last.
class WriterNotes final : public emulator::KernelObserver {
 public:
  struct Writer {
    std::uintptr_t code = 0;  ///< 0: nobody
    std::uint32_t block = 0;
    std::uint16_t thread = 0;
  };
  struct Region {
    NamedMemory memory;
    std::vector<Writer> writers;
    std::vector<std::byte> bytes;  ///< as they stood when `keep` was called
  };

  void use_memory(const std::vector<NamedMemory>& memory) override {
    regions_.clear();
    for (const NamedMemory& each : memory)
      if (each.written) regions_.push_back({each, std::vector<Writer>(each.bytes), {}});
  }
  void begin_launch(const emulator::LaunchPlan& plan) override {
    grid_ = plan.grid;
    block_size_ = plan.block;
  }
  bool begin_block(std::uint64_t block, std::byte*) override {
    block_ = std::uint32_t(block);
    return true;
  }
  void enter_thread(int thread) override { thread_ = std::uint16_t(thread); }
  void access(const emulator::Access& access) override {
    if (access.kind != emulator::AccessKind::write && access.kind != emulator::AccessKind::atomic)
      return;
    for (Region& region : regions_) {
      const std::uintptr_t offset =
          access.address - reinterpret_cast<std::uintptr_t>(region.memory.first);
      if (offset + access.bytes > region.memory.bytes || offset > region.memory.bytes) continue;
      std::fill_n(region.writers.begin() + std::ptrdiff_t(offset), access.bytes,
                  Writer{access.code, block_, thread_});
    }
  }
  void keep() {
    for (Region& region : regions_) {
      const auto* const first = static_cast<const std::byte*>(region.memory.first);
      region.bytes.assign(first, first + region.memory.bytes);
    }
  }
  const std::vector<Region>& regions() const { return regions_; }
  std::string text_of(const Writer& writer) const {
    const auto index = [](std::uint64_t i, const Dim3& size) {
      return fmt::format("({}, {}, {})", i % size.x, i / size.x % size.y, i / size.x / size.y);
    };
    const emulator::SourceLine line = emulator::SourceLines().of(writer.code);
    return fmt::format("block {}, thread {}, {}:{}", index(writer.block, grid_),
                       index(writer.thread, block_size_), line.file, line.line);
  }

 private:
  std::vector<Region> regions_;
  Dim3 grid_, block_size_;  ///< of the last launch
  std::uint32_t block_ = 0;
  std::uint16_t thread_ = 0;
};

std::shared_ptr<WriterNotes> notes_of(const Workload& workload, const Choice& choice,
                                      const std::shared_ptr<const emulator::KernelLibrary>& library,
                                      const std::stop_token& stop) {
  const auto notes = std::make_shared<WriterNotes>();
  HostState in = workload.initial_state(choice.problem);
  in.primed = true;
  EmulatorOptions options;
  options.observer = notes;
  options.library = library;
  const auto exec = make_emulator_exec(options, stop);
  const auto simulation = workload.simulate_traced(choice, &in);
  if (!simulation) return notes;
  simulation->poison_next();
  simulation->step(*exec);
  notes->keep();
  return notes;
}

}  // namespace

std::string first_difference(const Workload& workload, const Choice& choice,
                             const std::shared_ptr<const emulator::KernelLibrary>& library,
                             const std::stop_token& stop) {
  const auto original = notes_of(workload, choice, nullptr, stop);
  const auto edited = notes_of(workload, choice, library, stop);
  const std::size_t count = std::min(original->regions().size(), edited->regions().size());
  for (std::size_t i = 0; i < count; ++i) {
    const WriterNotes::Region& own = edited->regions()[i];
    const auto [theirs, mine] = std::ranges::mismatch(original->regions()[i].bytes, own.bytes);
    if (mine == own.bytes.end()) continue;
    const WriterNotes::Writer& writer = own.writers[std::size_t(mine - own.bytes.begin())];
    return writer.code == 0 ? std::string() : edited->text_of(writer);
  }
  return {};
}

}  // namespace livewarp
