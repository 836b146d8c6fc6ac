#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/memory/host_texture.h"
#include "kernels/emulator/lens/access_rules.h"
#include "kernels/emulator/lens/control_flow.h"
#include "kernels/emulator/lens/lane_trace.h"
#include "kernels/emulator/lens/warp_walk.h"
#include "kernels/emulator/run/kernel_observer.h"
#include "kernels/emulator/run/kernel_structures.h"
#include "kernels/emulator/run/memory_spaces.h"

namespace livewarp::emulator {

/// What the warps of a launch did at one access of the code.
struct AccessCount {
  std::uintptr_t code = 0;
  AccessKind kind = AccessKind::read;
  MemorySpace space = MemorySpace::global;
  unsigned bytes = 0;         ///< by each lane
  unsigned structure = 0;     ///< bytes of the structure of which they are a piece; 0: of none
  std::int64_t requests = 0;  ///< warp instructions with a lane that takes part
  std::int64_t lanes = 0;     ///< that took part, of all requests
  std::int64_t present = 0;   ///< that the warps have, of all requests
  /// Of global memory; of textures as `fetch_cost` has them.
  std::int64_t sectors = 0, ideal_sectors = 0, bytes_used = 0;
  std::int64_t quad_sectors = 0;                      ///< of textures: by quads of lanes
  std::int64_t addresses = 0;                         ///< of constant memory: different
  std::int64_t wavefronts = 0, ideal_wavefronts = 0;  ///< of shared memory
  int degree = 0;                                     ///< of bank conflicts: the highest
  WarpAccess costliest;  ///< the request that took most of these, the first of such
  int highest = 0;       ///< which were so many
};

/// How many lanes went through a basic block.
struct BlockCount {
  std::uintptr_t code = 0;
  std::int64_t warps = 0, lanes = 0;
  bool in_loop = false;  ///< known once its launch has ended
};

struct LaunchCounts {
  std::string kernel;
  Dim3 grid, block;
  std::int64_t warps = 0;             ///< that were recorded
  std::vector<AccessCount> accesses;  ///< those of global, shared and constant memory, in no order
  std::vector<BlockCount> blocks;
  std::vector<std::uintptr_t> barriers;  ///< codes of those of blocks
};

/// Which warps are recorded: by block of the launch's grid and warp of the block.
using WarpFilter = std::function<bool(const LaunchPlan& plan, std::uint64_t block, unsigned warp)>;

/// Hears what each warp that is recorded does, step by step, once its block has ended.
class WarpListener : public WarpVisitor {
 public:
  /// `launch`: by their numbers in it `block`, `access` and `barrier` tell of places. Of so many
  /// lanes.
  virtual void begin_warp(const LaunchCounts& launch, std::size_t lanes) = 0;
};

/// Counts what warps of kernels do, launch by launch: traces of a block's threads are kept until it
/// ends, and then walked as warps.
class AccessRecorder : public KernelObserver {
 public:
  /// All warps without a filter. `listener` outlives it; null: nobody hears more than counts. Of a
  /// thread no more steps are kept than `longest`.
  explicit AccessRecorder(WarpFilter filter = {}, WarpListener* listener = nullptr,
                          std::size_t longest = std::numeric_limits<std::size_t>::max());

  const std::vector<LaunchCounts>& launches() const { return launches_; }

  void begin_launch(const LaunchPlan& plan) override;
  bool begin_block(std::uint64_t block, std::byte* shared) override;
  void end_block() override;
  void end_launch() override;
  void enter_thread(int thread) override;
  void access(const Access& access) override;
  void basic_block(std::uintptr_t code) override;
  void enter_function(std::uintptr_t caller) override;
  void leave_function() override;
  void reach_barrier(std::uintptr_t code) override;

 protected:
  /// As many steps of the running thread are kept as are to be.
  virtual void fill_trace() {}

 private:
  /// What is numbered: a basic block or an access, in the functions that called its own.
  struct Place {
    std::uintptr_t code = 0;
    std::uint32_t context = 0;
    std::uint32_t what = 0;
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      return (place.code ^ std::uint64_t{place.context} << 40 ^ std::uint64_t{place.what} << 52) *
                 0x9e3779b97f4a7c15u >>
             20;
    }
  };
  /// Numbers from 0, in the order of asking; the last answers are at hand.
  class Numbers {
   public:
    std::uint32_t operator()(const Place& place) {
      Recent& recent = recent_[PlaceHash()(place) % recent_.size()];
      if (recent.number == unknown || !(recent.place == place)) {
        const auto next = static_cast<std::uint32_t>(all_.size());
        recent = {place, all_.try_emplace(place, next).first->second};
      }
      return recent.number;
    }

   private:
    static constexpr std::uint32_t unknown = ~std::uint32_t{0};
    struct Recent {
      Place place;
      std::uint32_t number = unknown;
    };
    std::unordered_map<Place, std::uint32_t, PlaceHash> all_;
    std::array<Recent, 256> recent_;
  };
  struct Thread {
    LaneTrace trace;
    std::vector<std::uintptr_t>
        callers;  ///< of the functions that it is in, the kernel's own first
    std::vector<std::uint32_t> contexts;  ///< numbers of such rows of callers; 0: none
  };
  class Counter;

  void add_step(const TraceStep& step) {
    if (thread_->trace.size() == longest_) return;
    thread_->trace.push_back(step);
    if (thread_->trace.size() == longest_) fill_trace();
  }
  void add_block(const Place& place);
  unsigned piece_of(const Access& access) const;
  /// `bytes` of an access, which are all of it or a piece.
  void add_access(const Access& access, MemorySpace space, std::uintptr_t address, unsigned bytes);

  WarpFilter filter_;
  WarpListener* listener_;
  std::size_t longest_;
  std::vector<LaunchCounts> launches_;
  const LaunchPlan* plan_ = nullptr;
  MemorySpaces spaces_;
  Numbers blocks_, accesses_, barriers_, contexts_;
  ControlFlow flow_;
  std::vector<Thread> threads_;
  StructureAlignments structures_;     ///< that the present kernel's parameters point to
  std::vector<TextureReach> reaches_;  ///< of the present block; a fetch's address is its number
  std::vector<bool> wanted_;           ///< by warp of the present block
  Thread* thread_ = nullptr;           ///< the running one; null if it is not recorded
};

}  // namespace livewarp::emulator
