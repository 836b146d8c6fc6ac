#include "app/edit/kernel_guard.h"

#include <execinfo.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/device/lane.h"
#include "kernels/emulator/run/kernel_modules.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp {

namespace {

/// What the handler of signals knows: it is called without arguments of ours.
struct Watch {
  std::function<void(const std::string&)> tell;
  std::vector<std::byte> stack = std::vector<std::byte>(std::size_t{1} << 20);
  std::vector<emulator::AddressRange> code;  ///< of libraries of kernels
  timer_t timer{};
  std::string kernel;  ///< that runs
  double seconds = 0;  ///< that its launch may take
};
Watch& watch() {
  static Watch one;
  return one;
}

bool is_kernels(std::uintptr_t code) {
  return std::ranges::any_of(watch().code, [&](const auto& range) { return range.holds(code); });
}

std::uintptr_t interrupted_at(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return context.uc_mcontext.pc;
#else
  return 0;
#endif
}
std::uintptr_t stack_at(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return context.uc_mcontext.sp;
#else
  return 0;
#endif
}

/// The innermost line of a kernel of the library's that is under way; empty where there is none.
std::string line_at(const ucontext_t& context) {
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), int(frames.size()));
  const std::uintptr_t now = interrupted_at(context);
  std::vector<std::uintptr_t> codes{now + 1};  // as a return address lies behind its call
  for (int i = 0; i < count; ++i) codes.push_back(reinterpret_cast<std::uintptr_t>(frames[i]));
  const auto own = std::ranges::find_if(codes, is_kernels);
  if (own == codes.end()) return {};
  emulator::SourceLines lines;
  const emulator::SourceLine line = lines.of(*own);
  return line.line > 0 ? fmt::format(", {}:{}", line.file, line.line) : std::string();
}

std::string what_happened(int signal, const siginfo_t& info, const ucontext_t& context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  constexpr std::uintptr_t near = 64 * 1024;
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
    if (address + near > stack_at(context) && address < stack_at(context) + near)
      return "a thread's stack is full: does it call itself without an end?";
    return "touches memory that is not there";
  case SIGFPE: return "divides a whole number by zero";
  case SIGABRT: return "gives up (an assert, or abort)";
  case SIGILL: return "comes to what the compiler holds to be impossible (a division by zero?)";
  default: break;
  }
  return fmt::format("does not end: the launch has taken {} s of a core, and is not done",
                     rounded(watch().seconds, 2));
}

void on_signal(int signal, siginfo_t* info, void* where) {
  // Should what follows crash or wait in vain, that ends the process too. Finding the line takes a
  // fraction of a second of a core, which on a busy machine may be many of a clock.
  constexpr unsigned longest_seconds = 20;
  ::signal(signal, SIG_DFL);
  ::signal(SIGALRM, SIG_DFL);
  alarm(longest_seconds);
  const auto& context = *static_cast<const ucontext_t*>(where);
  const auto index = [](const emulator::Index3& i) {
    return fmt::format("({}, {}, {})", i.x, i.y, i.z);
  };
  watch().tell(fmt::format("kernel {}, block {}, thread {}{}: {}", watch().kernel,
                           index(emulator::blockIdx), index(emulator::threadIdx), line_at(context),
                           what_happened(signal, *info, context)));
  _exit(1);
}

/// Bytes of addresses that this process has: a driver of a GPU reserves tens of gigabytes.
[[maybe_unused]] rlim_t addresses_now() {  // no limit is set beside a sanitizer
  std::ifstream of_process("/proc/self/statm");
  rlim_t pages = 0;
  of_process >> pages;
  return pages * rlim_t(sysconf(_SC_PAGESIZE));
}

void arm(double seconds) {
  itimerspec span{};
  span.it_value.tv_sec = time_t(seconds);
  span.it_value.tv_nsec = long((seconds - std::floor(seconds)) * 1e9);
  timer_settime(watch().timer, 0, &span, nullptr);
}

void start_timer() {
  sigevent event{};
  // Signals of a process's timer may reach any of its threads: this one is of the calling thread's.
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGVTALRM;
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &watch().timer) != 0)
    throw Error("the system has no timer for a thread's time");
}

}  // namespace

KernelGuard::KernelGuard(std::function<void(const std::string&)> tell) {
  watch().tell = std::move(tell);
  for (const emulator::KernelModule& module : emulator::kernel_modules())
    if (module.path != "/proc/self/exe")
      watch().code.insert(watch().code.end(), module.parts.begin(), module.parts.end());
  std::array<void*, 1> first{};
  backtrace(first.data(), 1);  // the first call loads a library, which is no work for a handler
  stack_t stack{};
  stack.ss_sp = watch().stack.data();
  stack.ss_size = watch().stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGVTALRM})
    sigaction(signal, &action, nullptr);
  start_timer();
}

void KernelGuard::begin_launch(const std::string& kernel, double seconds) {
  watch().kernel = kernel;
  watch().seconds = seconds;
  arm(seconds);
}

void KernelGuard::end_launch() { arm(0); }

void limit_process(double seconds, std::size_t memory) {
  const auto limit = [](auto resource, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(resource, &both);
  };
  limit(RLIMIT_CORE, 0);
  if (seconds > 0) limit(RLIMIT_CPU, rlim_t(seconds) + 1);
#if !defined(__SANITIZE_ADDRESS__)  // which takes terabytes of addresses for itself
  if (memory > 0) limit(RLIMIT_AS, addresses_now() + memory);
#else
  (void)memory;
#endif
}

}  // namespace livewarp
