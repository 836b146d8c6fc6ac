#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/exec/occupancy.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/workload/variant.h"

/// What warps do with memory, counted from the kernels' own source: what the tab Lens shows.
namespace livewarp::ui {

enum class LensSpace { global, shared, constant, texture };

/// What the counts of an access say, in the words of the field.
struct LensFinding {
  bool good = true;  ///< nothing is to be mended
  std::string tag, words, reason;
  std::string cure;  ///< may be empty
};

/// The lanes that go to memory together: bytes that each of the active ones touches.
struct LanePattern {
  unsigned active = 0;                      ///< mask
  std::array<std::uint64_t, 32> address{};  ///< of the first byte, by lane
  unsigned bytes = 0;                       ///< by each lane
};

/// One access of a line, as all warps that were looked at make it. Means are over its requests.
struct LensAccess {
  std::string what;  ///< "global load"
  LensSpace space = LensSpace::global;
  /// Of shared memory: atomics, asynchronous copies and less than 4 bytes cost what plain accesses
  /// do, by all that is known; no counter confirms it.
  bool source_level = false;
  std::int64_t requests = 0;  ///< of warps
  double lanes = 0;           ///< active, mean
  /// Sectors of global memory and of textures, wavefronts of shared memory, addresses of constant
  /// memory; mean.
  double cost = 0;
  double ideal = 0;       ///< the same if the lanes' bytes lay side by side
  double used = 0;        ///< share of the bytes moved that lanes asked for; of global memory
  LanePattern costliest;  ///< the request that costs most
  std::vector<unsigned>
      groups;  ///< of its lanes, masks: those of shared memory go one group after another
  std::vector<LensFinding> findings;  ///< of its way to memory first
};

/// A line of a kernel's source, with what it does.
struct LensLine {
  int number = 0;  ///< 0: lines are left out here
  std::string text;
  std::vector<LensAccess> accesses;
};

struct LensFile {
  std::string path;  ///< "kernels/heat/cuda/heat.cuh"
  std::vector<LensLine> lines;
};

struct LensKernel {
  std::string name;
  std::string launch;  ///< "grid 32 · block 128 · 4 warps looked at"
  double active = 0;   ///< lanes of 32, mean over basic blocks
  std::vector<LensFile> files;
};

/// Bytes of global memory of a step, scaled from the warps that were looked at to all.
struct LensTraffic {
  double requested = 0;  ///< by lanes
  double moved = 0;      ///< in whole sectors
  CostModel cost;        ///< the model of the same step
};

struct LensView {
  Choice choice;        ///< what was looked at
  std::string problem;  ///< "256×256": small enough to be counted in a moment
  std::string refusal;  ///< why there is nothing to see; empty: there is
  std::vector<LensKernel> kernels;
  std::optional<LensTraffic> traffic;  ///< empty: some of it has no path that is followed
};

// -- what a compiler made of it -------------------------------------------------------------------

enum class CodeKind { ptx, sass };

struct CodeRequest {
  Choice choice;
  CodeKind kind = CodeKind::ptx;
  int compute = 0;  ///< compute capability: 86 = 8.6; 0: a usual one
  bool operator==(const CodeRequest&) const = default;
};

/// An instruction or a label, and the line of source that it was made of.
struct CodeLine {
  std::string text;
  bool label = false;
  std::string path;  ///< empty: nobody tells
  int line = 0;
};

struct CodeSourceLine {
  int number = 0;  ///< 0: lines are left out here
  std::string text;
  int instructions = 0;
};

struct CodeSource {
  std::string path;
  std::vector<CodeSourceLine> lines;
};

struct CodeKernel {
  std::string name;
  std::optional<KernelResources> resources;
  int instructions = 0;
  std::vector<CodeSource> sources;
  std::vector<CodeLine> code;
};

struct CodeView {
  CodeRequest request;
  int compute = 0;      ///< that it was compiled for
  std::string made;     ///< by whom: "NVRTC 13.0 for 9.0, nvdisasm"
  std::string refusal;  ///< why there is nothing to see; empty: there is
  std::vector<CodeKernel> kernels;
  std::size_t main = 0;  ///< the one that does the step's main work
};

}  // namespace livewarp::ui
