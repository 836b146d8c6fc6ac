#include "kernels/core/telemetry/nvml.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>

#include "kernels/core/base/fault.h"
#include "kernels/core/telemetry/gpu_processes.h"
#include "kernels/core/telemetry/nvml_functions.h"

namespace livewarp {

namespace {

std::string usual_library() {
  const char* named = std::getenv("LIVEWARP_NVML");
  return named && *named ? named : "libnvidia-ml.so.1";
}

unsigned throttle_of(unsigned long long reasons) {
  unsigned found = 0;
  const auto add = [&](unsigned long long bits, unsigned throttle) {
    if (reasons & bits) found |= throttle;
  };
  add(nvml::reason_software_power_cap, throttle_power_cap);
  add(nvml::reason_software_thermal | nvml::reason_hardware_thermal, throttle_thermal);
  add(nvml::reason_hardware_power_brake, throttle_power_brake);
  add(nvml::reason_sync_boost, throttle_sync_boost);
  // It comes with its cause, where the driver knows that.
  if (!(found & (throttle_thermal | throttle_power_brake)))
    add(nvml::reason_hardware_slowdown, throttle_hardware);
  return found;
}

}  // namespace

Nvml::Nvml() : Nvml(usual_library()) {}

Nvml::Nvml(const std::string& library) : functions_(std::make_unique<Functions>(nullptr)) {
  library_.reset(LIVEWARP_CALL(dlopen, library.c_str(), RTLD_LAZY | RTLD_LOCAL),
                 [](void* handle) { handle ? dlclose(handle) : 0; });
  if (!library_) {
    absence_ = library + " not found";
    reason_ = "no driver tells clocks and power (" + absence_ + ")";
    return;
  }
  functions_ = std::make_unique<Functions>(library_.get());
  if (const int status = functions_->init(); status != nvml::success) {
    absence_ = "nvmlInit: " + words(status);
    reason_ = "the driver tells no clocks and power (" + absence_ + ")";
    functions_->shutdown.call = nullptr;
  }
}

Nvml::~Nvml() {
  if (functions_->shutdown.call) functions_->shutdown();
}

std::string Nvml::words(int status) const {
  const char* text = functions_->error_string ? functions_->error_string(status) : nullptr;
  return text ? text : "status " + std::to_string(status);
}

std::string Nvml::driver() const {
  std::array<char, 96> text{};
  if (!reason_.empty() ||
      functions_->driver_version(text.data(), unsigned(text.size())) != nvml::success)
    return {};
  text.back() = '\0';
  return text.data();
}

nvml::Device Nvml::find(const std::string& pci, std::string& reason) const {
  reason = reason_;
  if (!reason.empty()) return nullptr;
  nvml::Device device = nullptr;
  if (const int status = functions_->by_pci(pci.c_str(), &device); status != nvml::success) {
    reason = "the driver tells nothing of the GPU at PCI " + pci + " (" + words(status) + ")";
    return nullptr;
  }
  return device;
}

/// Asks one thing after another.
class Nvml::Reading {
 public:
  Reading(const Nvml& nvml, nvml::Device device) : nvml_(nvml), device_(device) {}

  GpuReading take() {
    const Functions& ask = *nvml_.functions_;
    unsigned value = 0;
    if (told("SM clock", ask.clock(device_, nvml::clock_sm, &value))) now_.sm_mhz = int(value);
    if (told("memory clock", ask.clock(device_, nvml::clock_memory, &value)))
      now_.memory_mhz = int(value);
    if (told("temperature", ask.temperature(device_, nvml::temperature_gpu, &value)))
      now_.temperature_c = int(value);
    if (told("power", ask.power(device_, &value))) now_.power_w = value / 1000.0;
    if (told("power limit", ask.power_limit(device_, &value))) now_.power_limit_w = value / 1000.0;
    unsigned long long wide = 0;
    if (told("energy", ask.energy(device_, &wide))) now_.energy_j = double(wide) / 1000;
    if (told("throttle reasons", ask.reasons(device_, &wide))) now_.throttle = throttle_of(wide);
    take_processes();
    if (!any_) now_.unknown = "the driver tells nothing of this GPU (" + last_ + ")";
    return std::move(now_);
  }

 private:
  bool told(const char* what, int status) {
    if (status == nvml::success) return any_ = true;
    last_ = nvml_.words(status);
    now_.not_told.push_back(what + (": " + last_));
    return false;
  }

  /// Their number may grow between two calls, but not for ever.
  void take_processes() {
    std::vector<nvml::Process> found(16);
    auto count = unsigned(found.size());
    int status = nvml_.functions_->processes(device_, &count, found.data());
    for (int again = 0; again < 3 && status == nvml::insufficient_size; ++again) {
      found.resize(2 * std::size_t(count) + 16);
      count = unsigned(found.size());
      status = nvml_.functions_->processes(device_, &count, found.data());
    }
    if (!told("processes", status)) return;
    found.resize(std::min<std::size_t>(count, found.size()));
    now_.others = processes_beside_us(found);
  }

  const Nvml& nvml_;
  nvml::Device device_;
  GpuReading now_;
  bool any_ = false;
  std::string last_;
};

GpuReading Nvml::read(const std::string& pci) const {
  GpuReading none;
  const nvml::Device device = find(pci, none.unknown);
  return none.unknown.empty() ? Reading(*this, device).take() : none;
}

std::optional<int> Nvml::sm_mhz(const std::string& pci) const {
  std::string reason;
  const nvml::Device device = find(pci, reason);
  unsigned mhz = 0;
  if (!reason.empty() || functions_->clock(device, nvml::clock_sm, &mhz) != nvml::success)
    return {};
  return int(mhz);
}

std::optional<double> Nvml::energy_j(const std::string& pci) const {
  std::string reason;
  const nvml::Device device = find(pci, reason);
  unsigned long long millijoules = 0;
  if (!reason.empty() || functions_->energy(device, &millijoules) != nvml::success) return {};
  return double(millijoules) / 1000;
}

PciLinkFinding Nvml::link(const std::string& pci) const {
  PciLinkFinding found;
  const nvml::Device device = find(pci, found.why_absent);
  if (!found.why_absent.empty()) return found;
  unsigned generation = 0, lanes = 0;
  int status = functions_->link_generation(device, &generation);
  if (status == nvml::success) status = functions_->link_width(device, &lanes);
  const PciLink link{int(generation), int(lanes)};
  if (status != nvml::success)
    found.why_absent = "the driver tells no link of this GPU (" + words(status) + ")";
  else if (!(link.bytes_per_second() > 0))
    found.why_absent = "the driver tells of a link that is not known here (" + link.text() + ")";
  else
    found.link = link;
  return found;
}

const Nvml& shared_nvml() {
  static const Nvml nvml;  // a table of functions
  return nvml;
}

}  // namespace livewarp
