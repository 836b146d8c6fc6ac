#pragma once

#include <future>
#include <optional>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A file that the user named for a parameter.
struct NamedFile {
  const Workload* workload = nullptr;
  std::string param, path;
  bool dropped = false;  ///< on the window, not in the parameter's control
};

/// Reads a named file beside the frames, before anything is changed for it: one that cannot be
/// opened leaves all as it was.
class FileOpener {
 public:
  /// One that is still being read is forgotten for it.
  void open(NamedFile named);
  /// The file that is being read; null if none.
  const NamedFile* reading() const { return reading_ ? &*reading_ : nullptr; }

  bool is_done() const;  ///< something can be taken
  struct Opened {
    NamedFile named;
    std::optional<Error> refusal;
  };
  /// What was asked for last, once it has been read.
  std::optional<Opened> take();

 private:
  void begin(NamedFile named);

  std::optional<NamedFile> reading_, next_;
  std::future<std::optional<Error>> result_;
};

}  // namespace livewarp
