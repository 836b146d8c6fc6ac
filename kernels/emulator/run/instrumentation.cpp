// The other end of the compiler's instrumentation: g++ and clang put calls of these functions
// before every access to memory (-fsanitize=thread) and at the start of every basic block
// (-fsanitize-coverage=trace-pc). No sanitizer's runtime is linked; the names are those of its
// interface (LLVM, compiler-rt/include/sanitizer/tsan_interface.h).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

#include "kernels/core/device/lane.h"
#include "kernels/core/device/lane_texture.h"
#include "kernels/emulator/run/kernel_observer.h"

namespace livewarp::emulator {

namespace {

constinit thread_local KernelObserver* observer = nullptr;
constinit thread_local std::uint64_t accesses = 0;

}  // namespace

KernelObserver* observe(KernelObserver* next) {
  KernelObserver* const before = observer;
  observer = next;
  return before;
}

std::uint64_t accesses_until_now() { return accesses; }

namespace {

/// Tells the observer, who hears nothing of what he does himself.
template <class Tell>
inline void tell(const Tell& tell_to) {
  if (!observer) return;
  KernelObserver& hears = *std::exchange(observer, nullptr);
  std::exception_ptr failure;
  try {
    tell_to(hears);
  } catch (...) {
    failure = std::current_exception();
  }
  observer = &hears;
  // For the compiler, what it calls here never throws: an exception would end the program.
  if (failure) abandon_thread(std::move(failure));
}

inline void note(void* code, const void* address, std::size_t bytes, AccessKind kind,
                 std::size_t aligned = 0, const TextureReach* reach = nullptr,
                 bool relaxed = false) {
  if (!observer) return;  // within what stands for an instruction
  ++accesses;
  tell([&](KernelObserver& hears) {
    hears.access({reinterpret_cast<std::uintptr_t>(code), reinterpret_cast<std::uintptr_t>(address),
                  static_cast<std::uint16_t>(bytes), kind, static_cast<std::uint8_t>(aligned),
                  reach, relaxed});
  });
}

/// A structure's copy. g++ calls a function of the size's name for 1, 2, 4, 8 or 16 bytes that are
/// aligned to them or to 8, and this one for all others (gcc/tsan.cc, instrument_expr).
[[maybe_unused]] inline void note_range(void* code, const void* address, std::size_t bytes,
                                        AccessKind kind) {
  const std::size_t divides = bytes & -bytes;
  const bool named = divides == bytes && bytes <= 16;
  const std::size_t open = named ? std::min<std::size_t>(bytes, 8) / 2 : divides;
  note(code, address, bytes, kind, std::clamp<std::size_t>(open, 1, 16));
}

}  // namespace

Unheard::Unheard() : before_(observe(nullptr)) {}
Unheard::~Unheard() { observe(static_cast<KernelObserver*>(before_)); }

void note_atomic(void* code, const void* address, std::size_t bytes) {
  note(code, address, bytes, AccessKind::atomic);
  if (observer) attempt_atomic(code, address, bytes);
}
void note_relaxed_read(void* code, const void* address, std::size_t bytes) {
  note(code, address, bytes, AccessKind::read, 0, nullptr, true);
}
void note_relaxed_write(void* code, const void* address, std::size_t bytes) {
  note(code, address, bytes, AccessKind::write, 0, nullptr, true);
}
void note_copy(void* code, const void* from, const void* to, std::size_t bytes) {
  if (from) note(code, from, bytes, AccessKind::read);
  note(code, to, bytes, AccessKind::copy);
}
void note_texture(void* code, const void* address, std::size_t bytes) {
  note(code, address, bytes, AccessKind::texture);
}
void note_fetch(void* code, const TextureReach& reach, std::size_t bytes) {
  note(code, nullptr, bytes, AccessKind::texture, 0, &reach);
}

}  // namespace livewarp::emulator

// NOLINTBEGIN(bugprone-reserved-identifier): the compiler chose these names
#if !defined(__SANITIZE_THREAD__)  // which has them of its own
  #define LIVEWARP_CODE __builtin_extract_return_addr(__builtin_return_address(0))
  #define LIVEWARP_ACCESS(name, bytes, kind)                                                       \
    extern "C" void __tsan_##name##bytes(void* address) {                                          \
      livewarp::emulator::note(LIVEWARP_CODE, address, bytes,                                      \
                               livewarp::emulator::AccessKind::kind);                              \
    }
  #define LIVEWARP_ACCESSES(name, kind)                                                            \
    LIVEWARP_ACCESS(name, 1, kind)                                                                 \
    LIVEWARP_ACCESS(name, 2, kind)                                                                 \
    LIVEWARP_ACCESS(name, 4, kind)                                                                 \
    LIVEWARP_ACCESS(name, 8, kind)                                                                 \
    LIVEWARP_ACCESS(name, 16, kind)
LIVEWARP_ACCESSES(read, read)
LIVEWARP_ACCESSES(write, write)
LIVEWARP_ACCESSES(unaligned_read, read)
LIVEWARP_ACCESSES(unaligned_write, write)
LIVEWARP_ACCESSES(volatile_read, read)
LIVEWARP_ACCESSES(volatile_write, write)

extern "C" {
void __tsan_init() {}
void __tsan_read_range(void* address, std::size_t bytes) {
  livewarp::emulator::note_range(LIVEWARP_CODE, address, bytes,
                                 livewarp::emulator::AccessKind::read);
}
void __tsan_write_range(void* address, std::size_t bytes) {
  livewarp::emulator::note_range(LIVEWARP_CODE, address, bytes,
                                 livewarp::emulator::AccessKind::write);
}
void __tsan_vptr_update(void**, void*) {}  // no kernel has virtual functions
void __tsan_vptr_read(void**) {}
void __tsan_func_entry(void* caller) {
  livewarp::emulator::tell([&](livewarp::emulator::KernelObserver& hears) {
    hears.enter_function(reinterpret_cast<std::uintptr_t>(caller));
  });
}
void __tsan_func_exit() {
  livewarp::emulator::tell(
      [](livewarp::emulator::KernelObserver& hears) { hears.leave_function(); });
}
  // Kernels' own atomics are noted by kernels/core/device/device_host_math.h, with their places.
  // These are the standard library's.
  #define LIVEWARP_ATOMIC(bits, T)                                                                 \
    T __tsan_atomic##bits##_load(const T* a, int) { return __atomic_load_n(a, __ATOMIC_SEQ_CST); } \
    void __tsan_atomic##bits##_store(T* a, T v, int) { __atomic_store_n(a, v, __ATOMIC_SEQ_CST); } \
    T __tsan_atomic##bits##_exchange(T* a, T v, int) {                                             \
      return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                          \
    }                                                                                              \
    T __tsan_atomic##bits##_fetch_add(T* a, T v, int) {                                            \
      return __atomic_fetch_add(a, v, __ATOMIC_SEQ_CST);                                           \
    }                                                                                              \
    T __tsan_atomic##bits##_fetch_sub(T* a, T v, int) {                                            \
      return __atomic_fetch_sub(a, v, __ATOMIC_SEQ_CST);                                           \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(T* a, T* c, T v, int, int) {                 \
      return __atomic_compare_exchange_n(a, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(T* a, T* c, T v, int, int) {                   \
      return __atomic_compare_exchange_n(a, c, v, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    }
LIVEWARP_ATOMIC(8, std::uint8_t)
LIVEWARP_ATOMIC(32, std::uint32_t)
LIVEWARP_ATOMIC(64, std::uint64_t)
void __tsan_atomic_thread_fence(int) {
  livewarp::emulator::tell([](livewarp::emulator::KernelObserver& hears) { hears.fence(); });
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
void __sanitizer_cov_trace_pc() {
  livewarp::emulator::tell([code = LIVEWARP_CODE](livewarp::emulator::KernelObserver& hears) {
    hears.basic_block(reinterpret_cast<std::uintptr_t>(code));
  });
}
}
#endif
// NOLINTEND(bugprone-reserved-identifier)
