#pragma once

#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace livewarp {

/// The desktop's dialog that looks for a file, or for a place for one: another program, which a
/// thread waits for, so that the window goes on meanwhile. One at a time; it is closed with its
/// owner.
class FileDialog {
 public:
  FileDialog();

  /// Why none can be opened now; empty if one can.
  const std::string& unavailable() const;
  bool is_open() const { return chosen_.valid(); }
  bool is_done() const;  ///< it has closed, and what was chosen can be taken
  /// Begins at `present`, a file or a folder. `suffixes` of the files to show: "png"; `files` is
  /// what they are called.
  void open(const std::string& title, const std::string& present,
            const std::vector<std::string>& suffixes, const std::string& files = "Pictures");
  /// For a file to be written, `present` for a beginning. It asks before one is replaced.
  void save(const std::string& title, const std::string& present,
            const std::vector<std::string>& suffixes, const std::string& files);
  /// Once it has closed, what was chosen: empty if nothing was. Throws `Error` if it failed to
  /// open.
  std::optional<std::string> take();

 private:
  using Wait = std::string (*)(const std::stop_token&, const std::string& title,
                               const std::string& present, const std::vector<std::string>& filters);
  void begin(Wait wait, const std::string& title, const std::string& present,
             std::vector<std::string> filters);

  std::string no_program_, in_use_;
  std::future<std::string> chosen_;
  std::jthread waiting_;
};

}  // namespace livewarp
