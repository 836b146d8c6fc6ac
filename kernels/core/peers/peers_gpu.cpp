// Bytes from GPU to GPU, or between two places of one GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <deque>
  #include <map>
  #include <utility>

  #include "kernels/core/base/text.h"
  #include "kernels/core/decomposition/peer_access.h"
  #include "kernels/core/peers/peer_place.h"
  #include "kernels/core/peers/peers.h"
  #include "kernels/core/streams/ranked_stream.h"
  #include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {

namespace {

/// Of what goes through the host: large enough that issuing it costs little beside its copy, and so
/// few that all are issued before the first one begins.
std::size_t piece_of(std::size_t bytes) {
  constexpr std::size_t least = std::size_t{4} << 20, most_pieces = 32;
  const std::size_t even = (bytes / most_pieces + peer_granule) / peer_granule * peer_granule;
  return std::min(std::max(least, even), std::max(bytes, peer_granule));
}

PeerTask reversed(const PeerTask& task) {
  PeerTask back = task;
  std::swap(back.from, back.to);
  return back;
}

std::size_t moved_bytes(const PeerTask& task) {
  return task.figure == PeerFigure::latency ? peer_granule : task.bytes;
}

class GpuPeers final : public PeerRunner {
 public:
  GpuPeers(const std::vector<int>& devices, std::size_t bytes);
  ~GpuPeers() override { settle(); }
  std::string no_access(std::size_t from, std::size_t to) const override;
  void clear(const PeerTask& task) override;
  double run(const PeerTask& task) override;
  bool held() const override { return held_; }
  std::string mismatch(const PeerTask& task) override;

 private:
  /// Whose stream the bytes of a task are issued to: that of who reads, else of whom they are.
  PeerPlace& leader(const PeerTask& task) {
    return *places_[task.way == PeerWay::read ? task.to : task.from];
  }
  void join(int device, int peer);
  void move_there(const PeerTask& task);
  void stage(PeerPlace& from, PeerPlace& to, std::size_t bytes);
  void issue_latency(const PeerTask& task);
  void come_back(const PeerTask& task, PeerPlace& lead);
  std::string not_arrived(const PeerTask& task) const;
  std::string wrong_latency(const PeerTask& task) const;
  void settle() noexcept;

  std::deque<PeerAccess> access_;
  std::map<std::pair<int, int>, std::string> no_access_;  ///< of pairs of devices
  std::vector<std::unique_ptr<PeerPlace>> places_;
  bool held_ = false;
};

GpuPeers::GpuPeers(const std::vector<int>& devices, std::size_t bytes) {
  for (const int device : devices)
    for (const int peer : devices) join(device, peer);
  for (const int device : devices) {
    const DeviceScope scope(device);
    places_.push_back(
        std::make_unique<PeerPlace>(device, bytes, piece_of(bytes), places_.size() + 1));
  }
}

void GpuPeers::join(int device, int peer) {
  if (device == peer || no_access_.contains({device, peer})) return;
  std::string& reason = no_access_[{device, peer}];
  try {
    if (PeerAccess::possible(device, peer))
      access_.emplace_back(device, peer);
    else
      reason = "GPU " + std::to_string(device) + " cannot reach into memory of GPU " +
               std::to_string(peer);
  } catch (const Error& error) {
    reason = error.what();
  }
}

std::string GpuPeers::no_access(std::size_t from, std::size_t to) const {
  const int one = places_[from]->device, two = places_[to]->device;
  if (one == two) return {};
  const std::string& there = no_access_.at({one, two});
  return there.empty() ? no_access_.at({two, one}) : there;
}

/// What arrives, not what is sent.
void GpuPeers::clear(const PeerTask& task) {
  for (const std::size_t place : {task.from, task.to}) {
    PeerPlace& there = *places_[place];
    const DeviceScope scope(there.device);
    there.target.fill(0);
    there.ring_end.fill(0xFF);
  }
}

/// Both places have pieces of their own: one is filled while the one before is emptied. Behind it
/// the sender's stream has waited for the last of them.
void GpuPeers::stage(PeerPlace& from, PeerPlace& to, std::size_t bytes) {
  std::size_t slot = 0;
  for (std::size_t first = 0, i = 0; first < bytes; first += from.piece, ++i) {
    const std::size_t part = std::min(from.piece, bytes - first);
    slot = i % PeerPlace::slots;
    if (i >= PeerPlace::slots) to.emptied[slot].hold(from.out.get());
    {
      const DeviceScope scope(from.device);
      check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, from.staging(slot),
                               static_cast<const std::byte*>(from.source.data()) + first, part,
                               cudaMemcpyDeviceToHost, from.out.get()),
                 "copy from a GPU to the host");
      from.filled[slot].mark(from.out.get());
    }
    from.filled[slot].hold(to.in.get());
    const DeviceScope scope(to.device);
    check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, static_cast<std::byte*>(to.target.data()) + first,
                             from.staging(slot), part, cudaMemcpyHostToDevice, to.in.get()),
               "copy from the host to a GPU");
    to.emptied[slot].mark(to.in.get());
  }
  to.emptied[slot].hold(from.out.get());
}

void GpuPeers::move_there(const PeerTask& task) {
  PeerPlace &from = *places_[task.from], &to = *places_[task.to];
  const std::size_t bytes = moved_bytes(task);
  const DeviceScope scope(leader(task).device);
  switch (task.way) {
  case PeerWay::copy:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpyPeerAsync, to.target.data(), to.device,
                                    from.source.data(), from.device, bytes, from.out.get()),
                      "copy from GPU to GPU");
  case PeerWay::staged: return stage(from, to, bytes);
  case PeerWay::read:
    return read_peer_memory(to.target.data(), from.source.data(), bytes, to.out.get());
  case PeerWay::write:
    return write_peer_memory(to.target.data(), from.source.data(), bytes, from.out.get());
  }
}

/// Copies stand one behind another in a stream; a kernel's thread waits for each access.
void GpuPeers::issue_latency(const PeerTask& task) {
  PeerPlace &from = *places_[task.from], &to = *places_[task.to];
  const int in_a_row = info_of(task.way).in_a_row;
  const DeviceScope scope(leader(task).device);
  switch (task.way) {
  case PeerWay::read:
    return follow_peer_ring(static_cast<const std::uint32_t*>(from.ring.data()), in_a_row,
                            static_cast<std::uint32_t*>(to.ring_end.data()), to.out.get());
  case PeerWay::write:
    return store_in_turn(static_cast<std::uint64_t*>(to.target.data()), in_a_row,
                         from.stored_seed(), from.out.get());
  case PeerWay::copy:
  case PeerWay::staged:
    for (int i = 0; i < in_a_row; ++i) move_there(task);
  }
}

/// The same the other way, beginning where the first one begins; the leader then waits for it.
void GpuPeers::come_back(const PeerTask& task, PeerPlace& lead) {
  const PeerTask back = reversed(task);
  PeerPlace& other = leader(back);
  lead.start.hold(other.out.get());
  move_there(back);
  {
    const DeviceScope scope(other.device);
    other.done.mark(other.out.get());
  }
  other.done.hold(lead.out.get());
}

/// The leader's stream is held back until all is issued, and its events tell the time.
double GpuPeers::run(const PeerTask& task) {
  try {
    PeerPlace& lead = leader(task);
    const DeviceScope scope(lead.device);
    lead.gate.close();
    lead.begin.record(lead.out.get());
    lead.start.mark(lead.out.get());
    if (task.figure == PeerFigure::latency)
      issue_latency(task);
    else
      move_there(task);
    if (task.figure == PeerFigure::both_ways) come_back(task, lead);
    lead.end.record(lead.out.get());
    lead.gate.open();
    held_ = lead.gate.works();
    wait_for_stream(lead.out.get());
    return lead.end.since(lead.begin);
  } catch (...) {
    settle();
    throw;
  }
}

std::string GpuPeers::not_arrived(const PeerTask& task) const {
  const PeerPlace &from = *places_[task.from], &to = *places_[task.to];
  const DeviceScope scope(to.device);
  std::vector<std::byte> arrived(moved_bytes(task));
  to.target.read(arrived.data(), arrived.size());
  return pattern_mismatch(arrived.data(), 0, arrived.size(), from.seed);
}

std::string GpuPeers::wrong_latency(const PeerTask& task) const {
  const PeerPlace &from = *places_[task.from], &to = *places_[task.to];
  const int in_a_row = info_of(task.way).in_a_row;
  const DeviceScope scope(to.device);
  if (task.way == PeerWay::read) {
    std::uint32_t end = 0;
    to.ring_end.read(&end, sizeof end);
    const unsigned expected = unsigned(in_a_row) * ring_step % ring_places;
    return end == expected ? "" : "what it read is not what is there";
  }
  std::vector<std::uint64_t> words(static_cast<std::size_t>(in_a_row));
  to.target.read(words.data(), words.size() * sizeof(std::uint64_t));
  return pattern_mismatch(words.data(), 0, words.size() * sizeof(std::uint64_t),
                          from.stored_seed());
}

std::string GpuPeers::mismatch(const PeerTask& task) {
  const bool by_kernel = task.way == PeerWay::read || task.way == PeerWay::write;
  if (task.figure == PeerFigure::latency && by_kernel) return wrong_latency(task);
  std::string found = not_arrived(task);
  if (found.empty() && task.figure == PeerFigure::both_ways) found = not_arrived(reversed(task));
  return found;
}

/// Nothing is in flight then, nor an error left for those who come next.
void GpuPeers::settle() noexcept {
  for (const auto& place : places_) place->gate.open();
  for (const auto& place : places_) {
    try {
      const DeviceScope scope(place->device);
      cudaDeviceSynchronize();
    } catch (const Error&) {
      // the device is lost
    }
  }
  cudaGetLastError();
}

void refuse_peers(std::size_t bytes, const std::string& where, std::size_t need,
                  std::size_t there) {
  if (there == 0 || need <= there) return;
  throw Error("copies of " + memory_size(bytes) + ": they need " + memory_size(need) + " of " +
                  where + " memory, " + memory_size(there) + " are free",
              "choose fewer bytes");
}

}  // namespace

std::unique_ptr<PeerRunner> make_peer_runner(const std::vector<int>& devices, std::size_t bytes,
                                             std::size_t host_bytes) {
  // What a kernel stores in turn has room too.
  const std::size_t least = sizeof(std::uint64_t) * std::size_t(info_of(PeerWay::write).in_a_row);
  const std::size_t room = std::max(bytes, least);
  refuse_peers(bytes, "main", devices.size() * PeerPlace::slots * piece_of(room), host_bytes);
  for (const int device : devices) {
    const DeviceScope scope(device);
    const auto places = std::size_t(std::ranges::count(devices, device));
    refuse_peers(bytes, "GPU " + std::to_string(device) + "'s", places * (2 * room + ring_bytes),
                 cuda_free_bytes());
  }
  return std::make_unique<GpuPeers>(devices, room);
}

}  // namespace livewarp

#endif
