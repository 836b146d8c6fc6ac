#include "app/record/vpx_encoder.h"

#define VPX_DISABLE_CTRL_TYPECHECKS 1  // functions in a header would call the library
#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "app/record/yuv.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/runtime_library.h"

namespace livewarp {

namespace {

/// The functions of libvpx that are called.
struct Vpx {
  RuntimeLibrary library{
      {"libvpx.so.7", "libvpx.so.8", "libvpx.so.9", "libvpx.so"},
      {"libvpx", "install libvpx (Debian, Ubuntu: apt install libvpx7), or record into a folder",
       "libvpx 1.12"}};
#define LIVEWARP_VPX(name) decltype(&::name) name = (decltype(&::name))library.find(#name)
  LIVEWARP_VPX(vpx_codec_vp9_cx);
  LIVEWARP_VPX(vpx_codec_enc_config_default);
  LIVEWARP_VPX(vpx_codec_enc_init_ver);
  LIVEWARP_VPX(vpx_codec_control_);
  LIVEWARP_VPX(vpx_codec_encode);
  LIVEWARP_VPX(vpx_codec_get_cx_data);
  LIVEWARP_VPX(vpx_codec_destroy);
  LIVEWARP_VPX(vpx_codec_err_to_string);
  LIVEWARP_VPX(vpx_img_alloc);
  LIVEWARP_VPX(vpx_img_free);
#undef LIVEWARP_VPX
};

const Vpx& vpx() {
  static const Vpx loaded;
  return loaded;
}

constexpr int milliseconds_a_second = 1000;

/// Quality counts, not the file's size: text stays legible, and pictures hardly change.
vpx_codec_enc_cfg_t settings(int width, int height, int pictures_a_second) {
  vpx_codec_enc_cfg_t config{};
  if (vpx().vpx_codec_enc_config_default(vpx().vpx_codec_vp9_cx(), &config, 0) != VPX_CODEC_OK)
    throw Error("libvpx has no settings for VP9");
  config.g_w = unsigned(width);
  config.g_h = unsigned(height);
  config.g_timebase = {1, milliseconds_a_second};
  config.g_threads = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  config.g_lag_in_frames = 0;
  config.rc_end_usage = VPX_Q;
  config.rc_min_quantizer = 0;
  config.rc_max_quantizer = 40;
  config.kf_max_dist = unsigned(2 * pictures_a_second);  // a player can jump to every other second
  return config;
}

}  // namespace

const std::string& video_unavailable() { return vpx().library.missing(); }

struct VpxEncoder::State {
  Take take;
  vpx_codec_ctx_t codec{};
  std::unique_ptr<vpx_image_t, decltype(&::vpx_img_free)> image{nullptr, nullptr};
  std::int64_t shown_for = 0;  ///< milliseconds, as planned

  void check(vpx_codec_err_t code, const char* what) const {
    if (code == VPX_CODEC_OK) return;
    const std::string said = vpx().vpx_codec_err_to_string(code);
    throw Error(std::string(what) + ": libvpx says: " + said,
                code == VPX_CODEC_ABI_MISMATCH ? "this program needs libvpx 1.12" : "");
  }
  void encode(const vpx_image_t* picture, std::int64_t milliseconds) {
    check(vpx().vpx_codec_encode(&codec, picture, milliseconds, (unsigned long)shown_for, 0,
                                 VPX_DL_REALTIME),
          "a picture cannot be compressed");
    vpx_codec_iter_t iterator = nullptr;
    while (const vpx_codec_cx_pkt_t* packet = vpx().vpx_codec_get_cx_data(&codec, &iterator)) {
      if (packet->kind != VPX_CODEC_CX_FRAME_PKT) continue;
      const auto& frame = packet->data.frame;
      take({static_cast<const char*>(frame.buf), frame.sz}, frame.pts,
           (frame.flags & VPX_FRAME_IS_KEY) != 0);
    }
  }
};

VpxEncoder::VpxEncoder(int width, int height, int pictures_a_second, Take take)
    : state_(std::make_unique<State>()) {
  vpx().library.require();
  state_->take = std::move(take);
  state_->shown_for = std::max(1, milliseconds_a_second / pictures_a_second);
  state_->image = {
      vpx().vpx_img_alloc(nullptr, VPX_IMG_FMT_I420, unsigned(width), unsigned(height), 16),
      vpx().vpx_img_free};
  if (!state_->image) throw Error("no memory for pictures of a video");
  const vpx_codec_enc_cfg_t config = settings(width, height, pictures_a_second);
  state_->check(vpx().vpx_codec_enc_init_ver(&state_->codec, vpx().vpx_codec_vp9_cx(), &config, 0,
                                             VPX_ENCODER_ABI_VERSION),
                "no video can be made");
  const auto set = [&](int id, int value) {
    state_->check(vpx().vpx_codec_control_(&state_->codec, id, value), "a setting of VP9");
  };
  set(VP8E_SET_CPUUSED, 7);
  set(VP8E_SET_CQ_LEVEL, 18);
  set(VP9E_SET_ROW_MT, 1);
  set(VP9E_SET_TILE_COLUMNS, 2);
  set(VP9E_SET_TUNE_CONTENT, VP9E_CONTENT_SCREEN);
  set(VP9E_SET_COLOR_SPACE, VPX_CS_BT_709);
}

VpxEncoder::~VpxEncoder() {
  if (state_->codec.iface) vpx().vpx_codec_destroy(&state_->codec);
}

void VpxEncoder::encode(const PixelImage& picture, std::int64_t milliseconds) {
  vpx_image_t& image = *state_->image;
  to_yuv(picture,
         {image.planes[VPX_PLANE_Y], image.planes[VPX_PLANE_U], image.planes[VPX_PLANE_V],
          image.stride[VPX_PLANE_Y], image.stride[VPX_PLANE_U], image.stride[VPX_PLANE_V]});
  state_->encode(&image, milliseconds);
}

void VpxEncoder::flush() { state_->encode(nullptr, 0); }

}  // namespace livewarp
