#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// How the GPUs of one machine are joined, as the driver and the system tell it.
namespace livewarp {

/// A fact, or why it is not known.
template <class T>
struct Told {
  std::optional<T> value;
  std::string why_not;  ///< empty where there is a value

  static Told known(T value) { return {std::move(value), {}}; }
  static Told unknown(std::string why) { return {{}, std::move(why)}; }
};

/// Where the PCI Express ways of two GPUs meet, from the nearest place to the farthest.
enum class PciMeeting { board, one_switch, switches, host_bridge, numa_node, system };

/// What the driver says of one way in which GPUs reach each other.
enum class PeerStatus {
  works,
  chipset_cannot,
  gpu_cannot,
  joint_cannot,  ///< what joins them
  switched_off,  ///< by a setting of the driver
  not_supported
};
enum class PeerUse { read, write, nvlink };

/// One that is up.
struct NvLink {
  enum class End { gpu, nvswitch, other };
  int number = 0;
  End end = End::other;
  std::string pci;  ///< of what is at its other end; empty where that is not told
};

/// Where a GPU is.
struct GpuPlace {
  int index = 0;  ///< as CUDA counts
  std::string name, pci;
  Told<int> numa_node;
  Told<std::string> cpus;  ///< that are near it, "0-31,64-95"
  Told<std::vector<NvLink>> nvlinks;
};

/// What CUDA says of one device that reaches into memory of another.
struct PeerFacts {
  Told<bool> access, native_atomics;
  Told<int> performance_rank;  ///< 0 for the best way that this machine has
};

/// GPU `from` reaches into memory of GPU `to`.
struct GpuPair {
  int from = 0, to = 0;  ///< as CUDA counts
  PeerFacts facts;
  Told<PciMeeting> meeting;
  Told<int> nvlinks;       ///< between both; 0: only PCI Express joins them
  bool by_switch = false;  ///< these end at switches
  Told<PeerStatus> read, write, nvlink;
};

struct Topology {
  std::vector<GpuPlace> gpus;
  std::vector<GpuPair> pairs;  ///< every ordered pair of two GPUs
  /// Null if there is no such pair.
  const GpuPair* pair(int from, int to) const;
};

}  // namespace livewarp
