#include "app/record/webm_file.h"

#include <utility>

#include "app/record/ebml.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

using namespace ebml;

// Ids of RFC 9559 that are used here.
enum Element : std::uint32_t {
  header = 0x1A45DFA3,
  segment = 0x18538067,
  seek_head = 0x114D9B74,
  info = 0x1549A966,
  tracks = 0x1654AE6B,
  cluster = 0x1F43B675,
  cues = 0x1C53BB6B,
};

/// A block's time counts from its cluster's, in 16 bits with a sign.
constexpr std::int64_t longest_cluster_ms = 30'000;

std::string file_header() {
  return element(header, number(0x4286, 1) + number(0x42F7, 1) + number(0x42F2, 4) +
                             number(0x42F3, 8) + element(0x4282, "webm") + number(0x4287, 4) +
                             number(0x4285, 2));
}

/// Where the list of clusters lies, counted from the segment's begin.
std::string where_cues_lie(std::uint64_t position) {
  return element(seek_head, element(0x4DBB, element(0x53AB, id(cues)) + number(0x53AC, position)));
}

std::string track_entry(const WebmTrack& track) {
  constexpr int bt709 = 1, studio_range = 1;
  const std::string color = number(0x55B1, bt709) + number(0x55B9, studio_range) +
                            number(0x55BA, bt709) + number(0x55BB, bt709);
  const std::string video = number(0xB0, std::uint64_t(track.width)) +
                            number(0xBA, std::uint64_t(track.height)) + element(0x55B0, color);
  const int is_video = 1;
  return element(tracks, element(0xAE, number(0xD7, 1) + number(0x73C5, 1) + number(0x9C, 0) +
                                           number(0x83, is_video) + element(0x86, track.codec) +
                                           element(0xE0, video)));
}

}  // namespace

WebmFile::WebmFile(const std::string& path, const WebmTrack& track)
    : file_(path), out_(file_.temporary(), std::ios::binary) {
  put(file_header() + id(segment));
  segment_size_at_ = written_;
  put(size(0));
  segment_begins_ = written_;
  cues_at_ = written_;
  put(where_cues_lie(0));
  constexpr std::uint64_t nanoseconds = 1'000'000;  // a time of 1 is a millisecond
  const std::string told = number(0x2AD7B1, nanoseconds) + element(0x4D80, track.program) +
                           element(0x5741, track.program);
  const std::string duration = real(0x4489, 0);
  put(element(info, told + duration));
  duration_at_ = written_ - duration.size();
  put(track_entry(track));
  check();
}

void WebmFile::add(std::string_view picture, std::int64_t milliseconds, bool key) {
  if (key || milliseconds - clusters_.back().milliseconds > longest_cluster_ms)
    begin_cluster(milliseconds);
  const auto after = std::uint64_t(milliseconds - clusters_.back().milliseconds);
  constexpr char track_1 = '\x81', needs_no_other = '\x80', needs_others = 0;
  blocks_ += id(0xA3) + size(picture.size() + 4) + track_1 + big_endian(after, 2) +
             (key ? needs_no_other : needs_others);
  blocks_ += picture;
}

void WebmFile::begin_cluster(std::int64_t milliseconds) {
  end_cluster();
  clusters_.push_back({milliseconds, written_ - segment_begins_});
}

void WebmFile::end_cluster() {
  if (clusters_.empty()) return;
  put(element(cluster, number(0xE7, std::uint64_t(clusters_.back().milliseconds)) +
                           std::exchange(blocks_, {})));
  check();
}

void WebmFile::finish(std::int64_t milliseconds) {
  end_cluster();
  const std::uint64_t cues_begin = written_ - segment_begins_;
  std::string points;
  for (const Cluster& each : clusters_)
    points += element(0xBB, number(0xB3, std::uint64_t(each.milliseconds)) +
                                element(0xB7, number(0xF7, 1) + number(0xF1, each.position)));
  put(element(cues, points));
  patch(segment_size_at_, size(written_ - segment_begins_));
  patch(cues_at_, where_cues_lie(cues_begin));
  patch(duration_at_, real(0x4489, double(milliseconds)));
  out_.close();
  check();
  file_.commit();
}

void WebmFile::put(std::string_view bytes) {
  out_.write(bytes.data(), std::streamsize(bytes.size()));
  written_ += bytes.size();
}

void WebmFile::patch(std::uint64_t position, std::string_view bytes) {
  out_.seekp(std::streamoff(position));
  out_.write(bytes.data(), std::streamsize(bytes.size()));
}

void WebmFile::check() {
  if (out_.is_open()) out_.flush();
  if (!out_) throw Error("the video " + file_.path() + " cannot be written: is the disk full?");
}

}  // namespace livewarp
