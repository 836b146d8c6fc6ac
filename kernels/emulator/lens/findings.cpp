#include "kernels/emulator/lens/findings.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/lane_pattern.h"

namespace livewarp::emulator {

namespace {

using Kind = Finding::Kind;

constexpr double packed = 1.05;     // times the ideal: up to it nothing is to be mended
constexpr double all_there = 0.97;  // of the lanes: a border alone is no divergence
constexpr unsigned sector_bytes = 32, word_bytes = 4;

double each(std::int64_t total, const AccessCount& count) {
  return double(total) / double(count.requests);
}

/// "4", "17.4".
std::string number(double value) {
  const std::string text = fmt::format("{:.1f}", value);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

std::string several(std::int64_t count, const char* what) {
  if (count == 1) return std::string("one ") + what;
  return grouped(count) + " " + what + "s";
}

/// "one word", "2 bytes": to the nearer side of a sector.
std::string off_by(unsigned offset) {
  const unsigned off = std::min(offset, sector_bytes - offset);
  return off % word_bytes == 0 ? several(off / word_bytes, "word") : several(off, "byte");
}

std::string cost_against_ideal(const AccessCount& count) {
  return number(each(count.sectors, count)) + " sectors a request where " +
         number(each(count.ideal_sectors, count)) + " would do.";
}

Finding misaligned(const AccessCount& count, unsigned offset) {
  return {
      Kind::misaligned,
      false,
      "misaligned",
      "misaligned by " + off_by(offset),
      fmt::format("Its lanes ask for bytes side by side, but the first lies {} behind the start "
                  "of a sector of 32: {}",
                  several(offset, "byte"), cost_against_ideal(count)),
      "Pad rows to a multiple of 32 bytes and begin blocks at one. What neighbours load too "
      "comes from the cache, from shared memory, or by a shuffle."};
}

Finding uncoalesced(const AccessCount& count, const LaneOrder& order) {
  const double used = double(count.bytes_used) / (double(sector_bytes) * double(count.sectors));
  const bool strided = order.stride && *order.stride != 0;
  Finding finding{
      Kind::uncoalesced,
      false,
      "uncoalesced",
      fmt::format("uncoalesced: {:.0f} % of the sectors' bytes used", 100 * used),
      (strided ? "Neighbouring lanes stand " + several(std::abs(*order.stride), "byte") + " apart: "
               : std::string("Lanes go to scattered places: ")) +
          cost_against_ideal(count),
      {}};
  if (count.structure > 0)
    finding.cure = "Keep an array for each member (a structure of arrays), or bring structures in "
                   "by shared memory.";
  else if (strided)
    finding.cure = "Let neighbouring lanes take neighbouring elements: exchange the indices, or go "
                   "by a tile in shared memory.";
  else
    finding.cure = "Sort or renumber, so that neighbouring lanes ask for neighbours, or bring what "
                   "a block needs into shared memory first.";
  return finding;
}

Finding of_global(const AccessCount& count) {
  const LaneOrder order = lane_order(count.costliest);
  if (double(count.sectors) <= packed * double(count.ideal_sectors)) {
    if (order.one_address)
      return {Kind::broadcast,
              true,
              "broadcast",
              "broadcast: all lanes ask for one address",
              "One sector serves all lanes of a request.",
              {}};
    return {Kind::coalesced,
            true,
            "coalesced",
            "coalesced",
            number(each(count.sectors, count)) + " sectors a request, as few as hold its bytes.",
            {}};
  }
  if (order.offset && *order.offset != 0) return misaligned(count, *order.offset);
  return uncoalesced(count, order);
}

Finding of_shared(const AccessCount& count) {
  const LaneOrder order = lane_order(count.costliest);
  const std::string mean = number(each(count.wavefronts, count));
  if (count.degree <= 1) {
    if (order.one_address)
      return {Kind::broadcast,
              true,
              "broadcast",
              "broadcast: all lanes ask for one address",
              "A bank gives its word to all lanes at once.",
              {}};
    return {
        Kind::conflict_free,
        true,
        "no conflict",
        "no bank conflict",
        fmt::format("No two lanes of a wavefront want different words of one bank: {} a request.",
                    mean == "1" ? "one wavefront" : mean + " wavefronts"),
        {}};
  }
  const std::string ideal = number(each(count.ideal_wavefronts, count));
  std::string why;
  if (order.stride && *order.stride != 0 && *order.stride % std::int64_t(word_bytes) == 0)
    why = "Neighbouring lanes stand " +
          several(std::abs(*order.stride) / std::int64_t(word_bytes), "word") + " apart, and ";
  why += fmt::format("{} of them want different words of one of the 32 banks", count.degree);
  why[0] = char(std::toupper(static_cast<unsigned char>(why[0])));
  return {Kind::bank_conflict,
          false,
          fmt::format("{}-way conflict", count.degree),
          fmt::format("{}-way bank conflict", count.degree),
          fmt::format("{}: {} wavefronts a request where {} would do.", why, mean, ideal),
          "Pad each row by a word, or swizzle the index, so that what lanes ask for together lies "
          "in different banks."};
}

Finding of_constant(const AccessCount& count) {
  const double addresses = each(count.addresses, count);
  if (addresses <= packed)
    return {Kind::uniform,
            true,
            "uniform",
            "uniform: one address a request",
            "The constant cache gives its word to all lanes at once.",
            {}};
  return {Kind::serialized,
          false,
          "serialised",
          "serialised: " + number(addresses) + " addresses a request",
          "The constant cache gives one address at a time, so a request is as many accesses as its "
          "lanes have different addresses: these are counted.",
          "Keep what lanes index differently in shared or global memory."};
}

Finding of_texture(const AccessCount& count) {
  return {Kind::modelled,
          true,
          "by model",
          number(each(count.sectors, count)) + " sectors a fetch, by a model",
          fmt::format(
              "Source-level count: sectors of 32 bytes that a request's texels lie in, of a CUDA "
              "array 16 bytes of two rows each; {} if every four lanes asked for themselves. Not "
              "modelled: the caches, and in which order the texture unit serves lanes.",
              number(each(count.quad_sectors, count))),
          {}};
}

Finding of_memory(const AccessCount& count) {
  if (count.kind == AccessKind::texture) return of_texture(count);
  switch (count.space) {
  case MemorySpace::shared: return of_shared(count);
  case MemorySpace::constant: return of_constant(count);
  case MemorySpace::global:
  case MemorySpace::local: break;
  }
  return of_global(count);
}

void add_lanes(std::vector<Finding>& all, const AccessCount& count) {
  const double present = each(count.present, count), active = each(count.lanes, count);
  if (present < all_there * 32)
    all.push_back({Kind::part_of_warp, false, "part of a warp",
                   "part of a warp: " + number(present) + " of 32 lanes have a thread",
                   "The block's threads fill no whole warps, and a warp costs the same with few.",
                   "Take a multiple of 32 threads a block."});
  if (active < all_there * present)
    all.push_back(
        {Kind::divergent, false, "divergent",
         fmt::format("divergent: {} of {} lanes active", number(active), number(present)),
         "The others wait: they took the other way at a branch, left the loop before, or have "
         "returned.",
         "Let whole warps decide alike (branch by warp, sort the work), or compute on all lanes "
         "and select the result."});
}

}  // namespace

std::vector<Finding> findings(const AccessCount& count) {
  std::vector<Finding> all;
  if (count.requests == 0) return all;
  all.push_back(of_memory(count));
  if (count.structure > 0)
    all.push_back(
        {Kind::structure, false, "in pieces",
         fmt::format("a structure of {} bytes in pieces of {}", count.structure, count.bytes),
         fmt::format("Its type promises an alignment of no more, so a copy of it is {} "
                     "accesses.",
                     count.structure / count.bytes),
         "Keep an array for each member, or align the type to 8 or 16 bytes (alignas) if "
         "its size may be a multiple of that."});
  add_lanes(all, count);
  return all;
}

}  // namespace livewarp::emulator
