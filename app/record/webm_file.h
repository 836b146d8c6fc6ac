#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/output_file.h"

namespace livewarp {

/// What a video's file says of its pictures.
struct WebmTrack {
  std::string codec = "V_VP9";
  int width = 0, height = 0;
  std::string program;  ///< that writes it
};

/// Encoded pictures in a WebM file, the container of the web's videos: elements of an id, a size
/// and what they hold, one in another (EBML, RFC 8794; Matroska, RFC 9559). Pictures lie in
/// clusters, each of which begins with a picture that needs no other; a list of clusters at the end
/// lets players jump. Times are whole milliseconds.
class WebmFile {
 public:
  /// Throws `Error` if the file cannot be written.
  WebmFile(const std::string& path, const WebmTrack& track);

  /// `key`: it needs no picture before it. The first one must be such. Throws `Error` as soon as
  /// the file cannot be written (a full disk).
  void add(std::string_view picture, std::int64_t milliseconds, bool key);
  /// The file appears. `milliseconds`: when the last picture has been shown.
  void finish(std::int64_t milliseconds);

 private:
  struct Cluster {
    std::int64_t milliseconds = 0;
    std::uint64_t position = 0;  ///< bytes from the segment's begin
  };
  void begin_cluster(std::int64_t milliseconds);
  void end_cluster();
  void put(std::string_view bytes);
  void patch(std::uint64_t position, std::string_view bytes);
  void check();

  OutputFile file_;
  std::ofstream out_;
  std::uint64_t written_ = 0;
  std::uint64_t segment_size_at_ = 0, segment_begins_ = 0, duration_at_ = 0, cues_at_ = 0;
  std::string blocks_;  ///< of the cluster that is open
  std::vector<Cluster> clusters_;
};

}  // namespace livewarp
