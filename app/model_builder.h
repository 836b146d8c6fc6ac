#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session.h"
#include "render/probe.h"
#include "ui/model.h"

namespace livewarp {

/// What the window knows of its own frames: ms, of the last 240.
struct FrameMeters {
  SampleRing map, unmap, upload, draw, ui, frame;
  SampleRing drew;  ///< 1 for a frame that drew a picture, 0 for one that showed the last one again
};

/// What panels show beyond the session.
struct FrameFacts {
  const FrameMeters* meters = nullptr;
  double refresh_hz = 60;
  bool vsync = true;
  DisplayPath path = DisplayPath::upload;
  std::string path_reason, path_advice, gl_renderer;
  int device = 0;                   ///< the CUDA device in use
  std::optional<int> sm_clock_mhz;  ///< of it; see the model
  bool resting = false;          ///< frames are drawn now and then only: their rate means nothing
  std::string interop_reason;    ///< why interop cannot be chosen; empty if it can
  std::optional<Choice> pinned;  ///< A, which is measured with all
  std::uint64_t scene_texture = 0;
  int scene_width = 0, scene_height = 0;
  double pixels_per_cell = 0;                  ///< of a field on the picture
  std::map<std::string, ui::NamedFile> files;  ///< of the running workload's parameters
  std::string browse_reason;
  bool has_dialogs = true;
  std::optional<Probe> probe;  ///< what lies under the pointer
  bool interop_fails = false, can_undo = false, can_redo = false;
  std::string interop_fail_reason;  ///< why interop cannot be made to fail
  std::vector<ui::Graph> graphs;
  const ui::LensView* lens = nullptr;
  std::optional<ui::JobStrip> course;  ///< while the course graph is measured
};

/// Gathers what the panels read this frame.
ui::Model build_model(Session& session, const FrameFacts& facts);

}  // namespace livewarp
