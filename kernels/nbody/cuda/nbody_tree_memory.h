// The memory that a tree is made in, for every compiler, and what its axes ask for.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "kernels/core/model/choice.h"
#include "kernels/core/model/precision.h"
#include "kernels/nbody/cuda/nbody_tree_build.cuh"
#include "kernels/nbody/nbody_tree_error.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

inline Param theta_axis(const std::string& preset) {
  return choice_axis("theta", "Opening angle",
                     {{"0.3", "0.3", {}},
                      {"0.4", "0.4", {}},
                      {"0.5", "0.5", {}},
                      {"0.6", "0.6", {}},
                      {"0.65", "0.65", {}},
                      {"0.7", "0.7", {}},
                      {"0.75", "0.75", {}},
                      {"0.8", "0.8", {}},
                      {"0.9", "0.9", {}},
                      {"1", "1", {}}},
                     preset,
                     "A cell that looks larger than this from a body is opened: its longest side, "
                     "over its distance. Smaller is more exact, and slower.");
}

inline Param leaf_axis() {
  return integer_axis("leaf", "Bodies per leaf", "", {8, 16, nbody_most_leaf}, 16,
                      "Cells of at most so many bodies are not divided any further. Large ones "
                      "leave more to single bodies, small ones make the tree deeper.");
}

inline Param curve_axis() {
  return choice_axis("curve", "Curve", {{"hilbert", "Hilbert", {}}, {"morton", "Morton", {}}},
                     "hilbert",
                     "In which order bodies stand. Both curves keep octants together; along "
                     "Hilbert's neighbours in the order are neighbours in space too, Morton's "
                     "leaps, and groups of bodies on both sides of a leap have large boxes.");
}

inline Param opening_axis(const std::string& preset) {
  return choice_axis(
      "opening", "Opening", {{"angle", "By angle", {}}, {"error", "By error", {}}}, preset,
      "By angle: a cell is opened where it looks larger than the opening angle. By error: where "
      "what its moments leave out would be more than a share of the bodies' mean acceleration, "
      "which goes with a power of that angle. Light cells then count as a whole from nearer.");
}

inline NbodyCurve curve_of(const Launch& launch) {
  return launch.text("curve") == "morton" ? NbodyCurve::morton : NbodyCurve::hilbert;
}

/// The share goes with such a power of theta that a cell's opening radius goes with 1 / theta, as
/// by angle: see `NbodyOpening::by_error`. So both have errors that go with the same power of it.
inline NbodyAllowance allowance_of(const Values& launch, bool quadrupole) {
  const double theta = nbody_theta(launch);
  const bool by_error = get_text(launch, "opening") == "error";
  const double share = quadrupole ? 1.56e-3 * std::pow(theta, 5) : 1e-3 * std::pow(theta, 4);
  return {float(1 / theta), by_error ? float(share) : 0.0f, quadrupole};
}

/// Of n bodies: the arrays, one behind the other, the widest elements first.
struct TreeMemory {
  NbodyTree tree;
  uint64* keys[2];
  unsigned* order[2];
  NbodySurvey* surveys;  ///< of blocks
  NbodyFindings* findings;
  int* wide;
  float* potential;  ///< where the keys were: whoever adds it up has no more use for them
  GridTotal total;   ///< of at most `nbody_survey_blocks`
  void* sort;
  std::size_t bytes;

  TreeMemory(std::int64_t n, std::size_t sort_bytes, void* memory) : tree{}, total{} {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    std::uintptr_t next = begin;
    const auto place = [&]<class T>(T*& array, std::int64_t count) {
      array = reinterpret_cast<T*>(next);
      next += std::size_t(count) * sizeof(T);
      next = (next + 255) / 256 * 256;
    };
    place(tree.cells, n);
    place(tree.sorted, n);
    place(tree.leaves, n);
    place(tree.boxes, n);
    place(keys[0], 2 * n);
    keys[1] = keys[0] + n;
    place(tree.links, n);
    place(tree.above, n);
    place(tree.arrived, n);
    place(order[0], n);
    place(order[1], n);
    place(wide, n);
    place(surveys, nbody_survey_blocks);
    place(findings, 1);
    place(total.partial, 2 * nbody_survey_blocks);
    place(total.counter, 1);
    potential = reinterpret_cast<float*>(keys[0]);
    sort = reinterpret_cast<void*>(next);
    bytes = std::size_t(next - begin) + sort_bytes;
  }
  /// The tree that a launch asks for.
  NbodyTree tree_of(std::int64_t n, const Launch& launch) const {
    NbodyTree asked = tree;
    asked.n = int(n);
    asked.leaf = int(launch.integer("leaf"));
    return asked;
  }
};

}  // namespace nbody

LIVEWARP_KERNELS_END
