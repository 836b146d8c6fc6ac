#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

/// What headless runs ask the operating system; its own calls stand in environment.cpp.
namespace livewarp {

/// Bytes of main memory that can be had without swapping; 0 if unknown.
std::size_t host_free_bytes();

bool error_stream_is_terminal();

/// True where a window can be opened: DISPLAY or WAYLAND_DISPLAY is set.
bool has_display();

/// Arrangements of this machine that keep parts of the program from working, each with what to do:
/// a laptop with two GPUs, WSL2, a MIG slice. Read from the environment and the kernel's files.
std::vector<std::string> environment_hints();

/// While one lives, Ctrl+C (and SIGTERM) asks for a stop instead of ending the process; a second one
/// ends it at once. Must be made before any other thread starts, since threads inherit the mask.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;
};

}  // namespace livewarp
