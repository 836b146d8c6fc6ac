// What is not known of how GPUs are joined, and what does not work: said once of all that it holds
// for.
#include "app/telemetry/topology_unknowns.h"

#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Lines of a fact and its reason, each with whom it is said of.
class SaidOf {
 public:
  void add(const std::string& fact, const std::string& reason, const std::string& whom) {
    for (Line& line : lines_)
      if (line.fact == fact && line.reason == reason) return void(line.whom.push_back(whom));
    lines_.push_back({fact, reason, {whom}});
  }
  /// `all`: how many there are; `every` is said in place of naming all of them.
  std::vector<std::string> text(const std::string& begin, std::size_t all,
                                const std::string& every) const {
    std::vector<std::string> text;
    for (const Line& line : lines_)
      text.push_back(begin + line.fact + " of " +
                     (line.whom.size() == all && all > 1 ? every : joined(line.whom)) + ": " +
                     line.reason + ".");
    return text;
  }

 private:
  struct Line {
    std::string fact, reason;
    std::vector<std::string> whom;
  };
  std::vector<Line> lines_;
};

std::string name_of(const GpuPlace& gpu) { return "GPU " + std::to_string(gpu.index); }
std::string name_of(const GpuPair& pair) {
  return "GPU " + std::to_string(pair.from) + " to " + std::to_string(pair.to);
}

}  // namespace

const char* words_of(PeerStatus status) {
  switch (status) {
  case PeerStatus::works: return "works";
  case PeerStatus::chipset_cannot: return "the chipset cannot";
  case PeerStatus::gpu_cannot: return "a GPU cannot";
  case PeerStatus::joint_cannot: return "the way between them cannot";
  case PeerStatus::switched_off: return "a setting of the driver forbids it";
  case PeerStatus::not_supported: break;
  }
  return "not supported";
}

std::vector<std::string> topology_unknowns(const Topology& topology) {
  SaidOf of_gpus, of_pairs;
  for (const GpuPlace& gpu : topology.gpus) {
    const auto ask = [&](const char* fact, const auto& told) {
      if (!told.value) of_gpus.add(fact, told.why_not, name_of(gpu));
    };
    ask("NUMA node", gpu.numa_node);
    ask("CPUs", gpu.cpus);
    ask("NVLinks", gpu.nvlinks);
  }
  for (const GpuPair& pair : topology.pairs) {
    const auto ask = [&](const char* fact, const auto& told) {
      if (!told.value) of_pairs.add(fact, told.why_not, name_of(pair));
    };
    ask("peer access", pair.facts.access);
    if (pair.facts.access.value.value_or(false)) {
      ask("native atomics", pair.facts.native_atomics);
      ask("performance rank", pair.facts.performance_rank);
    }
    ask("PCI Express way", pair.meeting);
    ask("NVLinks", pair.nvlinks);
    ask("peer reads", pair.read);
    ask("peer writes", pair.write);
  }
  std::vector<std::string> lines = of_gpus.text("Not known: ", topology.gpus.size(), "every GPU");
  for (std::string& line : of_pairs.text("Not known: ", topology.pairs.size(), "every pair"))
    lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> peer_refusals(const Topology& topology) {
  SaidOf refused;
  for (const GpuPair& pair : topology.pairs) {
    const auto ask = [&](const char* fact, const Told<PeerStatus>& told) {
      if (told.value && *told.value != PeerStatus::works)
        refused.add(fact, words_of(*told.value), name_of(pair));
    };
    ask("Peer reads", pair.read);
    ask("Peer writes", pair.write);
  }
  return refused.text("", topology.pairs.size(), "every pair");
}

}  // namespace livewarp
