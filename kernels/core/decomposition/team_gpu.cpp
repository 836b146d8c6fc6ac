// Parts on GPUs: a stream or two for each part on its device, tied to the stream that asks.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <array>
  #include <optional>
  #include <set>
  #include <utility>

  #include "kernels/core/base/error.h"
  #include "kernels/core/decomposition/nccl.h"
  #include "kernels/core/decomposition/peer_access.h"
  #include "kernels/core/decomposition/team.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

cudaStream_t stream_of(const CudaExec& exec) { return static_cast<cudaStream_t>(exec.stream()); }

/// A stream with its executor, and the place that it has reached.
struct CudaLane {
  std::unique_ptr<CudaExec> exec;
  CudaTie reached;

  /// Edges go first: the interior would take every place on the device, and they would be computed
  /// last of all.
  explicit CudaLane(bool edges)
      : exec(CudaExec::create({}, edges ? CudaExec::Priority::high : CudaExec::Priority::usual)) {}
  cudaStream_t stream() const { return stream_of(*exec); }
  void mark() { reached.mark(stream()); }
  void wait_for(CudaLane& other) {
    if (&other != this) other.reached.hold(stream());
  }
};

class CudaTeam final : public Team {
 public:
  explicit CudaTeam(const Decomposition& decomposition) : way_(decomposition.way) {
    const std::vector<int> devices = part_devices();
    for (int part = 0; part < decomposition.parts; ++part)
      devices_.push_back(devices[std::size_t(part) % devices.size()]);
    std::set<int> all(devices_.begin(), devices_.end());
    all.insert(home_);
    for (const int device : all)
      for (const int other : all)
        if (device != other && PeerAccess::possible(device, other))
          accesses_.push_back(std::make_unique<PeerAccess>(device, other));
    if (way_ == ExchangeWay::nccl) nccl_.emplace(devices_);
    lanes_.resize(devices_.size());
    for (std::size_t part = 0; part < devices_.size(); ++part) {
      const DeviceScope scope(devices_[part]);
      for (const Lane lane : {Lane::interior, Lane::edges})
        lanes_[part].each[std::size_t(lane)] = std::make_unique<CudaLane>(lane == Lane::edges);
    }
  }

  /// What belongs to a device goes while it is the present one.
  ~CudaTeam() override {
    for (int part = 0; part < parts(); ++part) try {
        at(part, [&] { lanes_[std::size_t(part)] = {}; });
      } catch (const Error&) {
        // A device that cannot even be chosen has lost what it had.
      }
  }

  int parts() const override { return int(devices_.size()); }
  bool overlaps() const override { return true; }
  void at(int part, const std::function<void()>& use) const override {
    const DeviceScope scope(device_of(part));
    use();
  }

  void run(Exec& exec, std::function<void()> work) override {
    exec.kernels().gpu().call_library("parts", [this, work = std::move(work)](void* asking) {
      auto* const stream = static_cast<cudaStream_t>(asking);
      fork(stream);
      try {
        work();
      } catch (...) {
        join(stream);  // what the lanes were given is waited for all the same
        throw;
      }
      join(stream);
    });
  }

  void collect(Exec& exec, std::vector<PartCopy> copies) override {
    exec.kernels().gpu().call_library("parts to the whole",
                                      [this, copies = std::move(copies)](void* stream) {
                                        for (const PartCopy& one : copies)
                                          direct(one, static_cast<cudaStream_t>(stream));
                                      });
  }

  void after(Exec& exec, std::function<void()> work) override {
    exec.kernels().gpu().call_library("parts", [work = std::move(work)](void* stream) {
      check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, static_cast<cudaStream_t>(stream)),
                 "waiting for parts");
      work();
    });
  }
  void read(std::span<const PartCopy> copies) const override {
    for (int part = 0; part < parts(); ++part) at(part, [] { wait_for_device(); });
    for (const PartCopy& one : copies) move(one.target, one.source, one.bytes);
  }

  void each(Lane lane, const std::function<void(int, Exec&)>& compute) override {
    for (int part = 0; part < parts(); ++part) {
      const DeviceScope scope(device_of(part));
      const std::size_t span = begin_span(part, lane, what_of(lane));
      compute(part, *lane_of(part, lane).exec);
      end_span(span);
    }
  }
  void copy(Lane lane, std::span<const PartCopy> copies) override {
    directly(lane, copies, "copies");
  }
  void exchange(Lane lane, std::span<const PartCopy> copies) override {
    switch (way_) {
    case ExchangeWay::peer: return directly(lane, copies, "exchange");
    case ExchangeWay::staged: return staged(lane, copies);
    case ExchangeWay::nccl: break;
    }
    std::vector<NcclCopy> sends;
    for (const PartCopy& one : copies)
      sends.push_back({one, lane_of(one.from, lane).stream(), lane_of(one.to, lane).stream()});
    nccl_->exchange(sends);
  }
  void note(bool on) override { notes_ = on; }
  std::vector<PartSpan> noted() const override {
    std::vector<PartSpan> spans;
    for (int part = 0; part < parts(); ++part) at(part, [] { wait_for_device(); });
    for (const Noted& one : noted_)
      spans.push_back({one.part, one.lane == Lane::edges, one.what,
                       one.begin.since(begun_.at(std::size_t(one.part))),
                       one.end.since(begun_.at(std::size_t(one.part)))});
    return spans;
  }
  void follow(Lane later) override {
    const Lane earlier = later == Lane::interior ? Lane::edges : Lane::interior;
    for (int part = 0; part < parts(); ++part) {
      lane_of(part, earlier).mark();
      lane_of(part, later).wait_for(lane_of(part, earlier));
    }
  }
  void settle(Lane lane) override {
    for (int part = 0; part < parts(); ++part)
      check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, lane_of(part, lane).stream()),
                 "waiting for parts");
  }
  void move(void* to, const void* from, std::size_t bytes) const override {
    check_cuda(LIVEWARP_CUDA(cudaMemcpy, to, from, bytes, cudaMemcpyDefault),
               "copy between parts and the host");
    // From pageable memory, and within the device, the call may return before the copy is made.
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, cudaStreamLegacy), "waiting for a copy");
  }

 private:
  struct Lanes {
    std::array<std::unique_ptr<CudaLane>, 2> each;
  };
  CudaLane& lane_of(int part, Lane lane) {
    return *lanes_.at(std::size_t(part)).each[std::size_t(lane)];
  }
  int device_of(int part) const {
    return part == RowCopy::whole ? home_ : devices_.at(std::size_t(part));
  }

  void fork(cudaStream_t stream) {
    asked_.mark(stream);
    for (Lanes& part : lanes_)
      for (auto& lane : part.each) asked_.hold(lane->stream());
    noted_.clear();
    begun_.clear();
    for (int part = 0; notes_ && part < parts(); ++part)
      at(part, [&] { begun_.emplace_back().record(lane_of(part, Lane::interior).stream()); });
  }
  void join(cudaStream_t stream) {
    for (Lanes& part : lanes_)
      for (auto& lane : part.each) {
        lane->mark();
        lane->reached.hold(stream);
      }
  }

  /// Each part that gets something waits for those that have it.
  void wait_for_sources(Lane lane, std::span<const PartCopy> copies) {
    for (int part = 0; part < parts(); ++part) lane_of(part, lane).mark();
    std::set<std::pair<int, int>> pairs;
    for (const PartCopy& one : copies)
      if (one.from != RowCopy::whole && one.to != RowCopy::whole) pairs.emplace(one.to, one.from);
    for (const auto& [to, from] : pairs) lane_of(to, lane).wait_for(lane_of(from, lane));
  }
  void directly(Lane lane, std::span<const PartCopy> copies, const char* what) {
    wait_for_sources(lane, copies);
    for (const PartCopy& one : copies) {
      const int part = one.to == RowCopy::whole ? one.from : one.to;
      const std::size_t span = begin_span(part, lane, what);
      direct(one, lane_of(part, lane).stream());
      end_span(span);
    }
  }

  /// What a lane is given between the two is noted, if anything is.
  std::size_t begin_span(int part, Lane lane, const char* what) {
    if (notes_)
      at(part, [&] {
        noted_.push_back({part, lane, what, {}, {}});
        noted_.back().begin.record(lane_of(part, lane).stream());
      });
    return noted_.size();
  }
  void end_span(std::size_t span) {
    if (!notes_) return;
    Noted& one = noted_.at(span - 1);
    one.end.record(lane_of(one.part, one.lane).stream());
  }

  void direct(const PartCopy& one, cudaStream_t stream) {
    const int from = device_of(one.from), to = device_of(one.to);
    check_cuda(from == to ? LIVEWARP_CUDA(cudaMemcpyAsync, one.target, one.source, one.bytes,
                                          cudaMemcpyDeviceToDevice, stream)
                          : LIVEWARP_CUDA(cudaMemcpyPeerAsync, one.target, to, one.source, from,
                                          one.bytes, stream),
               "copy between parts");
  }
  /// Down by the lane that has it, up by the lane that gets it.
  void staged(Lane lane, std::span<const PartCopy> copies) {
    keep_staging(lane, copies);
    const auto& staging = staging_[std::size_t(lane)];
    const auto move = [](void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
      check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, to, from, bytes, cudaMemcpyDefault, stream),
                 "copy between parts through the host");
    };
    for (std::size_t i = 0; i < copies.size(); ++i)
      move(staging[i].shadow(), copies[i].source, copies[i].bytes,
           lane_of(copies[i].from, lane).stream());
    wait_for_sources(lane, copies);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      const std::size_t span = begin_span(copies[i].to, lane, "exchange");
      move(copies[i].target, staging[i].shadow(), copies[i].bytes,
           lane_of(copies[i].to, lane).stream());
      end_span(span);
    }
  }
  /// Page-locked memory for each copy of a lane: the same copies come in every step.
  void keep_staging(Lane lane, std::span<const PartCopy> copies) {
    std::vector<Buffer>& staging = staging_[std::size_t(lane)];
    staging.resize(std::max(staging.size(), copies.size()));
    for (std::size_t i = 0; i < copies.size(); ++i)
      if (staging[i].bytes() < copies[i].bytes)
        staging[i] = Buffer(copies[i].bytes, MemoryMode::mapped);
  }

  /// One span, between two events of its device.
  struct Noted {
    int part;
    Lane lane;
    const char* what;
    CudaEvent begin, end;
  };

  ExchangeWay way_;
  std::vector<int> devices_;
  int home_ = use_cuda_device();  ///< before what is made on it
  CudaTie asked_;                 ///< where the stream that asks has come to
  std::vector<std::unique_ptr<PeerAccess>> accesses_;
  std::optional<NcclGroup> nccl_;
  std::array<std::vector<Buffer>, 2> staging_;
  bool notes_ = false;
  std::vector<CudaEvent> begun_;  ///< of each part: when it was let go
  std::vector<Noted> noted_;      ///< of the last step that noted
  std::vector<Lanes> lanes_;      ///< last: what they were given is done before the rest goes
};

}  // namespace

std::unique_ptr<Team> make_cuda_team(const Decomposition& decomposition) {
  if (const std::string refusal = gpu_exchange_refusal(decomposition); !refusal.empty())
    throw Error(refusal);
  return std::make_unique<CudaTeam>(decomposition);
}

}  // namespace livewarp

#endif
