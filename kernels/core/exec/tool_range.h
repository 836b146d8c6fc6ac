#pragma once

#include <string>

namespace livewarp {

/// A named stretch of what the calling thread does, as profilers show it: an NVTX range in the
/// domain "livewarp", as long as it lives. Ranges of a thread nest. Where no tool listens it costs
/// a few nanoseconds; in a build without NVTX it is nothing.
class ToolRange {
 public:
  explicit ToolRange(const char* name);
  explicit ToolRange(const std::string& name) : ToolRange(name.c_str()) {}
  ~ToolRange();
  ToolRange(const ToolRange&) = delete;
  ToolRange& operator=(const ToolRange&) = delete;
};

/// Whether this build has NVTX.
bool has_tool_ranges();

}  // namespace livewarp
