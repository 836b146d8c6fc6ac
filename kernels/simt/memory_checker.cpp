#include "kernels/simt/memory_checker.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/core/error.h"
#include "kernels/core/text.h"
#include "kernels/simt/block_runner.h"

namespace livewarp::simt {

namespace {

bool writes(const Access& access) {
  return access.kind == AccessKind::write || access.kind == AccessKind::atomic;
}

const char* verb_of(const Access& access) {
  if (access.kind == AccessKind::atomic) return "changes";
  return access.kind == AccessKind::write ? "writes" : "reads";
}

std::string bytes_text(std::int64_t bytes) {
  return grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

}  // namespace

void MemoryChecker::use_memory(const std::vector<NamedMemory>& memory) {
  regions_.clear();
  for (const NamedMemory& each : memory) regions_.push_back({each, {}});
}

void MemoryChecker::begin_launch(const LaunchPlan& plan) {
  plan_ = &plan;
  ++launch_;
  dynamic_shared_.resize(std::max(dynamic_shared_.size(), plan.shared_bytes));
  static_shared_.resize(spaces_.static_bytes());
}

void MemoryChecker::begin_block(std::uint64_t block, std::byte* shared) {
  block_ = block;
  shared_ = shared;
  spaces_.set_shared(shared, plan_->shared_bytes);
  ++blocks_begun_;
  ++epoch_;
}

void MemoryChecker::access(const Access& access) {
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

MemoryChecker::Byte* MemoryChecker::shared_bytes(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t dynamic = address - address_of(shared_);
  if (dynamic < plan_->shared_bytes)
    return dynamic + bytes <= plan_->shared_bytes ? &dynamic_shared_[dynamic] : nullptr;
  const std::uintptr_t fixed = address - spaces_.static_first();
  return fixed + bytes <= static_shared_.size() ? &static_shared_[fixed] : nullptr;
}

void MemoryChecker::check_shared(const Access& access) {
  Byte* const first = shared_bytes(access.address, access.bytes);
  if (!first)
    fail(access,
         fmt::format("{} {} that reach beyond the {} of dynamic shared memory", verb_of(access),
                     bytes_text(access.bytes), bytes_text(std::int64_t(plan_->shared_bytes))),
         "the launch gives a block its bytes: more of them, or a smaller index");
  const Mark now{epoch_, block_, access.code, thread_, access.kind == AccessKind::atomic};
  for (Byte& byte : std::span(first, access.bytes)) {
    if (access.kind != AccessKind::write && byte.written_in != blocks_begun_)
      fail(access,
           fmt::format("{} {} of shared memory that no thread of the block has written",
                       verb_of(access), bytes_text(access.bytes)),
           "what stands there is left from another block, or nothing at all");
    check_byte(byte, access, now, true);
    if (writes(access)) byte.written_in = blocks_begun_;
  }
}

// -- global memory --------------------------------------------------------------------------------

/// Dynamic shared memory may be what was meant, if it ends closer before the access than `distance`.
void MemoryChecker::check_dynamic_bounds(const Access& access, std::uintptr_t distance) const {
  const std::uintptr_t beyond = access.address - address_of(shared_) - plan_->shared_bytes;
  if (plan_->shared_bytes > 0 && beyond < distance)
    fail(access,
         fmt::format("{} {} at {} beyond the {} of dynamic shared memory", verb_of(access),
                     bytes_text(access.bytes), bytes_text(std::int64_t(beyond)),
                     bytes_text(std::int64_t(plan_->shared_bytes))),
         "the launch gives a block its bytes: more of them, or a smaller index");
}

/// The region that an access lies in, one that may be written rather than one that may not; else the one that it begins
/// in or comes closest after.
MemoryChecker::Found MemoryChecker::region_of(const Access& access) {
  Found found;
  std::uintptr_t closest = ~std::uintptr_t{0};
  for (Region& region : regions_) {
    const std::uintptr_t offset = access.address - address_of(region.memory.first);
    const bool inside = offset < region.memory.bytes && offset + access.bytes <= region.memory.bytes;
    if (inside && (!found.inside || region.memory.written)) found = {&region, true};
    if (found.inside || offset >= closest) continue;
    closest = offset;
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
    check_dynamic_bounds(access, offset - std::min(offset, memory.bytes));
    fail(access,
         fmt::format("{} {} at byte {} of {}, which has {}", verb_of(access),
                     bytes_text(access.bytes), grouped(std::int64_t(offset)), memory.name,
                     bytes_text(std::int64_t(memory.bytes))),
         "an index is out of range");
  }
  if (writes(access) && !memory.written)
    fail(access, fmt::format("{} {}, which the step may only read", verb_of(access), memory.name),
         "a step goes from its input to its output: an unfinished one can be dropped then");
  region->bytes.resize(memory.bytes);
  const Mark now{launch_, block_, access.code, thread_, access.kind == AccessKind::atomic};
  for (Byte& byte : std::span(&region->bytes[offset], access.bytes))
    check_byte(byte, access, now, false);
}

// -- who meets whom -------------------------------------------------------------------------------

bool MemoryChecker::apart(const Mark& a, const Mark& b, bool shared) const {
  if (a.when != b.when) return false;
  return shared ? a.thread / int(warp_lanes) != b.thread / int(warp_lanes) : a.block != b.block;
}

void MemoryChecker::check_byte(Byte& byte, const Access& access, const Mark& now, bool shared) {
  const auto meets = [&](const Mark& before, const char* did) {
    if (!apart(before, now, shared) || (before.atomic && now.atomic)) return;
    fail(access,
         fmt::format("{} {} memory that {} {}", verb_of(access), shared ? "shared" : "global",
                     who(before), did),
         shared ? "only a barrier between the two says which comes first"
                : "blocks run in any order: only launches, or atomics, keep them apart");
  };
  meets(byte.write, byte.write.atomic ? "changes" : "writes");
  if (writes(access)) {
    meets(byte.read, "reads");
    meets(byte.other_read, "reads");
    byte.write = now;
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
  return line.line > 0 ? fmt::format("{}:{}", line.file, line.line) : std::string("an unknown line");
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
  const std::string block = mark.block == block_ ? "" : block_text(mark.block) + ", ";
  return fmt::format("{}{} at {}", block, thread_text(mark.thread), line_of(mark.code));
}

void MemoryChecker::fail(const Access& access, const std::string& what,
                         const std::string& advice) const {
  throw Error(fmt::format("kernel {}, {}, {}, {}: {}", plan_->kernel.name, block_text(block_),
                          thread_text(thread_), line_of(access.code), what),
              advice);
}

}  // namespace livewarp::simt
