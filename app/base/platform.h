#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

/// What the program asks of the operating system; its calls stand in platform.cpp and nowhere else.
namespace livewarp {

/// Environment variable or empty.
std::string environment(const char* name);

/// True where a window can be opened: DISPLAY or WAYLAND_DISPLAY is set.
bool has_display();

bool error_stream_is_terminal();

/// Makes writing to closed standard streams or a closed pipe fail instead of ending the process or
/// reaching a file that was opened in their place.
void hold_standard_streams();

/// Also true where it cannot be known. Ids count in this machine's table of processes.
bool process_exists(int id);

/// Folder for settings by the XDG rules (`$XDG_CONFIG_HOME/livewarp`), not created.
std::filesystem::path settings_folder();

/// Folder for what can be made again (`$XDG_CACHE_HOME/livewarp`), not created; empty if unknown.
std::filesystem::path cache_folder();

/// The program's own file; empty if unknown.
std::filesystem::path program_path();

/// Starts the program anew in place of this process, with these arguments, none of its files open
/// and no signal held back. Throws `Error` where that cannot be done.
void restart_program(const std::vector<std::string>& arguments);

/// Where a program that was moved with its typefaces finds them, beside itself; empty if unknown.
std::vector<std::string> font_folders();

/// A path as the user types it, from the root: "~/" is their home, others are relative to the
/// folder that the program was started in.
std::string absolute_path(const std::string& path);

/// True if a program of that name is found where the shell would look.
bool has_program(const std::string& name);

/// Bytes of main memory that can be had without swapping; 0 if unknown.
std::size_t host_free_bytes();

/// From now on large blocks that are freed go back to the system at once. Else the C library keeps
/// them, for each thread its own: a window that goes through states of many megabytes on several
/// threads would grow by hundreds of them.
void give_back_freed_memory();

/// Lets the calling thread yield to others, so that computing never takes the picture's core.
void lower_thread_priority();

/// Arrangements of this machine that keep parts of the program from working, each with what to do:
/// a laptop with two kinds of GPU, WSL2. Read from the environment and the kernel's files.
std::vector<std::string> environment_hints();

/// While one lives, Ctrl+C (SIGINT) and SIGTERM ask for a stop instead of ending the process; a
/// second one ends it at once. Must be made before any other thread starts, since threads inherit
/// the mask.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  std::stop_token token() const { return source_.get_token(); }
  /// As shells have it: 128 and the signal that asked for the stop; that of Ctrl+C without one.
  int exit_code() const { return 128 + signal_; }

 private:
  std::stop_source source_;
  std::atomic<int> signal_;
  std::jthread watcher_;
};

}  // namespace livewarp
