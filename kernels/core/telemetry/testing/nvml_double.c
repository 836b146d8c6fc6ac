/* Stands in for the driver's management library in tests: the same functions, whose answers the environment variable
   LIVEWARP_NVML_DOUBLE scripts: words, each of which changes one thing. Without any it is an ordinary, quiet GPU at PCI
   0000:17:00.0; with the word "two" another is at PCI 0000:C1:00.0. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { success = 0, invalid_argument = 2, not_supported = 3, not_found = 6, insufficient_size = 7, not_loaded = 9, lost = 15 };

typedef struct Device {
  unsigned long long millijoules;
  int lookups;
} Device;

typedef struct Process {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
} Process;

/* nvmlPciInfo_t */
typedef struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, pci_device_id, pci_subsystem_id;
  char bus_id[32];
} PciInfo;

static Device the_device = {5000000, 0}, the_second = {7000000, 0};

static int scripted(const char* word) {
  const char* script = getenv("LIVEWARP_NVML_DOUBLE");
  return script && strstr(script, word);
}

/* What every question of the device answers first. */
static int state(void) { return scripted("lost") ? lost : success; }

int nvmlInit_v2(void) { return scripted("no-driver") ? not_loaded : success; }
int nvmlShutdown(void) { return success; }

const char* nvmlErrorString(int status) {
  switch (status) {
  case success: return "Success";
  case invalid_argument: return "Invalid Argument";
  case not_supported: return "Not Supported";
  case not_found: return "Not Found";
  case not_loaded: return "Driver Not Loaded";
  case lost: return "GPU is lost";
  default: return "Unknown Error";
  }
}

int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  strncpy(text, "580.65.06", length);
  return success;
}

/* The third look does not find it any more where it vanishes. */
int nvmlDeviceGetHandleByPciBusId_v2(const char* pci, Device** device) {
  if (scripted("two") && strcmp(pci, "0000:C1:00.0") == 0) {
    *device = &the_second;
    return success;
  }
  if (strcmp(pci, "0000:17:00.0") != 0) return not_found;
  if (scripted("vanishing") && ++the_device.lookups > 2) return lost;
  *device = &the_device;
  return success;
}

int nvmlDeviceGetClockInfo(Device* device, int type, unsigned* mhz) {
  (void)device;
  if (scripted("no-clocks")) return not_supported;
  *mhz = type == 1 ? (scripted("throttled") ? 1200 : 1980) : 2619;
  return state();
}

int nvmlDeviceGetTemperature(Device* device, int sensor, unsigned* celsius) {
  (void)device;
  (void)sensor;
  *celsius = scripted("hot") ? 91 : 45;
  return state();
}

int nvmlDeviceGetPowerUsage(Device* device, unsigned* milliwatts) {
  (void)device;
  if (scripted("no-power")) return not_supported;
  *milliwatts = 351500;
  return state();
}

int nvmlDeviceGetEnforcedPowerLimit(Device* device, unsigned* milliwatts) {
  (void)device;
  *milliwatts = 700000;
  return state();
}

/* An older driver's name for the same; the newer one is not there. */
int nvmlDeviceGetCurrentClocksThrottleReasons(Device* device, unsigned long long* reasons) {
  (void)device;
  *reasons = 0x1; /* idle */
  if (scripted("throttled")) *reasons |= 0x4;
  if (scripted("hot")) *reasons |= 0x40 | 0x8;
  if (scripted("brake")) *reasons |= 0x80 | 0x8;
  if (scripted("slowdown")) *reasons |= 0x8;
  if (scripted("locked")) *reasons |= 0x2;
  return state();
}

/* Grows by 3.5 J with each look. */
int nvmlDeviceGetTotalEnergyConsumption(Device* device, unsigned long long* millijoules) {
  if (scripted("no-energy")) return not_supported;
  device->millijoules += scripted("still") ? 0 : 3500;
  *millijoules = device->millijoules;
  return state();
}

int nvmlDeviceGetMaxPcieLinkGeneration(Device* device, unsigned* generation) {
  (void)device;
  if (scripted("no-link")) return not_supported;
  *generation = scripted("unborn") ? 9 : 5;
  return state();
}

int nvmlDeviceGetMaxPcieLinkWidth(Device* device, unsigned* lanes) {
  (void)device;
  if (scripted("no-width")) return not_supported;
  *lanes = scripted("narrow") ? 8 : 16;
  return state();
}

int nvmlDeviceGetComputeRunningProcesses_v3(Device* device, unsigned* count, Process* found) {
  Process all[40];
  unsigned number = 0;
  (void)device;
  memset(all, 0, sizeof all);
  if (scripted("no-processes")) return not_supported;
  if (!scripted("namespace")) all[number++].pid = (unsigned)getpid();
  if (scripted("namespace")) all[number++].pid = 999999991;
  if (scripted("shared")) {
    all[number].used_bytes = 1ULL << 30;
    all[number++].pid = scripted("namespace") ? 999999992 : (unsigned)getppid();
  }
  while (scripted("crowd") && number < 40) all[number++].pid = 999990000 + number;
  if (*count < number) {
    *count = number;
    return insufficient_size;
  }
  memcpy(found, all, number * sizeof *found);
  *count = number;
  return state();
}

/* How two GPUs are joined: by PCI Express alone, or "linked" by three NVLinks of four that each has, or "switched": by
   two to each of two NVSwitches. */
int nvmlDeviceGetTopologyCommonAncestor(Device* one, Device* two, int* level) {
  (void)one;
  (void)two;
  if (scripted("no-ancestor")) return not_supported;
  *level = scripted("sockets") ? 50 : scripted("strange-ancestor") ? 35 : 30;
  return state();
}

int nvmlDeviceGetP2PStatus(Device* one, Device* two, int use, int* status) {
  (void)one;
  (void)two;
  if (scripted("no-p2p")) return not_supported;
  *status = use == 2 ? ((scripted("linked") || scripted("switched")) && !scripted("fabric-down") ? 0 : 5)
                     : (scripted("old-chipset") ? 1 : 0);
  if (scripted("strange-p2p")) *status = 6;
  return state();
}

int nvmlDeviceGetNvLinkState(Device* device, unsigned link, int* active) {
  (void)device;
  if (!scripted("linked") && !scripted("switched")) return not_supported;
  if (link >= 4) return invalid_argument;
  *active = scripted("switched") || link != 1;
  return state();
}

int nvmlDeviceGetNvLinkRemoteDeviceType(Device* device, unsigned link, int* type) {
  (void)device;
  (void)link;
  *type = scripted("switched") ? 2 : 0;
  return state();
}

int nvmlDeviceGetNvLinkRemotePciInfo_v2(Device* device, unsigned link, PciInfo* pci) {
  memset(pci, 0, sizeof *pci);
  pci->bus = scripted("switched") ? 5 + link / 2 : device == &the_device ? 0xC1 : 0x17;
  return state();
}

int nvmlDeviceGetMemoryAffinity(Device* device, unsigned words, unsigned long* nodes, unsigned scope) {
  (void)scope;
  if (scripted("no-affinity")) return not_supported;
  memset(nodes, 0, words * sizeof *nodes);
  nodes[0] = scripted("both-nodes") ? 3 : device == &the_device ? 1 : 2;
  return state();
}

int nvmlDeviceGetCpuAffinity(Device* device, unsigned words, unsigned long* cpus) {
  if (scripted("no-affinity")) return not_supported;
  memset(cpus, 0, words * sizeof *cpus);
  cpus[0] = device == &the_device ? 0x0f0f : 0xf0f0;
  cpus[1] = device == &the_device ? 1 : 0;
  return state();
}
