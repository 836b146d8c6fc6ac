#include "app/platform.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace livewarp {

void lower_thread_priority() {
  // On Linux a nice value belongs to a thread, named by its kernel id. A refusal does no harm.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
}

std::filesystem::path settings_folder() {
  const std::string xdg = environment("XDG_CONFIG_HOME");
  if (!xdg.empty()) return std::filesystem::path(xdg) / "livewarp";
  const std::string home = environment("HOME");
  return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / ".config/livewarp";
}

std::filesystem::path program_path() {
  std::error_code failure;
  return std::filesystem::read_symlink("/proc/self/exe", failure);
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace livewarp
