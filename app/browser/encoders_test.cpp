// Frames as JPEG and H.264: read back, the colours stand where they stood.
#include <gtest/gtest.h>
#include <turbojpeg.h>
#include <wels/codec_api.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "app/browser/encode_worker.h"
#include "app/browser/h264_encoder.h"
#include "app/browser/jpeg_encoder.h"
#include "kernels/core/base/runtime_library.h"

namespace livewarp {
namespace {

using Colour = std::array<int, 3>;
constexpr Colour red{220, 30, 40}, green{20, 200, 60}, blue{30, 50, 230}, white{255, 255, 255};

/// Four fields of a frame: red and green above, blue and white below.
struct Fields {
  std::vector<std::uint8_t> rgba;
  ReadFrame frame;

  Fields(int width, int height) : rgba(std::size_t(4 * width * height)) {
    for (int y = 0; y < height; ++y)  // upward
      for (int x = 0; x < width; ++x) {
        const bool upper = y >= height / 2, left = x < width / 2;
        const Colour& colour = upper ? (left ? red : green) : (left ? blue : white);
        for (std::size_t c = 0; c < 3; ++c)
          rgba[std::size_t(4 * (y * width + x)) + c] = std::uint8_t(colour[c]);
      }
    frame = {width, height, rgba.data()};
  }
};

/// Colours in the middle of the four fields, read by `at(x, y)`, y downward.
void expect_fields(int width, int height, const std::function<Colour(int, int)>& at) {
  const std::array<Colour, 4> wanted{red, green, blue, white};
  for (int field = 0; field < 4; ++field) {
    const Colour found = at(width * (field % 2 ? 3 : 1) / 4, height * (field / 2 ? 3 : 1) / 4);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(found[c], wanted[std::size_t(field)][c], 6)
          << "field " << field << ", channel " << c;
  }
}

TEST(JpegEncoder, KeepsColoursAndTheWayUp) {
  for (const bool sharp : {false, true}) {
    const Fields fields(101, 77);
    JpegEncoder encoder;
    const std::vector<std::uint8_t> bytes = encoder.encode(fields.frame, 90, sharp);
    std::vector<std::uint8_t> rgb(101 * 77 * 3);
    const tjhandle decoder = tjInitDecompress();
    ASSERT_EQ(tjDecompress2(decoder, bytes.data(), (unsigned long)bytes.size(), rgb.data(), 101, 0,
                            77, TJPF_RGB, 0),
              0)
        << tjGetErrorStr2(decoder);
    tjDestroy(decoder);
    expect_fields(101, 77, [&](int x, int y) {
      const std::size_t i = std::size_t(3 * (y * 101 + x));
      return Colour{rgb[i], rgb[i + 1], rgb[i + 2]};
    });
  }
}

/// OpenH264's decoder.
class Decoder {
 public:
  Decoder() {
    create_ = reinterpret_cast<decltype(&::WelsCreateDecoder)>(library_.find("WelsCreateDecoder"));
    destroy_ =
        reinterpret_cast<decltype(&::WelsDestroyDecoder)>(library_.find("WelsDestroyDecoder"));
    create_(&decoder_);
    SDecodingParam wanted{};
    wanted.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC;
    decoder_->Initialize(&wanted);
  }
  ~Decoder() {
    decoder_->Uninitialize();
    destroy_(decoder_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Whether it is a picture of that size, whose planes are kept.
  bool decode(const std::vector<std::uint8_t>& bytes, int width, int height) {
    SBufferInfo info{};
    if (decoder_->DecodeFrameNoDelay(bytes.data(), int(bytes.size()), planes_.data(), &info) != 0)
      return false;
    buffer_ = info.UsrData.sSystemBuffer;
    return info.iBufferStatus == 1 && buffer_.iWidth == width && buffer_.iHeight == height;
  }
  /// ITU-R BT.601, all 256 values.
  Colour at(int x, int y) const {
    const double luma = planes_[0][y * buffer_.iStride[0] + x];
    const double cb = planes_[1][y / 2 * buffer_.iStride[1] + x / 2] - 128.0;
    const double cr = planes_[2][y / 2 * buffer_.iStride[1] + x / 2] - 128.0;
    return {int(std::lround(luma + 1.402 * cr)),
            int(std::lround(luma - 0.344136 * cb - 0.714136 * cr)),
            int(std::lround(luma + 1.772 * cb))};
  }

 private:
  RuntimeLibrary library_{{"libopenh264.so.7", "libopenh264.so.6", "libopenh264.so.8"},
                          {"OpenH264", "install it", "OpenH264 2.3"}};
  decltype(&::WelsCreateDecoder) create_ = nullptr;
  decltype(&::WelsDestroyDecoder) destroy_ = nullptr;
  ISVCDecoder* decoder_ = nullptr;
  std::array<unsigned char*, 3> planes_{};
  SSysMEMBuffer buffer_{};
};

TEST(H264Encoder, KeepsColoursAndTheWayUpAlsoOfOddSizes) {
  if (!h264_unavailable().empty()) GTEST_SKIP() << h264_unavailable();
  for (const auto& [width, height] : {std::pair{320, 240}, std::pair{643, 361}}) {
    const Fields fields(width, height);
    H264Encoder encoder(width, height);
    Decoder decoder;
    const H264Encoder::Encoded first = encoder.encode(fields.frame, false);
    EXPECT_TRUE(first.key) << "nothing is before it";
    ASSERT_TRUE(decoder.decode(first.bytes, width & ~1, height & ~1)) << width << " x " << height;
    expect_fields(width & ~1, height & ~1, [&](int x, int y) { return decoder.at(x, y); });
  }
}

TEST(H264Encoder, AFrameThatFollowsIsSmallAndAKeyFrameComesWhenAskedFor) {
  if (!h264_unavailable().empty()) GTEST_SKIP() << h264_unavailable();
  const Fields fields(640, 360);
  H264Encoder encoder(640, 360);
  const auto first = encoder.encode(fields.frame, true);
  const auto second = encoder.encode(fields.frame, false);
  const auto third = encoder.encode(fields.frame, true);
  EXPECT_FALSE(second.key);
  EXPECT_LT(2 * second.bytes.size(), first.bytes.size()) << "nothing has changed";
  EXPECT_TRUE(third.key);
  Decoder later;
  EXPECT_TRUE(later.decode(third.bytes, 640, 360)) << "it needs none before it";
  EXPECT_TRUE(encoder.fits({641, 361, nullptr}));
  EXPECT_FALSE(encoder.fits({642, 360, nullptr}));
}

/// Frames that a worker has sent.
struct Sent {
  std::mutex mutex;
  std::condition_variable comes;
  std::vector<std::shared_ptr<const EncodedFrame>> frames;

  EncodeWorker::Send into() {
    return [this](std::shared_ptr<const EncodedFrame> frame) {
      const std::scoped_lock lock(mutex);
      frames.push_back(std::move(frame));
      comes.notify_all();
    };
  }
  bool wait_for(std::size_t count) {
    std::unique_lock lock(mutex);
    return comes.wait_for(lock, std::chrono::seconds(20), [&] { return frames.size() >= count; });
  }
};

std::shared_ptr<const ReadFrame> shared(const Fields& fields) {
  return std::make_shared<const ReadFrame>(fields.frame);
}

TEST(EncodeWorker, MakesWhatViewersTake) {
  const Fields fields(160, 90);
  Sent sent;
  const bool h264 = h264_unavailable().empty();
  EncodeWorker worker([&] { return FrameDemand{true, h264, true}; }, sent.into());
  worker.take(shared(fields), false);
  ASSERT_TRUE(sent.wait_for(h264 ? 2 : 1));
  EXPECT_EQ(sent.frames[0]->codec, Codec::jpeg);
  EXPECT_EQ(sent.frames[0]->width, 160);
  EXPECT_EQ(sent.frames[0]->height, 90);
  if (h264) {
    EXPECT_EQ(sent.frames[1]->codec, Codec::h264);
    EXPECT_TRUE(sent.frames[1]->key);
    EXPECT_EQ(sent.frames[1]->number, sent.frames[0]->number);
  }
}

TEST(EncodeWorker, KeepsNobodyWaitingAndSendsTheNewest) {
  const Fields fields(640, 360);
  const Fields last(162, 90);
  Sent sent;
  EncodeWorker worker([] { return FrameDemand{true, false, false}; }, sent.into());
  std::weak_ptr<const ReadFrame> kept;
  for (int i = 0; i < 200; ++i) {
    auto frame = shared(fields);
    kept = frame;
    worker.take(std::move(frame), false);
  }
  worker.take(shared(last), true);
  std::unique_lock lock(sent.mutex);
  EXPECT_TRUE(sent.comes.wait_for(lock, std::chrono::seconds(20), [&] {
    return !sent.frames.empty() && sent.frames.back()->width == 162;
  }));
  const std::size_t count = sent.frames.size();
  lock.unlock();
  EXPECT_LT(count, 200u) << "200 frames come faster than one is compressed";
  const EncodeFigures figures = worker.figures();
  EXPECT_GT(figures.left_out, 0u);
  EXPECT_TRUE(figures.failure.empty()) << figures.failure;
  EXPECT_TRUE(kept.expired()) << "frames are let go of";
}

TEST(EncodeWorker, MakesNothingForNobody) {
  const Fields fields(160, 90);
  Sent sent;
  std::atomic<int> asked = 0;
  {
    EncodeWorker worker(
        [&] {
          ++asked;
          return FrameDemand{};
        },
        sent.into());
    worker.take(shared(fields), false);
    while (asked == 0) std::this_thread::yield();
  }
  EXPECT_TRUE(sent.frames.empty());
}

}  // namespace
}  // namespace livewarp
