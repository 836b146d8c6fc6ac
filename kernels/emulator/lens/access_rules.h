// What one memory instruction of a warp costs, from its lanes' addresses alone: the rules by which
// the memory pipeline of a GPU of compute capability 9.0 cuts it into pieces. They were read off
// the counters of an H200 (see truth/README.md), every pattern kept there exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace livewarp::emulator {

/// One load or store that the lanes of a warp execute together. Addresses are bytes; only those of
/// active lanes count. Where an array begins matters as on the GPU: global arrays begin at a
/// multiple of 256 bytes, for shared ones a multiple of 4 will do, since moving all addresses by
/// whole words only renames the banks.
struct WarpAccess {
  unsigned active = 0;                      ///< mask of the lanes that take part
  std::array<std::uint64_t, 32> address{};  ///< by lane
  unsigned bytes = 0;                       ///< by each lane: 1, 2, 4, 8 or 16
  bool store = false;
};

/// Aligned pieces of 32 bytes that the lanes touch, each counted once: what a request to global
/// memory asks of the caches. A lane whose bytes lie across a border touches both sides.
int sectors(const WarpAccess& access);

/// Bytes that the lanes ask for, each counted once.
int bytes_used(const WarpAccess& access);

/// Shared memory has 32 banks, and the word of 4 bytes with number w lies in bank w % 32. A bank
/// gives one word at a time, to all who want it. This is the largest number of different words that
/// the lanes of the mask `lanes` want of one bank.
int bank_degree(const WarpAccess& access, unsigned lanes);

/// Lanes that go to shared memory together, a mask for each of 1, 2 or 4 groups.
struct LaneGroups {
  int count = 1;
  std::array<unsigned, 4> lanes{0xffffffffu};
};

/// The groups of an access, which take their turns one after another; see `shared_wavefronts`.
LaneGroups lane_groups(const WarpAccess& access);

/// The highest bank degree of a group: 1 where nothing conflicts.
int bank_conflicts(const WarpAccess& access);

/// Wavefronts of an access to shared memory: the turns that it takes. With up to 4 bytes a lane the
/// warp goes together, so they are its bank degree (measured for 4; 1 and 2 bytes count as the
/// words that they lie in). With 8 bytes a half-warp goes at a time, with 16 a quarter-warp, and
/// their degrees add up.
///
/// Two neighbouring groups of a load go together if in the whole warp every active lane has the
/// address of the lane beside it (lane ^ 1), or that lane is inactive; or if the same is true two
/// lanes on (lane ^ 2). So 16 bytes that all lanes load from one address take 2 wavefronts, neither
/// 1 nor 4.
int shared_wavefronts(const WarpAccess& access);

/// A copy of a structure is as many accesses as its alignment asks for: each of the largest power
/// of two, up to 16 bytes, that divides both its size and its alignment. Three floats, 12 bytes
/// aligned to 4, are three accesses of 4 bytes; three doubles three of 8.
unsigned piece_bytes(std::size_t bytes, std::size_t aligned);

/// Constant memory gives one address at a time to all lanes that want it: a request is as many
/// accesses as its lanes have different addresses (CUDA C++ Programming Guide, "Constant Memory").
int distinct_addresses(const WarpAccess& access);

/// The fewest sectors that hold as many bytes as are used: what is asked for, packed.
int ideal_sectors(const WarpAccess& access);

/// Wavefronts that as many lanes take, the first of a warp, if each has the element after its
/// neighbour's: one for every 128 bytes begun. It is no lower bound: wide loads that share
/// addresses can take fewer, and active lanes of several groups more without any bank conflict.
int ideal_wavefronts(const WarpAccess& access);

}  // namespace livewarp::emulator
