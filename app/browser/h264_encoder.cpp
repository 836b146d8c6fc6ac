#include "app/browser/h264_encoder.h"

#include <turbojpeg.h>
#include <wels/codec_api.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "kernels/core/base/error.h"
#include "kernels/core/base/runtime_library.h"

namespace livewarp {

namespace {

/// The functions of OpenH264 that are called.
struct OpenH264 {
  RuntimeLibrary library{{"libopenh264.so.7", "libopenh264.so.6", "libopenh264.so.8"},
                         {"OpenH264",
                          "install libopenh264 (Debian, Ubuntu: apt install libopenh264-7); frames "
                          "travel as JPEG without it",
                          "OpenH264 2.3"}};
  decltype(&::WelsCreateSVCEncoder) create =
      reinterpret_cast<decltype(&::WelsCreateSVCEncoder)>(library.find("WelsCreateSVCEncoder"));
  decltype(&::WelsDestroySVCEncoder) destroy =
      reinterpret_cast<decltype(&::WelsDestroySVCEncoder)>(library.find("WelsDestroySVCEncoder"));
};

const OpenH264& open_h264() {
  static const OpenH264 loaded;
  return loaded;
}

struct DestroyEncoder {
  void operator()(ISVCEncoder* encoder) const {
    encoder->Uninitialize();
    open_h264().destroy(encoder);
  }
};
struct CloseConverter {
  void operator()(void* converter) const { tjDestroy(converter); }
};

/// The same sharpness in each frame, however many bytes that takes: text must stay legible.
/// Brightness and colour as JPEG has them, since the same library makes them: all 256 values,
/// BT.601.
SEncParamExt settings(ISVCEncoder& encoder, int width, int height) {
  constexpr int quantizer = 22;  // 0: without loss, 51: hardly anything is left
  SEncParamExt wanted{};
  encoder.GetDefaultParams(&wanted);
  wanted.iUsageType = CAMERA_VIDEO_REAL_TIME;
  wanted.iPicWidth = width;
  wanted.iPicHeight = height;
  wanted.fMaxFrameRate = 60;
  wanted.iRCMode = RC_OFF_MODE;
  wanted.bEnableFrameSkip = false;
  wanted.uiIntraPeriod = 0;  // key frames are asked for
  wanted.bEnableSceneChangeDetect = false;
  wanted.bEnableBackgroundDetection = false;
  wanted.bEnableAdaptiveQuant = false;
  wanted.iLoopFilterDisableIdc = 1;
  wanted.iComplexityMode = LOW_COMPLEXITY;
  wanted.iMultipleThreadIdc =
      static_cast<unsigned short>(std::clamp(std::thread::hardware_concurrency() / 2, 1u, 4u));
  SSpatialLayerConfig& layer = wanted.sSpatialLayers[0];
  layer.iVideoWidth = width;
  layer.iVideoHeight = height;
  layer.fFrameRate = wanted.fMaxFrameRate;
  layer.uiProfileIdc = PRO_BASELINE;
  layer.iDLayerQp = quantizer;
  layer.sSliceArgument.uiSliceMode =
      wanted.iMultipleThreadIdc > 1 ? SM_FIXEDSLCNUM_SLICE : SM_SINGLE_SLICE;
  layer.sSliceArgument.uiSliceNum = wanted.iMultipleThreadIdc;
  layer.bVideoSignalTypePresent = layer.bFullRange = layer.bColorDescriptionPresent = true;
  layer.uiVideoFormat = VF_UNDEF;
  layer.uiColorPrimaries = CP_BT709;
  layer.uiTransferCharacteristics = TRC_IEC61966_2_1;
  layer.uiColorMatrix = CM_SMPTE170M;
  return wanted;
}

}  // namespace

const std::string& h264_unavailable() { return open_h264().library.missing(); }

struct H264Encoder::State {
  int width = 0, height = 0;
  std::unique_ptr<ISVCEncoder, DestroyEncoder> encoder;
  std::unique_ptr<void, CloseConverter> converter{tjInitCompress()};
  std::array<std::vector<std::uint8_t>, 3> planes;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  /// Its three planes.
  SSourcePicture picture_of(const ReadFrame& frame) {
    SSourcePicture picture{};
    picture.iPicWidth = width;
    picture.iPicHeight = height;
    picture.iColorFormat = videoFormatI420;
    std::array strides{width, width / 2, width / 2};
    for (std::size_t i = 0; i < planes.size(); ++i) {
      picture.iStride[i] = strides[i];
      picture.pData[i] = planes[i].data();
    }
    using namespace std::chrono;
    picture.uiTimeStamp = duration_cast<milliseconds>(steady_clock::now() - began).count();
    // The top rows: an odd one at the bottom, which comes first in memory, is left out.
    const std::size_t pitch = std::size_t(4) * std::size_t(frame.width);
    const std::uint8_t* const from = frame.rgba + pitch * std::size_t(frame.height - height);
    if (tjEncodeYUVPlanes(converter.get(), from, width, int(pitch), height, TJPF_RGBX,
                          picture.pData, strides.data(), TJSAMP_420, TJFLAG_BOTTOMUP) != 0)
      throw Error(std::string("a frame cannot be compressed: libturbojpeg says: ") +
                  tjGetErrorStr2(converter.get()));
    return picture;
  }
};

H264Encoder::H264Encoder(int width, int height) : state_(std::make_unique<State>()) {
  open_h264().library.require();
  state_->width = width & ~1;
  state_->height = height & ~1;
  ISVCEncoder* made = nullptr;
  if (open_h264().create(&made) != 0 || !made) throw Error("OpenH264 could not start");
  state_->encoder.reset(made);
  int quiet = WELS_LOG_QUIET;
  made->SetOption(ENCODER_OPTION_TRACE_LEVEL, &quiet);
  const SEncParamExt wanted = settings(*made, state_->width, state_->height);
  if (made->InitializeExt(&wanted) != cmResultSuccess)
    throw Error("OpenH264 cannot compress frames of " + std::to_string(width) + " x " +
                std::to_string(height) + " pixels");
  const auto pixels = std::size_t(state_->width) * std::size_t(state_->height);
  state_->planes[0].resize(pixels);
  state_->planes[1].resize(pixels / 4);
  state_->planes[2].resize(pixels / 4);
}
H264Encoder::~H264Encoder() = default;

bool H264Encoder::fits(const ReadFrame& frame) const {
  return state_->width == (frame.width & ~1) && state_->height == (frame.height & ~1);
}

H264Encoder::Encoded H264Encoder::encode(const ReadFrame& frame, bool key) {
  if (key) state_->encoder->ForceIntraFrame(true);
  const SSourcePicture picture = state_->picture_of(frame);
  SFrameBSInfo info{};
  if (state_->encoder->EncodeFrame(&picture, &info) != cmResultSuccess)
    throw Error("OpenH264 could not compress a frame");
  Encoded encoded;
  encoded.key = info.eFrameType == videoFrameTypeIDR;
  for (int i = 0; i < info.iLayerNum; ++i) {
    const SLayerBSInfo& layer = info.sLayerInfo[i];
    int bytes = 0;
    for (int unit = 0; unit < layer.iNalCount; ++unit) bytes += layer.pNalLengthInByte[unit];
    encoded.bytes.insert(encoded.bytes.end(), layer.pBsBuf, layer.pBsBuf + bytes);
  }
  return encoded;
}

}  // namespace livewarp
