#include "kernels/core/telemetry/gpu_processes.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::string folder_of(int pid) { return "/proc/" + std::to_string(pid); }

bool exists(int pid) { return access(folder_of(pid).c_str(), F_OK) == 0; }

std::string user_name(uid_t id) {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> text{};
  if (getpwuid_r(id, &entry, text.data(), text.size(), &found) == 0 && found) return found->pw_name;
  return "user " + std::to_string(id);
}

}  // namespace

GpuProcess known_process(int pid) {
  GpuProcess process{.pid = pid};
  std::ifstream file(folder_of(pid) + "/comm");
  std::string name;
  std::getline(file, name);
  process.name = printable(name);  // the kernel cuts it after 15 bytes, inside a character too
  struct stat about {};
  if (stat(folder_of(pid).c_str(), &about) == 0) process.user = user_name(about.st_uid);
  return process;
}

std::vector<GpuProcess> processes_beside_us(std::span<const nvml::Process> all) {
  const int own = int(getpid());
  const bool named =
      std::ranges::any_of(all, [&](const nvml::Process& each) { return int(each.pid) == own; });
  bool found_us = named;
  std::vector<GpuProcess> others;
  for (const nvml::Process& each : all) {
    const int pid = int(each.pid);
    if (pid == own) continue;
    const bool here = exists(pid);
    if (!here && !found_us) {
      found_us = true;
      continue;
    }
    GpuProcess other = here ? known_process(pid) : GpuProcess{};
    if (!here && named) other.pid = pid;  // it has just ended, or is hidden from this user
    if (each.used_bytes != nvml::not_available) other.bytes = std::size_t(each.used_bytes);
    others.push_back(std::move(other));
  }
  return others;
}

}  // namespace livewarp
