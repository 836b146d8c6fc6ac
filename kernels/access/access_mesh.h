// The mesh of the task "mesh": nodes in rows, as far as there are any, joined to the right, down,
// and to the right below; numbered row by row or at random.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/access/access.h"

namespace livewarp {

/// Two of a colour never meet: edges to the right from even and odd columns, edges down and
/// diagonals from even and odd rows.
constexpr int access_colors = 6;

struct AccessMesh {
  struct Edge {
    int from = 0, to = 0;  ///< numbers of its nodes
  };
  std::vector<Edge> edges;  ///< node by node, row by row
  std::array<std::vector<Edge>, access_colors> of_color;

  explicit AccessMesh(const AccessProblem& problem);
};

/// How many edges there are of each colour, without making them.
std::array<std::int64_t, access_colors> access_edge_counts(const AccessProblem& problem);
std::int64_t access_edge_count(const AccessProblem& problem);

}  // namespace livewarp
