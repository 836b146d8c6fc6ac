#pragma once

#include <string>
#include <vector>

#include "kernels/core/model/graph.h"
#include "kernels/core/model/timeline.h"

namespace livewarp {

/// A table as it is shown: in a terminal, in the window, in a file of comma-separated values.
struct FindingsTable {
  struct Column {
    std::string heading;  ///< with its unit: "step ms"
    bool number = true;   ///< stands at the right
  };
  std::string title;  ///< "page-locked: cudaMemcpyAsync on a stream"
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< a cell a column; what is missing is "\u2014"
};

/// What an experiment has found by now, in words, tables and pictures. Nothing of it is of a result
/// that was not verified.
struct Findings {
  std::string setting;               ///< of what: "1 KiB ... 1 GiB, in 256 pieces"
  std::vector<std::string> verdict;  ///< sentences with figures, the most important first
  std::vector<FindingsTable> tables;
  std::vector<Graph> graphs;
  std::vector<Timeline> timelines;
  std::vector<std::string> left_out;  ///< what has no figure, and why: "Left out: ..." a line
  bool wrong = false;                 ///< a result was not what it must be; it is among `left_out`
  bool partial = false;               ///< stopped before all was measured

  bool empty() const {
    return verdict.empty() && tables.empty() && graphs.empty() && timelines.empty() &&
           left_out.empty();
  }
};

}  // namespace livewarp
