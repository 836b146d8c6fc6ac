#pragma once

#include <filesystem>
#include <string>

namespace livewarp {

/// A file that is open, and may be locked: by one descriptor at a time, of whatever process and
/// user. The system lets go of the lock when the process ends, however it does. Empty where it
/// could not be opened. It is never followed through a link: the folder may be everybody's.
class LockedFile {
 public:
  LockedFile() = default;
  ~LockedFile();
  LockedFile(LockedFile&& other) noexcept;
  LockedFile& operator=(LockedFile&& other) noexcept;

  /// One that is there, to be read and locked; its owner may be another user.
  static LockedFile open(const std::filesystem::path& path);
  /// A new one, which all may read; empty too where there is one of that name.
  static LockedFile create(const std::filesystem::path& path);

  explicit operator bool() const { return descriptor_ >= 0; }
  /// Never waits.
  bool try_lock();
  void unlock();
  void write(const std::string& text);
  std::string read() const;   ///< 4 KiB at most
  std::string owner() const;  ///< the user's name

 private:
  explicit LockedFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

/// Makes a folder in which every user may make files that only they can remove; one that is there
/// is as good. What the system says against it; empty if it is there.
std::string make_common_folder(const std::filesystem::path& folder);

/// This process as others know it: its number, and the command that started it.
int own_process();
std::string own_command();

}  // namespace livewarp
