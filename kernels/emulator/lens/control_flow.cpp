#include "kernels/emulator/lens/control_flow.h"

#include <algorithm>
#include <numeric>

namespace livewarp::emulator {

namespace {

using Blocks = std::vector<std::uint32_t>;

/// Orders blocks weakly: strongly connected parts one after the other as edges lead, and within
/// each its first block, then the rest as if no edge led back to that one (Bourdoncle, "Efficient
/// chaotic iteration strategies with widenings", 1993). The parts are Tarjan's.
class WeakOrder {
 public:
  WeakOrder(const std::vector<Blocks>& successors, Blocks& places, std::vector<bool>& in_loop)
      : successors_(successors), places_(places), in_loop_(in_loop), index_(successors.size()),
        low_(successors.size()), region_(successors.size(), 0), open_(successors.size()) {}

  void order(const Blocks& blocks, std::uint32_t region) {
    for (const std::uint32_t block : blocks) {
      region_[block] = region;
      index_[block] = 0;
    }
    std::vector<Blocks> parts;  // the last first
    std::uint32_t count = 0;
    for (const std::uint32_t block : blocks)
      if (index_[block] == 0) visit(block, region, count, parts);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      if (region == 0) note_loop(*part);
      const auto header = std::ranges::min_element(*part);
      places_[*header] = next_++;
      part->erase(header);
      if (!part->empty()) order(*part, ++regions_);
    }
  }

 private:
  /// Blocks from each of which a way leads to all others; one alone may lead to itself.
  void note_loop(const Blocks& part) {
    for (const std::uint32_t block : part)
      in_loop_[block] = part.size() > 1 ||
                        std::ranges::find(successors_[block], block) != successors_[block].end();
  }

  void visit(std::uint32_t block, std::uint32_t region, std::uint32_t& count,
             std::vector<Blocks>& parts) {
    index_[block] = low_[block] = ++count;
    stack_.push_back(block);
    open_[block] = true;
    for (const std::uint32_t next : successors_[block]) {
      if (region_[next] != region) continue;
      if (index_[next] == 0) {
        visit(next, region, count, parts);
        low_[block] = std::min(low_[block], low_[next]);
      } else if (open_[next]) {
        low_[block] = std::min(low_[block], index_[next]);
      }
    }
    if (low_[block] != index_[block]) return;
    const auto first = std::ranges::find(stack_, block);
    parts.emplace_back(first, stack_.end());
    stack_.erase(first, stack_.end());
    for (const std::uint32_t member : parts.back()) open_[member] = false;
  }

  const std::vector<Blocks>& successors_;
  Blocks& places_;
  std::vector<bool>& in_loop_;
  Blocks index_, low_;  ///< of the region that is being cut; index 0: not visited
  Blocks region_;       ///< by block: of which it was a part last
  std::vector<bool> open_;
  Blocks stack_;
  std::uint32_t next_ = 0, regions_ = 0;
};

}  // namespace

void ControlFlow::add(std::uint32_t from, std::uint32_t next) {
  const std::uint32_t highest = std::max(from, next);
  if (highest >= successors_.size()) {
    successors_.resize(highest + 1);
    places_.clear();
  }
  Blocks& known = successors_[from];
  if (std::ranges::find(known, next) != known.end()) return;
  known.push_back(next);
  places_.clear();
}

std::uint32_t ControlFlow::place(std::uint32_t block) {
  if (block >= successors_.size()) return block;
  if (places_.empty()) solve();
  return places_[block];
}

bool ControlFlow::in_loop(std::uint32_t block) {
  if (block >= successors_.size()) return false;
  if (places_.empty()) solve();
  return in_loop_[block];
}

void ControlFlow::solve() {
  places_.resize(successors_.size());
  in_loop_.resize(successors_.size());
  Blocks all(successors_.size());
  std::iota(all.begin(), all.end(), std::uint32_t{0});
  WeakOrder(successors_, places_, in_loop_).order(all, 0);
}

}  // namespace livewarp::emulator
