#include "app/browser/jpeg_encoder.h"

#include <turbojpeg.h>

#include <string>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

struct CloseEncoder {
  void operator()(void* encoder) const { tjDestroy(encoder); }
};

}  // namespace

struct JpegEncoder::State {
  std::unique_ptr<void, CloseEncoder> encoder{tjInitCompress()};
};

JpegEncoder::JpegEncoder() : state_(std::make_unique<State>()) {
  if (!state_->encoder) throw Error("the JPEG encoder could not start");
}
JpegEncoder::~JpegEncoder() = default;

std::vector<std::uint8_t> JpegEncoder::encode(const ReadFrame& frame, int quality, bool sharp) {
  const int sampling = sharp ? TJSAMP_444 : TJSAMP_420;
  std::vector<std::uint8_t> bytes(tjBufSize(frame.width, frame.height, sampling));
  unsigned char* to = bytes.data();
  unsigned long size = bytes.size();
  constexpr int flags = TJFLAG_BOTTOMUP | TJFLAG_NOREALLOC | TJFLAG_FASTDCT;
  if (tjCompress2(state_->encoder.get(), frame.rgba, frame.width, 0, frame.height, TJPF_RGBX, &to,
                  &size, sampling, quality, flags) != 0)
    throw Error(std::string("the JPEG encoder says: ") + tjGetErrorStr2(state_->encoder.get()));
  bytes.resize(size);
  return bytes;
}

}  // namespace livewarp
