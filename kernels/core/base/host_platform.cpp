// What only the operating system knows about the host. Linux.

#include <sched.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <hwy/targets.h>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/huge_pages.h"
#include "kernels/core/base/mount.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

/// This process's control group and the groups above it, as folders; the innermost first.
std::vector<std::string> control_groups() {
  std::vector<std::string> folders;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("0::")) continue;
    for (std::string path = line.substr(3); path.size() > 1; path.resize(path.rfind('/')))
      folders.push_back("/sys/fs/cgroup" + path);
  }
  folders.emplace_back("/sys/fs/cgroup");
  return folders;
}

/// Cores that the control groups grant, rounded up; the largest int where there is no limit.
int granted_cores() {
  double cores = std::numeric_limits<int>::max();
  for (const std::string& folder : control_groups()) {
    std::string quota, period;
    std::ifstream(folder + "/cpu.max") >> quota >> period;
    double granted = 0, per = 0;
    if (read_real(quota, granted) && read_real(period, per) && per > 0)
      cores = std::min(cores, std::ceil(granted / per));
  }
  return std::max(1, int(cores));
}

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int allowed = sched_getaffinity(0, sizeof(set), &set) == 0
                          ? CPU_COUNT(&set)
                          : int(sysconf(_SC_NPROCESSORS_ONLN));
  return std::max(1, std::min(allowed, granted_cores()));
}

/// Vector instruction sets that Highway can compile for and this CPU has, worst first. Only names
/// that stand in options and results: "avx512" is Highway's AVX3.
std::vector<std::string> vector_isas() {
  const std::vector<std::pair<std::int64_t, const char*>> names{
      {HWY_NEON, "neon"}, {HWY_SSE4, "sse4"}, {HWY_AVX2, "avx2"}, {HWY_AVX3, "avx512"}};
  std::vector<std::string> isas;
  const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
  for (const auto& [target, name] : names)
    if (supported & target) isas.emplace_back(name);
  return isas;
}

}  // namespace

CpuInfo detect_cpu() {
  CpuInfo cpu;
  cpu.name = cpu_name();
  cpu.cores = usable_cores();
  cpu.isas = vector_isas();
  cpu.memory_bytes = host_memory_bytes();
  return cpu;
}

std::size_t host_memory_bytes() {
  std::size_t bytes = std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE));
  for (const std::string& folder : control_groups()) {
    std::string limit;
    std::ifstream(folder + "/memory.max") >> limit;
    std::int64_t granted = 0;
    if (read_integer(limit, granted) && granted > 0) bytes = std::min(bytes, std::size_t(granted));
  }
  return bytes;
}

void prefer_huge_pages(void* memory, std::size_t bytes) { madvise(memory, bytes, MADV_HUGEPAGE); }

bool forbids_programs(const std::string& path) {
  struct statvfs mount {};
  return statvfs(path.c_str(), &mount) == 0 && (mount.f_flag & ST_NOEXEC) != 0;
}

std::size_t host_cache_bytes() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? std::size_t(bytes) : 0;
}

int pieces_beyond(std::size_t cache_bytes, double piece_bytes) {
  return int(
      std::clamp(std::ceil(4 * double(cache_bytes) / std::max(piece_bytes, 1.0)), 1.0, 16.0));
}

}  // namespace livewarp
