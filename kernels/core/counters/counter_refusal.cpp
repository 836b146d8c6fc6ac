#include "kernels/core/counters/counter_refusal.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>

#include "kernels/core/counters/cupti_abi.h"

namespace livewarp {

namespace {

constexpr const char* for_administrators =
    "the driver lets only administrators read hardware counters";
constexpr const char* permit =
    "an administrator permits it by 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' in "
    "/etc/modprobe.d/livewarp.conf and a reboot; or run this as root";
constexpr const char* permit_guest =
    "whoever administers the host permits profiling for this virtual GPU";
constexpr const char* one_tool =
    "end ncu, nsys, cuda-gdb or a monitor that profiles (dcgmi profile --pause), and try again";

/// What follows a name at the beginning of a line: "RmProfilingAdminOnly: 1".
std::optional<std::string> value_in(const std::filesystem::path& file, const std::string& name) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(name + ":")) continue;
    const std::size_t at = line.find_first_not_of(" \t", name.size() + 1);
    return at == std::string::npos ? "" : line.substr(at);
  }
  return {};
}

/// Whether this process has CAP_SYS_ADMIN or CAP_PERFMON, as the driver asks; root has, unless they
/// were taken away.
bool is_administrator(const std::filesystem::path& proc) {
  constexpr int sys_admin = 21, perfmon = 38;
  const std::string text = value_in(proc / "self/status", "CapEff").value_or("0");
  std::uint64_t effective = 0;
  for (const char digit : text) {
    const int value = digit >= '0' && digit <= '9'   ? digit - '0'
                      : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                                     : -1;
    if (value < 0) break;
    effective = 16 * effective + std::uint64_t(value);
  }
  return ((effective >> sys_admin | effective >> perfmon) & 1) != 0;
}

struct Meaning {
  int status;
  const char *why, *advice;
};

constexpr std::array meanings{
    Meaning{cupti::insufficient_privileges, for_administrators, permit},
    Meaning{cupti::virtualized_device_insufficient_privileges,
            "the host lets this virtual GPU read no hardware counters", permit_guest},
    Meaning{cupti::virtualized_device_not_supported,
            "a virtual GPU of this kind has no hardware counters", permit_guest},
    Meaning{cupti::hardware_busy, "another tool has the hardware counters", one_tool},
    Meaning{cupti::multiple_subscribers_not_supported, "another profiler looks at this process",
            one_tool},
    Meaning{cupti::old_profiler_api_initialized, "another profiler looks at this process",
            one_tool},
    Meaning{cupti::not_supported, "this GPU has no hardware counters that CUPTI reads",
            "they begin with compute capability 7.5"},
    Meaning{cupti::invalid_device, "this GPU has no hardware counters that CUPTI reads",
            "they begin with compute capability 7.5"},
    Meaning{cupti::invalid_chip_name, "this CUPTI does not know this GPU",
            "a later CUDA toolkit's does"},
    Meaning{cupti::not_compatible, "this CUPTI does not fit the driver",
            "take that of the CUDA version that livewarp info names; LIVEWARP_CUPTI=FILE"},
    Meaning{cupti::api_not_implemented, "this CUPTI does not fit the driver",
            "take that of the CUDA version that livewarp info names; LIVEWARP_CUPTI=FILE"},
    Meaning{cupti::confidential_computing_not_supported,
            "in confidential computing no hardware counters are read", ""},
    Meaning{cupti::cmp_device_not_supported, "a mining GPU (CMP) has no hardware counters", ""},
    Meaning{cupti::mig_device_not_supported,
            "a part of a GPU (MIG) has no hardware counters of its own",
            "switch MIG off, or take a whole GPU"},
    Meaning{cupti::sli_device_not_supported, "coupled GPUs (SLI) have no hardware counters", ""},
    Meaning{cupti::wsl_device_not_supported, "under WSL this GPU has no hardware counters",
            "permit them in NVIDIA's control panel: Developer, Manage GPU Performance Counters"},
    Meaning{cupti::out_of_memory, "too little memory for hardware counters",
            "choose a smaller problem"}};

}  // namespace

CounterRefusal refusal_of_driver(const std::filesystem::path& proc) {
  const auto only = value_in(proc / "driver/nvidia/params", "RmProfilingAdminOnly");
  if (only != "1" || is_administrator(proc)) return {};
  return {std::string(for_administrators) + " (RmProfilingAdminOnly: 1)", permit};
}

CounterRefusal refusal_of_status(int status, const std::string& call, const std::string& named,
                                 const std::filesystem::path& proc) {
  const std::string said = " (" + call + ": " + named + ")";
  for (const Meaning& meaning : meanings)
    if (meaning.status == status) return {meaning.why + said, meaning.advice};
  std::error_code ignored;
  const bool hidden = !std::filesystem::exists(proc / "driver/nvidia/params", ignored);
  return {"CUPTI reads no hardware counters" + said,
          hidden
              ? "this machine hides the driver in /proc: a sandbox (gVisor) passes no counters on"
              : "see whether ncu reads some; another profiler must not run"};
}

}  // namespace livewarp
