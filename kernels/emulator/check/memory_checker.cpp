#include "kernels/emulator/check/memory_checker.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp::emulator {

namespace {

constexpr std::size_t chunk_bytes = 1024;      // of static shared memory
constexpr std::size_t most_bytes = 64u << 20;  // each takes more than fifty

/// Others may do the same meanwhile.
bool is_atomic(const Access& access) { return access.kind == AccessKind::atomic || access.relaxed; }
/// Puts a value there without looking at what there was.
bool stores(const Access& access) {
  return !is_atomic(access) &&
         (access.kind == AccessKind::write || access.kind == AccessKind::copy);
}
bool writes(const Access& access) { return stores(access) || is_atomic(access); }

const char* verb_of(const Access& access) {
  if (is_atomic(access)) return "changes";
  return stores(access) ? "writes" : "reads";
}

std::string bytes_text(std::int64_t bytes) {
  return grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

}  // namespace

void MemoryChecker::use_memory(const std::vector<NamedMemory>& memory) {
  // What is known of bytes belongs to launches that are over: its room serves again.
  std::size_t bytes = 0;
  for (const NamedMemory& each : memory) bytes += each.bytes;
  if (bytes > most_bytes)
    throw Error(fmt::format("{} bytes of state: what is checked byte by byte has at most {}",
                            grouped(std::int64_t(bytes)), grouped(std::int64_t(most_bytes))),
                "a smaller size shows the same");
  regions_.resize(memory.size());
  for (std::size_t i = 0; i < memory.size(); ++i) regions_[i].memory = memory[i];
}

void MemoryChecker::begin_launch(const LaunchPlan& plan) {
  plan_ = &plan;
  ++launch_;
  // Marks are compared within a launch, whose code is in one place: the program or a library.
  code_base_ = reinterpret_cast<std::uintptr_t>(plan.kernel.call);
  told_.clear();
  dynamic_shared_.resize(std::max(dynamic_shared_.size(), plan.shared_bytes));
  static_shared_.resize(spaces_.static_bytes() / chunk_bytes + 1);
}

bool MemoryChecker::begin_block(std::uint64_t block, std::byte* shared) {
  block_ = block;
  shared_ = shared;
  spaces_.set_shared(shared, plan_->shared_bytes);
  ++blocks_begun_;
  ++epoch_;
  asked_.clear();
  fenced_by_ = nobody;
  return true;
}

void MemoryChecker::access(const Access& access) {
  settle();
  if (access.kind == AccessKind::texture) return;  // the object checks its own coordinates
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  switch (spaces_.of(access.address, frame)) {
  case MemorySpace::shared: return check_shared(access);
  case MemorySpace::global: return check_global(access);
  case MemorySpace::constant:
  case MemorySpace::local: return;
  }
}

// -- shared memory --------------------------------------------------------------------------------

/// Begins in dynamic shared memory.
bool MemoryChecker::is_dynamic(const Access& access) const {
  return access.address - address_of(shared_) < plan_->shared_bytes;
}

MemoryChecker::Byte& MemoryChecker::static_byte(std::uintptr_t address) {
  const std::size_t offset = spaces_.static_offset(address);
  std::vector<Byte>& chunk = static_shared_[offset / chunk_bytes];
  if (chunk.empty()) chunk.resize(chunk_bytes);
  return chunk[offset % chunk_bytes];
}

/// Two warps have read it since the last barrier, and nobody has written it: one more reader
/// changes nothing, since whoever writes it now meets one of the two.
bool MemoryChecker::was_read_by_two(const Byte& byte, const Mark& now) {
  return byte.write.when != now.when && byte.read.when == now.when &&
         byte.other_read.when == now.when;
}

void MemoryChecker::check_shared(const Access& access) {
  const bool dynamic = is_dynamic(access);
  const std::uintptr_t offset = access.address - address_of(shared_);
  if (dynamic && offset + access.bytes > plan_->shared_bytes)
    fail(access,
         fmt::format("{} {} that reach beyond the {} of dynamic shared memory", verb_of(access),
                     bytes_text(access.bytes), bytes_text(std::int64_t(plan_->shared_bytes))),
         "the launch gives a block its bytes: more of them, or a smaller index");
  const Mark now = mark_of(access, epoch_);
  for (std::uintptr_t i = 0; i < access.bytes; ++i) {
    Byte& byte = dynamic ? dynamic_shared_[offset + i] : static_byte(access.address + i);
    if (!stores(access) && byte.written_in != blocks_begun_)
      fail(access,
           fmt::format("{} {} of shared memory that no thread of the block has written",
                       verb_of(access), bytes_text(access.bytes)),
           "what stands there is left from another block, or nothing at all");
    if (!writes(access) && was_read_by_two(byte, now)) continue;
    check_byte(byte, access.address + i, access, now, true);
    if (writes(access)) byte.written_in = blocks_begun_;
  }
}

// -- global memory --------------------------------------------------------------------------------

/// Dynamic shared memory may be what was meant, if it ends closer before the access than
/// `distance`.
void MemoryChecker::check_dynamic_bounds(const Access& access, std::uintptr_t distance) const {
  const std::uintptr_t beyond = access.address - address_of(shared_) - plan_->shared_bytes;
  if (plan_->shared_bytes > 0 && beyond < distance)
    fail(access,
         fmt::format("{} {} at {} beyond the {} of dynamic shared memory", verb_of(access),
                     bytes_text(access.bytes), bytes_text(std::int64_t(beyond)),
                     bytes_text(std::int64_t(plan_->shared_bytes))),
         "the launch gives a block its bytes: more of them, or a smaller index");
}

namespace {

std::uintptr_t distance_to(std::uintptr_t address, const NamedMemory& memory) {
  const std::uintptr_t first = address_of(memory.first), end = first + memory.bytes;
  if (address < first) return first - address;
  return address < end ? 0 : address - end;
}

}  // namespace

/// The region that an access lies in, one that may be written rather than one that may not; else
/// the nearest one.
MemoryChecker::Found MemoryChecker::region_of(const Access& access) {
  Found found;
  std::uintptr_t closest = ~std::uintptr_t{0};
  for (Region& region : regions_) {
    const std::uintptr_t first = address_of(region.memory.first), end = first + region.memory.bytes;
    const bool inside = access.address >= first && access.address + access.bytes <= end;
    if (inside && (!found.inside || region.memory.written)) found = {&region, true};
    const std::uintptr_t away = distance_to(access.address, region.memory);
    if (found.inside || away >= closest) continue;
    closest = away;
    found.region = &region;
  }
  return found;
}

void MemoryChecker::check_global(const Access& access) {
  if (regions_.empty()) return;  // nobody said what may be touched
  const auto [region, inside] = region_of(access);
  const NamedMemory& memory = region->memory;
  const std::uintptr_t offset = access.address - address_of(memory.first);
  if (!inside) {
    check_dynamic_bounds(access, distance_to(access.address, memory));
    const auto place = static_cast<std::int64_t>(offset);
    const std::string where =
        place < 0 ? bytes_text(-place) + " before " : "at byte " + grouped(place) + " of ";
    fail(access,
         fmt::format("{} {} {}{}, which has {}", verb_of(access), bytes_text(access.bytes), where,
                     memory.name, bytes_text(std::int64_t(memory.bytes))),
         "an index is out of range");
  }
  if (writes(access) && !memory.written)
    fail(access, fmt::format("{} {}, which the step may only read", verb_of(access), memory.name),
         "a step goes from its input to its output: an unfinished one can be dropped then");
  follow_fences(access);
  if (region->bytes.size() < memory.bytes) region->bytes.resize(memory.bytes);
  const Mark now = mark_of(access, launch_);
  std::uintptr_t address = access.address;
  for (Byte& byte : std::span(&region->bytes[offset], access.bytes))
    check_byte(byte, address++, access, now, false);
}

// -- who meets whom -------------------------------------------------------------------------------

MemoryChecker::Mark MemoryChecker::mark_of(const Access& access, std::uint32_t when) const {
  return {when, static_cast<std::uint32_t>(block_),
          static_cast<std::int32_t>(std::intptr_t(access.code - code_base_)),
          static_cast<std::uint16_t>(thread_), is_atomic(access)};
}

/// Writes that were about to happen have happened.
void MemoryChecker::settle() {
  for (const Rewrite& rewrite : rewrites_) {
    if (*reinterpret_cast<const unsigned char*>(rewrite.address) == rewrite.value) continue;
    const Rewrite wrong = rewrite;
    rewrites_.clear();
    thread_ = wrong.thread;
    fail_met(wrong.access, wrong.before, "writes otherwise", wrong.shared);
  }
  rewrites_.clear();
}

bool MemoryChecker::apart(const Mark& a, const Mark& b, bool shared) const {
  if (a.when != b.when) return false;
  if (shared) return a.thread / int(warp_lanes) != b.thread / int(warp_lanes);
  return a.block != b.block && !heard_of(a.block);
}

/// An atomic of the thread that has passed a fence lets others know what its block wrote before;
/// what it writes later they do not know. Every atomic asks what blocks before it let know.
void MemoryChecker::follow_fences(const Access& access) {
  const auto block = static_cast<std::uint32_t>(block_);
  if (is_atomic(access)) {
    if (std::ranges::find(asked_, access.address) == asked_.end()) asked_.push_back(access.address);
    if (fenced_by_ == thread_) told_[block] = access.address;
  } else if (writes(access)) {
    fenced_by_ = nobody;
    if (!told_.empty()) told_.erase(block);
  }
}

/// Blocks run one after another here: whoever told, did so before.
bool MemoryChecker::heard_of(std::uint32_t block) const {
  const auto told = told_.find(block);
  return told != told_.end() && std::ranges::find(asked_, told->second) != asked_.end();
}

void MemoryChecker::check_byte(Byte& byte, std::uintptr_t address, const Access& access,
                               const Mark& now, bool shared) {
  const auto meets = [&](const Mark& before) {
    return apart(before, now, shared) && !(before.atomic && now.atomic);
  };
  const bool rewrites = meets(byte.write);
  if (rewrites) {
    if (!stores(access) || byte.write.atomic)
      fail_met(access, byte.write, byte.write.atomic ? "changes" : "writes", shared);
    const auto value = *reinterpret_cast<const unsigned char*>(address);
    rewrites_.push_back({address, value, byte.write, access, thread_, shared});
  }
  if (writes(access)) {
    for (const Mark* const read : {&byte.read, &byte.other_read})
      if (meets(*read)) fail_met(access, *read, "reads", shared);
    if (!rewrites) byte.write = now;  // else who wrote it first stays known
  } else if (byte.read.when != now.when) {
    byte.read = now;
    byte.other_read = {};
  } else if (apart(byte.read, now, shared)) {
    byte.other_read = now;
  }
}

// -- words ----------------------------------------------------------------------------------------

std::string MemoryChecker::line_of(std::uintptr_t code) const {
  const SourceLine& line = lines_.of(code);
  return line.line > 0 ? fmt::format("{}:{}", line.file, line.line)
                       : std::string("an unknown line");
}

std::string MemoryChecker::thread_text(int thread) const {
  const Dim3& block = plan_->block;
  const auto t = static_cast<unsigned>(thread);
  return fmt::format("thread ({}, {}, {})", t % block.x, t / block.x % block.y,
                     t / block.x / block.y);
}

std::string MemoryChecker::block_text(std::uint64_t block) const {
  const Dim3& grid = plan_->grid;
  return fmt::format("block ({}, {}, {})", block % grid.x, block / grid.x % grid.y,
                     block / grid.x / grid.y);
}

std::string MemoryChecker::who(const Mark& mark) const {
  const std::string block =
      mark.block == std::uint32_t(block_) ? "" : block_text(mark.block) + ", ";
  return fmt::format("{}{} at {}", block, thread_text(mark.thread),
                     line_of(code_base_ + std::uintptr_t(std::intptr_t{mark.code})));
}

void MemoryChecker::fail(const Access& access, const std::string& what,
                         const std::string& advice) const {
  throw Error(fmt::format("kernel {}, {}, {}, {}: {}", plan_->kernel.name, block_text(block_),
                          thread_text(thread_), line_of(access.code), what),
              advice);
}

void MemoryChecker::fail_met(const Access& access, const Mark& before, const char* did,
                             bool shared) const {
  fail(access,
       fmt::format("{} {} memory that {} {}", verb_of(access), shared ? "shared" : "global",
                   who(before), did),
       shared ? "only a barrier between the two says which comes first"
              : "blocks run in any order: only launches, atomics, or a fence before an atomic that "
                "both make, keep them apart");
}

}  // namespace livewarp::emulator

namespace livewarp {

std::unique_ptr<KernelExec> make_checked_exec(std::uint64_t seed, std::stop_token stop) {
  EmulatorOptions options;
  options.seed = seed;
  options.observer = std::make_shared<emulator::MemoryChecker>();
  return make_emulator_exec(options, std::move(stop));
}

}  // namespace livewarp
