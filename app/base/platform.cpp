#include "app/base/platform.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <system_error>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// PCI vendors of the graphics cards that the kernel drives.
bool has_card_of(const std::string& vendor) {
  std::error_code ignored;
  for (const auto& card : std::filesystem::directory_iterator("/sys/class/drm", ignored))
    if (first_line(card.path() / "device/vendor") == vendor) return true;
  return false;
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

void give_back_freed_memory() {
#ifdef __GLIBC__
  // Either call also ends that the library raises both limits whenever a large block is freed.
  constexpr int mapped_from = 1 << 20, kept_at_the_top = 8 << 20;
  mallopt(M_MMAP_THRESHOLD, mapped_from);
  mallopt(M_TRIM_THRESHOLD, kept_at_the_top);
#endif
}

void lower_thread_priority() {
  // On Linux a nice value belongs to a thread, named by its kernel id. A refusal does no harm.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
}

namespace {

/// The program's folder in that which an XDG variable names, or in a folder of the user's.
std::filesystem::path xdg_folder(const char* variable, const char* usual) {
  const std::string xdg = environment(variable);
  if (!xdg.empty()) return std::filesystem::path(xdg) / "livewarp";
  const std::string home = environment("HOME");
  return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / usual / "livewarp";
}

}  // namespace

std::filesystem::path settings_folder() { return xdg_folder("XDG_CONFIG_HOME", ".config"); }

std::filesystem::path cache_folder() { return xdg_folder("XDG_CACHE_HOME", ".cache"); }

std::filesystem::path program_path() {
  std::error_code failure;
  return std::filesystem::read_symlink("/proc/self/exe", failure);
}

void restart_program(const std::vector<std::string>& arguments) {
  const std::string program = program_path().string();
  std::vector<const char*> words{program.c_str()};
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  words.push_back(nullptr);
  // A driver's files among them, which hold what it has lost.
  ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
  sigset_t before, none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, &before);
  ::execv(program.c_str(), const_cast<char* const*>(words.data()));
  const int failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  throw Error("cannot start " + program + " again: " + std::generic_category().message(failure));
}

std::vector<std::string> font_folders() {
  const std::filesystem::path program = program_path();
  if (program.empty()) return {};
  return {(program.parent_path() / "../share/livewarp/fonts").string(),
          (program.parent_path() / "share/livewarp/fonts").string()};
}

std::string absolute_path(const std::string& path) {
  const std::string home = environment("HOME");
  std::filesystem::path whole = path;
  if (path.starts_with("~/") && !home.empty()) whole = std::filesystem::path(home) / path.substr(2);
  std::error_code failure;
  const std::filesystem::path absolute = std::filesystem::absolute(whole, failure);
  return failure ? path : absolute.lexically_normal().string();
}

bool has_program(const std::string& name) {
  std::istringstream folders(environment("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) return true;
  return false;
}

std::size_t host_free_bytes() {
  std::ifstream memory("/proc/meminfo");
  std::string key, unit;
  std::size_t kib = 0;
  while (memory >> key >> kib) {
    if (key == "MemAvailable:") return kib * 1024;
    std::getline(memory, unit);
  }
  return 0;
}

bool error_stream_is_terminal() { return isatty(STDERR_FILENO) == 1; }

void hold_standard_streams() {
  // Opened the other way round, so that using it fails; files opened later get other numbers.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  // A handler, for programs that are started from here would inherit that the signal is ignored.
  std::signal(SIGPIPE, [](int) {});
}

bool process_exists(int id) { return kill(id, 0) == 0 || errno != ESRCH; }

bool has_display() {
  return !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty();
}

std::vector<std::string> environment_hints() {
  std::vector<std::string> hints;
  const bool other_card = has_card_of("0x8086") || has_card_of("0x1002");
  if (has_card_of("0x10de") && other_card && environment("__NV_PRIME_RENDER_OFFLOAD").empty())
    hints.emplace_back(
        "two kinds of GPU: OpenGL may run on the one that CUDA cannot reach. For interop start "
        "with __NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia");
  if (first_line("/proc/version").find("icrosoft") != std::string::npos)
    hints.emplace_back(
        "WSL2: CUDA and OpenGL cannot share memory here, the window takes the copy path");
  return hints;
}

InterruptWatch::InterruptWatch() : signal_(SIGINT) {
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  watcher_ = std::jthread([this](const std::stop_token& ending) {
    const sigset_t waited = stop_signals();
    const timespec pause{.tv_sec = 0, .tv_nsec = 50'000'000};
    while (!ending.stop_requested()) {
      const int signal = sigtimedwait(&waited, nullptr, &pause);
      if (signal < 0) continue;
      if (source_.stop_requested()) _exit(128 + signal);
      signal_ = signal;
      source_.request_stop();
    }
  });
}

InterruptWatch::~InterruptWatch() {
  watcher_.request_stop();
  watcher_.join();
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace livewarp
