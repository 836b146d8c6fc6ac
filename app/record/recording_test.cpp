#include "app/record/recording.h"

#define VPX_DISABLE_CTRL_TYPECHECKS 1  // functions in a header would call the library
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>
#include <webm/callback.h>
#include <webm/file_reader.h>
#include <webm/webm_parser.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/record/vpx_encoder.h"
#include "app/record/webm_file.h"
#include "app/record/yuv.h"
#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/runtime_library.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::TemporaryFolder;

struct Rgb {
  int r = 0, g = 0, b = 0;
};

PixelImage filled(int width, int height, Rgb color) {
  PixelImage image{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    for (const int value : {color.r, color.g, color.b, 255})
      image.rgba.push_back(std::uint8_t(value));
  return image;
}

// The codes of BT.709's primaries and of white and black in the studio range, as its tables have
// them.
TEST(Yuv, PrimariesHaveTheCodesOfBt709) {
  struct Case {
    Rgb color;
    int y, u, v;
  };
  for (const Case& each : {Case{{255, 255, 255}, 235, 128, 128}, Case{{0, 0, 0}, 16, 128, 128},
                           Case{{255, 0, 0}, 63, 102, 240}, Case{{0, 255, 0}, 173, 42, 26},
                           Case{{0, 0, 255}, 32, 240, 118}}) {
    // Odd sides: the last column and row have a colour too.
    const PixelImage image = filled(3, 5, each.color);
    std::vector<std::uint8_t> y(15), u(6), v(6);
    to_yuv(image, {y.data(), u.data(), v.data(), 3, 2, 2});
    for (const int value : y) EXPECT_NEAR(value, each.y, 1);
    for (const int value : u) EXPECT_NEAR(value, each.u, 1);
    for (const int value : v) EXPECT_NEAR(value, each.v, 1);
  }
}

/// What libwebm's parser finds in a file: the project writes with code of its own.
struct Found : webm::Callback {
  std::string codec;
  std::uint64_t width = 0, height = 0;
  double duration = 0;
  std::uint64_t segment_begins = 0, cluster_at = 0;
  std::int64_t cluster_time = 0;
  std::vector<std::int64_t> times;
  std::vector<bool> keys;
  std::vector<std::string> pictures;
  std::map<std::int64_t, std::uint64_t> clusters, cues;  ///< positions, by time

  webm::Status OnSegmentBegin(const webm::ElementMetadata& data, webm::Action* action) override {
    segment_begins = data.position + data.header_size;
    *action = webm::Action::kRead;
    return webm::Status(webm::Status::kOkCompleted);
  }
  webm::Status OnInfo(const webm::ElementMetadata&, const webm::Info& info) override {
    duration = info.duration.value();
    EXPECT_EQ(info.timecode_scale.value(), 1'000'000u);
    return webm::Status(webm::Status::kOkCompleted);
  }
  webm::Status OnTrackEntry(const webm::ElementMetadata&, const webm::TrackEntry& track) override {
    codec = track.codec_id.value();
    width = track.video.value().pixel_width.value();
    height = track.video.value().pixel_height.value();
    return webm::Status(webm::Status::kOkCompleted);
  }
  webm::Status OnClusterBegin(const webm::ElementMetadata& data, const webm::Cluster& cluster,
                              webm::Action* action) override {
    cluster_time = std::int64_t(cluster.timecode.value());
    clusters[cluster_time] = data.position - segment_begins;
    *action = webm::Action::kRead;
    return webm::Status(webm::Status::kOkCompleted);
  }
  webm::Status OnSimpleBlockBegin(const webm::ElementMetadata&, const webm::SimpleBlock& block,
                                  webm::Action* action) override {
    times.push_back(cluster_time + block.timecode);
    keys.push_back(block.is_key_frame);
    *action = webm::Action::kRead;
    return webm::Status(webm::Status::kOkCompleted);
  }
  webm::Status OnFrame(const webm::FrameMetadata&, webm::Reader* reader,
                       std::uint64_t* left) override {
    std::string bytes(*left, '\0');
    for (std::uint64_t at = 0; *left > 0;) {
      std::uint64_t got = 0;
      const webm::Status status =
          reader->Read(*left, reinterpret_cast<std::uint8_t*>(bytes.data() + at), &got);
      at += got;
      *left -= got;
      if (!status.ok()) return status;
    }
    pictures.push_back(bytes);
    return webm::Status(webm::Status::kOkCompleted);
  }
  webm::Status OnCuePoint(const webm::ElementMetadata&, const webm::CuePoint& cue) override {
    cues[std::int64_t(cue.time.value())] =
        cue.cue_track_positions.at(0).value().cluster_position.value();
    return webm::Status(webm::Status::kOkCompleted);
  }
};

Found parsed(const std::string& path) {
  Found found;
  webm::FileReader reader(std::fopen(path.c_str(), "rb"));
  webm::WebmParser parser;
  EXPECT_EQ(parser.Feed(&found, &reader).code, webm::Status::kOkCompleted);
  return found;
}

TEST(WebmFile, IsReadByAnotherReader) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.webm");
  WebmFile file(path, {.codec = "V_VP9", .width = 321, .height = 200, .program = "a test"});
  EXPECT_FALSE(std::filesystem::exists(path)) << "it appears whole or not at all";
  file.add("first", 0, true);
  file.add("second", 33, false);
  file.add(std::string(100'000, 'x'), 2000, true);
  file.add("after a long pause", 60'000, false);
  file.finish(60'033);
  const Found found = parsed(path);
  EXPECT_EQ(found.codec, "V_VP9");
  EXPECT_EQ(found.width, 321u);
  EXPECT_EQ(found.height, 200u);
  EXPECT_EQ(found.duration, 60'033);
  EXPECT_EQ(found.times, (std::vector<std::int64_t>{0, 33, 2000, 60'000}));
  EXPECT_EQ(found.keys, (std::vector<bool>{true, false, true, false}));
  ASSERT_EQ(found.pictures.size(), 4u);
  EXPECT_EQ(found.pictures[0], "first");
  EXPECT_EQ(found.pictures[2], std::string(100'000, 'x'));
  EXPECT_EQ(found.clusters.size(), 3u);
  EXPECT_EQ(found.cues, found.clusters) << "a player would jump elsewhere";
}

TEST(WebmFile, AFullDiskIsSaid) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  try {
    WebmFile file("/dev/full", {.width = 16, .height = 16, .program = "a test"});
    FAIL() << "written to a full disk";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/dev/full cannot be written"), std::string::npos)
        << error.what();
  }
}

/// The mean brightness and colours of a compressed picture, by libvpx's decoder.
struct Decoder {
  RuntimeLibrary library{{"libvpx.so.7", "libvpx.so.8", "libvpx.so.9"}, {"libvpx", "", ""}};
  vpx_codec_ctx_t codec{};
  template <class F>
  F* find(const char* name) {
    return reinterpret_cast<F*>(library.find(name));
  }
  Decoder() {
    const auto init = find<decltype(vpx_codec_dec_init_ver)>("vpx_codec_dec_init_ver");
    const auto vp9 = find<decltype(vpx_codec_vp9_dx)>("vpx_codec_vp9_dx");
    EXPECT_EQ(init(&codec, vp9(), nullptr, 0, VPX_DECODER_ABI_VERSION), VPX_CODEC_OK);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { find<decltype(vpx_codec_destroy)>("vpx_codec_destroy")(&codec); }
  std::vector<double> means(const std::string& picture) {
    EXPECT_EQ(find<decltype(vpx_codec_decode)>("vpx_codec_decode")(
                  &codec, reinterpret_cast<const std::uint8_t*>(picture.data()),
                  unsigned(picture.size()), nullptr, 0),
              VPX_CODEC_OK);
    vpx_codec_iter_t iterator = nullptr;
    const vpx_image_t* image =
        find<decltype(vpx_codec_get_frame)>("vpx_codec_get_frame")(&codec, &iterator);
    if (!image) return {};
    std::vector<double> means;
    for (const int plane : {VPX_PLANE_Y, VPX_PLANE_U, VPX_PLANE_V}) {
      const unsigned shift = plane == VPX_PLANE_Y ? 0 : 1;
      const unsigned width = (image->d_w + shift) >> shift, height = (image->d_h + shift) >> shift;
      double sum = 0;
      for (unsigned y = 0; y < height; ++y)
        for (unsigned x = 0; x < width; ++x)
          sum += image->planes[plane][std::ptrdiff_t(y) * image->stride[plane] + x];
      means.push_back(sum / width / height);
    }
    return means;
  }
};

TEST(Recording, AVideoHoldsThePicturesInTheirColours) {
  if (!video_unavailable().empty()) GTEST_SKIP() << video_unavailable();
  const TemporaryFolder folder;
  const std::string path = folder.file("colours.webm");
  const std::vector<Rgb> colors = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {128, 128, 128}};
  const std::vector<std::vector<double>> codes = {
      {63, 102, 240}, {173, 42, 26}, {32, 240, 118}, {126, 128, 128}};
  const auto recording =
      make_recording({.path = path, .width = 161, .height = 91, .pictures_a_second = 25});
  for (std::size_t i = 0; i < colors.size(); ++i)
    recording->add(filled(161, 91, colors[i]), 0.04 * double(i));
  EXPECT_EQ(recording->pictures(), 4);
  recording->finish(0.16);
  const Found found = parsed(path);
  EXPECT_EQ(found.times, (std::vector<std::int64_t>{0, 40, 80, 120}));
  EXPECT_EQ(found.duration, 160);
  EXPECT_TRUE(found.keys.at(0));
  ASSERT_EQ(found.pictures.size(), colors.size());
  Decoder decoder;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const std::vector<double> means = decoder.means(found.pictures[i]);
    ASSERT_EQ(means.size(), 3u);
    for (int plane = 0; plane < 3; ++plane)
      EXPECT_NEAR(means[std::size_t(plane)], codes[i][std::size_t(plane)], 3)
          << "picture " << i << ", plane " << plane;
  }
}

TEST(Recording, AFolderHoldsASequence) {
  const TemporaryFolder folder;
  const RecordingFormat format{.path = folder.file("deep/er"), .width = 20, .height = 10};
  const auto recording = make_recording(format);
  recording->add(filled(20, 10, {1, 2, 3}), 0);
  recording->add(filled(20, 10, {4, 5, 6}), 0.1);
  EXPECT_THROW(recording->add(filled(21, 10, {4, 5, 6}), 0.2), Error);
  recording->finish(0.2);
  EXPECT_EQ(recording->pictures(), 2);
  const PixelImage second = read_png(folder.file("deep/er/frame-00001.png"));
  EXPECT_EQ(second.width, 20);
  EXPECT_EQ(second.at(19, 9)[1], 5);
  EXPECT_THROW(make_recording(format), Error) << "it would mix two recordings";
}

TEST(Recording, NamesOfOtherKindsAreRefused) {
  EXPECT_THROW(require_recordable("film.mp4"), Error);
  EXPECT_THROW(require_recordable("film.WEBM.gz"), Error);
  EXPECT_NO_THROW(require_recordable("pictures"));
}

}  // namespace
}  // namespace livewarp
