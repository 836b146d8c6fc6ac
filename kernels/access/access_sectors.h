// How many requests and sectors a pattern takes, by closed forms: what stands beside the counts of
// the lens and of a GPU's counters.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/access/access.h"
#include "kernels/core/workload/closed_form.h"

namespace livewarp {

/// Requests of warps, and the sectors of 32 bytes that they touch.
struct AccessCounts {
  double requests = 0, sectors = 0;

  AccessCounts& operator+=(const AccessCounts& more) {
    requests += more.requests;
    sectors += more.sectors;
    return *this;
  }
};
inline AccessCounts operator+(AccessCounts a, const AccessCounts& b) { return a += b; }
inline AccessCounts operator*(double times, const AccessCounts& one) {
  return {times * one.requests, times * one.sectors};
}

/// Lanes one after another, each with its bytes at a constant distance from the last one's. Bytes
/// are counted from an address that is a multiple of 256, at which arrays begin, and are aligned to
/// as many as a lane takes, so that none of these lies in two sectors.
struct AccessRun {
  std::int64_t first = 0;  ///< byte of the first lane
  std::int64_t lanes = 0;  ///< of all warps; the first is lane 0 of a warp
  std::int64_t stride = 4, bytes = 4;
};

/// Sectors of up to 32 lanes. Less than 32 bytes apart they leave no sector out between the first
/// byte and the last; farther apart each has one for itself.
std::int64_t warp_sectors(const AccessRun& run);

/// Of all warps. 32 lanes go on by 32 strides, a multiple of 32 bytes: so every full warp lies over
/// its sectors as the first one does.
AccessCounts run_counts(const AccessRun& run);

/// Of contiguous elements of 4 bytes.
AccessCounts element_counts(std::int64_t first, std::int64_t count);

/// What the loads and the stores of a step's warps are in global memory.
struct AccessModel {
  AccessCounts loads, stores;
};

/// Of a CUDA variant's step. A gather by indices at random: what is to be expected, which counts
/// come near. Fetches of textures and constant memory have no such sectors and are left out.
AccessModel access_model(const std::string& variant, const Access::Problem& problem,
                         const Launch& launch);

/// The same as means, and of constant memory and the host's cache lines what a load takes.
ClosedForm access_closed_form(const std::string& variant, const Access::Problem& problem,
                              const Launch& launch);

/// Of 32 numbers that a core loads one after another, so many apart, the first at the beginning of
/// a cache line; a line of which a number is stored is loaded or kept, and counts once.
ClosedForm cache_line_form(const Access::Problem& problem, std::int64_t apart);

/// "model: 128 loads of 4 sectors, 128 stores of 4".
std::string model_text(const AccessModel& model);

/// From one array of a structure of arrays to the next, in elements.
std::int64_t access_pitch(std::int64_t n, std::int64_t arrays);

}  // namespace livewarp
