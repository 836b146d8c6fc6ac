#include "kernels/core/telemetry/read_topology.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/core/telemetry/nvml.h"

namespace livewarp {

namespace {

std::string small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

/// What the system's file of that name says of a GPU, a line. The system writes small letters.
Told<std::string> line_of_system(const std::string& folder, const std::string& pci,
                                 const char* name) {
  const std::string path = folder + "/" + small_letters(pci) + "/" + name;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return Told<std::string>::unknown(path + " cannot be read");
  if (line.empty()) return Told<std::string>::unknown(path + " is empty");
  return Told<std::string>::known(std::move(line));
}

/// The system says -1 where it has no nodes, or knows of none.
Told<int> node_of_system(const std::string& folder, const std::string& pci) {
  const Told<std::string> line = line_of_system(folder, pci, "numa_node");
  if (!line.value) return Told<int>::unknown(line.why_not);
  std::int64_t node = 0;
  if (!read_integer(*line.value, node) || node < 0)
    return Told<int>::unknown("the system says " + printable(*line.value));
  return Told<int>::known(int(node));
}

/// Who is asked first is believed; what both do not know has both reasons.
template <class T>
Told<T> first_known(Told<T> first, const Told<T>& second) {
  if (first.value) return first;
  if (second.value) return second;
  return Told<T>::unknown(first.why_not + "; " + second.why_not);
}

GpuPlace place_of(const GpuInfo& gpu, const Nvml& nvml, const std::string& pci_devices) {
  GpuPlace place{.index = gpu.index, .name = gpu.name, .pci = gpu.pci};
  if (gpu.pci.empty()) {
    const std::string why_not = "CUDA does not tell its PCI bus id";
    place.numa_node.why_not = place.cpus.why_not = place.nvlinks.why_not = why_not;
    return place;
  }
  place.numa_node = first_known(node_of_system(pci_devices, gpu.pci), nvml.numa_node(gpu.pci));
  place.cpus =
      first_known(line_of_system(pci_devices, gpu.pci, "local_cpulist"), nvml.cpus(gpu.pci));
  place.nvlinks = nvml.nvlinks(gpu.pci);
  return place;
}

int links_to(const std::vector<NvLink>& links, const std::string& pci) {
  return int(std::ranges::count(links, small_letters(pci), &NvLink::pci));
}
int links_to_switches(const std::vector<NvLink>& links) {
  return int(std::ranges::count(links, NvLink::End::nvswitch, &NvLink::end));
}

/// Links end at the other GPU, or both have some that end at switches, and the driver says whether
/// these join them.
void join_by_nvlink(GpuPair& pair, const GpuPlace& from, const GpuPlace& to) {
  if (!from.nvlinks.value || !to.nvlinks.value) {
    pair.nvlinks.why_not = !from.nvlinks.value ? from.nvlinks.why_not : to.nvlinks.why_not;
    return;
  }
  const int direct = links_to(*from.nvlinks.value, to.pci);
  const int switched =
      std::min(links_to_switches(*from.nvlinks.value), links_to_switches(*to.nvlinks.value));
  if (direct > 0 || switched == 0) {
    pair.nvlinks = Told<int>::known(direct);
    return;
  }
  if (!pair.nvlink.value) {
    pair.nvlinks.why_not =
        "both have links to switches; whether these join them: " + pair.nvlink.why_not;
    return;
  }
  pair.by_switch = *pair.nvlink.value == PeerStatus::works;
  pair.nvlinks = Told<int>::known(pair.by_switch ? switched : 0);
}

GpuPair pair_of(const GpuPlace& from, const GpuPlace& to, const Nvml& nvml,
                const TopologySources& sources) {
  GpuPair pair{.from = from.index, .to = to.index};
  pair.facts = sources.peer_facts(from.index, to.index);
  if (from.pci.empty() || to.pci.empty()) {
    const std::string why_not = "CUDA does not tell its PCI bus id";
    pair.meeting.why_not = pair.nvlinks.why_not = pair.read.why_not = pair.write.why_not =
        pair.nvlink.why_not = why_not;
    return pair;
  }
  pair.meeting = nvml.meeting(from.pci, to.pci);
  pair.read = nvml.peer_status(from.pci, to.pci, PeerUse::read);
  pair.write = nvml.peer_status(from.pci, to.pci, PeerUse::write);
  pair.nvlink = nvml.peer_status(from.pci, to.pci, PeerUse::nvlink);
  join_by_nvlink(pair, from, to);
  return pair;
}

}  // namespace

const GpuPair* Topology::pair(int from, int to) const {
  for (const GpuPair& pair : pairs)
    if (pair.from == from && pair.to == to) return &pair;
  return nullptr;
}

Topology read_topology(const std::vector<GpuInfo>& gpus, const Nvml& nvml,
                       const TopologySources& sources) {
  Topology topology;
  for (const GpuInfo& gpu : gpus) topology.gpus.push_back(place_of(gpu, nvml, sources.pci_devices));
  for (const GpuPlace& from : topology.gpus)
    for (const GpuPlace& to : topology.gpus)
      if (&from != &to) topology.pairs.push_back(pair_of(from, to, nvml, sources));
  return topology;
}

}  // namespace livewarp
