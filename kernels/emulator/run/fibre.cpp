#include "kernels/emulator/run/fibre.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <sys/mman.h>

#include "kernels/core/base/error.h"

#if defined(__SANITIZE_ADDRESS__)
  #include <sanitizer/asan_interface.h>
  #include <sanitizer/common_interface_defs.h>
#endif

namespace livewarp::emulator {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#if defined(NDEBUG)
constexpr bool guarded = sanitized;
#else
constexpr bool guarded = true;
#endif

constexpr std::size_t page = 4096;
constexpr std::size_t stack_bytes = (sanitized ? 256 : 64) * 1024;
// The page in between is the guard. Without guards it stays useful: stacks 64 KiB apart would share
// the same few lines of the second-level cache.
constexpr std::size_t stride = stack_bytes + page;

/// A fibre's outermost frames never return, so the address sanitizer would go on guarding them
/// after the stacks have gone, whatever other library the system gives these addresses to.
void forget_frames([[maybe_unused]] const std::byte* stacks, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(stacks, bytes);
#endif
}

/// The pool owns the stacks, the context library need not free them.
struct KeepStack {
  void deallocate(boost::context::stack_context&) const noexcept {}
};

}  // namespace

Fibre::Fibre(std::span<std::byte> stack, std::function<Fibre*()> body)
    : bottom_(stack.data()), size_(stack.size()) {
  boost::context::stack_context memory;
  memory.sp = stack.data() + stack.size();
  memory.size = stack.size();
  const boost::context::preallocated place(memory.sp, memory.size, memory);
  context_ = boost::context::fiber(std::allocator_arg, place, KeepStack{},
                                   [this, run = std::move(body)](boost::context::fiber&& origin) {
                                     arrive(std::move(origin));
                                     Fibre& next = *run();
                                     leave(next);
                                     next.origin_ = nullptr;
                                     return std::move(next.context_);
                                   });
}

void Fibre::hand_over(Fibre& from, Fibre& to) {
  to.origin_ = &from;
  from.leave(to);
  from.arrive(std::move(to.context_).resume());
}

#if defined(__SANITIZE_ADDRESS__)

void Fibre::leave(Fibre& to) { __sanitizer_start_switch_fiber(&fake_stack_, to.bottom_, to.size_); }

void Fibre::arrive(boost::context::fiber origin) {
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(std::exchange(fake_stack_, nullptr), &bottom, &size);
  if (!origin_) return;
  origin_->bottom_ = bottom;  // so the bounds of a thread's own stack become known
  origin_->size_ = size;
  origin_->context_ = std::move(origin);
}

/// The sanitizer's frames of an ended fibre could not go at its last hand-over: its outermost
/// functions were still using them. They go by pretending to be that fibre and to leave it for
/// good.
__attribute__((no_sanitize_address)) Fibre::~Fibre() {
  if (!fake_stack_) return;
  void* mine = nullptr;
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_start_switch_fiber(&mine, bottom_, size_);
  __sanitizer_finish_switch_fiber(fake_stack_, &bottom, &size);
  __sanitizer_start_switch_fiber(nullptr, bottom, size);
  __sanitizer_finish_switch_fiber(mine, nullptr, nullptr);
}

#else

void Fibre::leave(Fibre&) {}

void Fibre::arrive(boost::context::fiber origin) {
  if (origin_) origin_->context_ = std::move(origin);
}

Fibre::~Fibre() = default;

#endif

StackPool::StackPool(int count) : count_(count) {
  void* memory = mmap(nullptr, stride * static_cast<std::size_t>(count), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error("no memory for the stacks of a block's threads", "close other programs");
  }
  memory_ = static_cast<std::byte*>(memory);
}

StackPool::~StackPool() {
  if (!memory_) return;
  forget_frames(memory_, stride * static_cast<std::size_t>(taken_));
  munmap(memory_, stride * static_cast<std::size_t>(count_));
}

std::span<std::byte> StackPool::take(int index) {
  taken_ = std::max(taken_, index + 1);
  std::byte* const start = memory_ + stride * static_cast<std::size_t>(index);
  // Where the system grants no more mappings, a stack does without its guard.
  if (guarded) static_cast<void>(mprotect(start, page, PROT_NONE));
  // Frames of all fibres at one offset in their pages would meet in the same lines of the
  // first-level cache: shift each by a few lines.
  const std::size_t shift = static_cast<std::size_t>(index) * 448 % page / 16 * 16;
  return {start + page, stack_bytes - shift};
}

}  // namespace livewarp::emulator
