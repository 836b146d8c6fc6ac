#pragma once

namespace livewarp {

/// As long as it lives, profilers that wait for cudaProfilerStart collect: `ncu
/// --profile-from-start off`, `nsys profile --capture-range=cudaProfilerApi`. Without a tool it
/// does nothing.
class ProfilerCapture {
 public:
  /// Throws `Error` without a usable device or in a build without CUDA.
  ProfilerCapture();
  /// What was launched before is done by then: a kernel belongs to the capture in which it runs.
  ~ProfilerCapture();
  ProfilerCapture(const ProfilerCapture&) = delete;
  ProfilerCapture& operator=(const ProfilerCapture&) = delete;
};

}  // namespace livewarp
