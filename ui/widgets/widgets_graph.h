#pragma once

#include "kernels/core/model/graph.h"
#include "ui/model/graph_axes.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// What a graph remembers from frame to frame: what it shows of its plane.
struct GraphView {
  std::size_t points = 0;  ///< drawn last; others make it fit anew
  bool fit = true;
  Span y{1, 10};  ///< shown last
};

/// Title (unless it stands elsewhere), legend and curves in the box. The wheel zooms, a drag moves,
/// a double click fits; the value nearest to the mouse is written out. `id` is unique within the
/// window. Returns the point that was clicked, if it can run; else null.
const GraphPoint* put_graph(const Look& look, const char* id, const Graph& graph, GraphView& view,
                            const Box& box, bool titled = true);

}  // namespace livewarp::ui
