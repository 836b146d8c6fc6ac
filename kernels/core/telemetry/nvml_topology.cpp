// How GPUs are joined, as far as the driver's management library tells it.
#include <array>
#include <cstdio>
#include <utility>

#include "kernels/core/telemetry/cpu_list.h"
#include "kernels/core/telemetry/nvml_functions.h"

namespace livewarp {

namespace {

/// As CUDA writes it: "0000:17:00.0".
std::string bus_id(const nvml::PciInfo& pci) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.0", pci.domain, pci.bus, pci.device);
  return text.data();
}

std::optional<PciMeeting> meeting_of(int level) {
  switch (level) {
  case nvml::topology_internal: return PciMeeting::board;
  case nvml::topology_single: return PciMeeting::one_switch;
  case nvml::topology_multiple: return PciMeeting::switches;
  case nvml::topology_host_bridge: return PciMeeting::host_bridge;
  case nvml::topology_node: return PciMeeting::numa_node;
  case nvml::topology_system: return PciMeeting::system;
  default: return {};
  }
}

std::optional<PeerStatus> status_of(int answer) {
  switch (answer) {
  case nvml::p2p_ok: return PeerStatus::works;
  case nvml::p2p_chipset_not_supported: return PeerStatus::chipset_cannot;
  case nvml::p2p_gpu_not_supported: return PeerStatus::gpu_cannot;
  case nvml::p2p_topology_not_supported: return PeerStatus::joint_cannot;
  case nvml::p2p_disabled: return PeerStatus::switched_off;
  case nvml::p2p_not_supported: return PeerStatus::not_supported;
  default: return {};
  }
}

int caps_of(PeerUse use) {
  switch (use) {
  case PeerUse::read: return nvml::p2p_read;
  case PeerUse::write: return nvml::p2p_write;
  case PeerUse::nvlink: break;
  }
  return nvml::p2p_nvlink;
}

NvLink::End end_of(int device) {
  if (device == nvml::nvlink_gpu) return NvLink::End::gpu;
  return device == nvml::nvlink_switch ? NvLink::End::nvswitch : NvLink::End::other;
}

}  // namespace

nvml::Device Nvml::joined(const std::string& pci, std::string& why_not) const {
  if (!reason_.empty()) {
    why_not = "NVML tells nothing (" + absence_ + ")";
    return nullptr;
  }
  return find(pci, why_not);
}

/// A number that is no argument is that of the first link that no GPU of the kind has.
Told<std::vector<NvLink>> Nvml::nvlinks(const std::string& pci) const {
  using Links = Told<std::vector<NvLink>>;
  std::string why_not;
  const nvml::Device device = joined(pci, why_not);
  if (!why_not.empty()) return Links::unknown(why_not);
  const Functions& ask = *functions_;
  if (!ask.nvlink_state.call) return Links::unknown("this driver's NVML knows no NVLink");
  std::vector<NvLink> links;
  for (unsigned number = 0; number < nvml::most_nvlinks; ++number) {
    int state = 0, end = -1;
    const int status = ask.nvlink_state(device, number, &state);
    if (status == nvml::invalid_argument || status == nvml::not_supported) break;
    if (status != nvml::success) return Links::unknown(words(status));
    if (state != nvml::feature_enabled) continue;
    NvLink link{.number = int(number)};
    if (ask.nvlink_end(device, number, &end) == nvml::success) link.end = end_of(end);
    nvml::PciInfo other{};
    if (ask.nvlink_pci(device, number, &other) == nvml::success) link.pci = bus_id(other);
    links.push_back(std::move(link));
  }
  return Links::known(std::move(links));
}

Told<PciMeeting> Nvml::meeting(const std::string& pci, const std::string& other) const {
  using Meeting = Told<PciMeeting>;
  std::string why_not;
  const nvml::Device one = joined(pci, why_not);
  const nvml::Device two = why_not.empty() ? joined(other, why_not) : nullptr;
  if (!why_not.empty()) return Meeting::unknown(why_not);
  int level = -1;
  if (const int status = functions_->common_ancestor(one, two, &level); status != nvml::success)
    return Meeting::unknown(words(status));
  const std::optional<PciMeeting> found = meeting_of(level);
  return found ? Meeting::known(*found)
               : Meeting::unknown("level " + std::to_string(level) + " is not known here");
}

Told<PeerStatus> Nvml::peer_status(const std::string& pci, const std::string& other,
                                   PeerUse use) const {
  using Status = Told<PeerStatus>;
  std::string why_not;
  const nvml::Device one = joined(pci, why_not);
  const nvml::Device two = why_not.empty() ? joined(other, why_not) : nullptr;
  if (!why_not.empty()) return Status::unknown(why_not);
  int answer = -1;
  const int status = functions_->p2p_status(one, two, caps_of(use), &answer);
  if (status != nvml::success) return Status::unknown(words(status));
  const std::optional<PeerStatus> found = status_of(answer);
  return found ? Status::known(*found)
               : Status::unknown("the driver does not know it (status " + std::to_string(answer) +
                                 ")");
}

Told<int> Nvml::numa_node(const std::string& pci) const {
  std::string why_not;
  const nvml::Device device = joined(pci, why_not);
  if (!why_not.empty()) return Told<int>::unknown(why_not);
  std::array<unsigned long, 16> set{};
  const int status = functions_->memory_affinity(device, unsigned(set.size()), set.data(),
                                                 unsigned{nvml::affinity_node});
  if (status != nvml::success) return Told<int>::unknown(words(status));
  const std::vector<int> nodes = set_bits(set);
  if (nodes.size() == 1) return Told<int>::known(nodes.front());
  return Told<int>::unknown("NVML names " + std::to_string(nodes.size()) + " nodes");
}

Told<std::string> Nvml::cpus(const std::string& pci) const {
  using List = Told<std::string>;
  std::string why_not;
  const nvml::Device device = joined(pci, why_not);
  if (!why_not.empty()) return List::unknown(why_not);
  std::array<unsigned long, 64> set{};
  const int status = functions_->cpu_affinity(device, unsigned(set.size()), set.data());
  if (status != nvml::success) return List::unknown(words(status));
  const std::string list = cpu_list(set_bits(set));
  return list.empty() ? List::unknown("NVML names none") : List::known(list);
}

}  // namespace livewarp
