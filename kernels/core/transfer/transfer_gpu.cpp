// What moves bytes between the host and the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <map>
  #include <utility>
  #include <vector>

  #include "kernels/core/transfer/transfer_clock.h"
  #include "kernels/core/transfer/transfer_movers.h"

namespace livewarp {

namespace {

constexpr int most_in_a_row = 16;
/// Beyond that one transfer lasts a millisecond, of which an event is a thousandth.
constexpr std::size_t long_bytes = std::size_t{64} << 20;

class GpuMover final : public Mover {
 public:
  GpuMover(TransferKind kind, std::size_t bytes, int pieces)
      : kind_(kind), bytes_(bytes), pieces_(pieces) {}

  void prepare(TransferWay way) override {
    for (TransferPath* path : paths(way)) path->prepare(seed(*path));
  }
  double sample(TransferWay way, int in_a_row) override {
    const std::vector<TransferPath*> all = paths(way);
    return clock_.sample({all, bytes_, pieces_, in_a_row});
  }
  int in_a_row(TransferWay way) const override {
    const auto repeats = [](const auto& known) { return known.second->repeats(); };
    if (!std::ranges::all_of(paths_, repeats)) return 1;
    const int commands = pieces_ * (way == TransferWay::both ? 2 : 1);
    const auto by_bytes = int(std::clamp<std::size_t>(long_bytes / bytes_, 1, most_in_a_row));
    return std::clamp(most_held_commands / commands, 1, by_bytes);
  }
  std::string mismatch(TransferWay way) override {
    for (TransferPath* path : paths(way))
      if (std::string found = path->mismatch(seed(*path)); !found.empty()) return found;
    return {};
  }
  void tell(TransferPoint& point) const override { point.held = clock_.held(); }

 private:
  std::vector<TransferPath*> paths(TransferWay way) {
    if (way == TransferWay::both) return {&path(TransferWay::to_gpu), &path(TransferWay::from_gpu)};
    return {&path(way)};
  }
  TransferPath& path(TransferWay way) {
    std::unique_ptr<TransferPath>& known = paths_[way];
    if (!known) known = make_path(kind_, way, bytes_);
    return *known;
  }
  std::uint64_t seed(const TransferPath& path) const {
    const auto of_way = std::ranges::find_if(
        paths_, [&](const auto& known) { return known.second.get() == &path; });
    return std::uint64_t(of_way->first) + 1 + bytes_;
  }

  TransferKind kind_;
  std::size_t bytes_;
  int pieces_;
  std::map<TransferWay, std::unique_ptr<TransferPath>> paths_;  // made when first needed
  TransferClock clock_;  // last: what is in flight ends before memory goes
};

}  // namespace

std::unique_ptr<Mover> make_gpu_mover(TransferKind kind, std::size_t bytes, int pieces) {
  return std::make_unique<GpuMover>(kind, bytes, pieces);
}

}  // namespace livewarp

#endif
