#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/serve/encoded_frame.h"

namespace livewarp {

/// The frames on their way to one viewer: two at most, and one that waits. A newer one takes the
/// place of what waits, so that a slow viewer sees fewer frames, and none late. Where one of H.264
/// is left out, those after it cannot be decoded, up to one that stands alone.
class FrameSlots {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Frame = std::shared_ptr<const EncodedFrame>;
  /// Frames after that time without a word of the page are taken for shown; after that time once
  /// more, it is gone.
  static constexpr std::chrono::seconds patience{10};

  void set_codec(Codec codec);
  void set_hidden(bool hidden);  ///< wants no frames

  Codec codec() const { return codec_; }
  bool has_room() const { return !hidden_ && on_their_way_.size() < most_on_their_way; }
  bool needs_key() const { return codec_ == Codec::h264 && chain_broken_; }
  std::size_t dropped() const { return dropped_; }

  /// A new frame: what is to be written now, if anything.
  Frame offer(Frame frame, Time now);
  /// The page shows that frame: how long after it was sent; nothing where it was not on its way.
  std::optional<std::chrono::duration<double>> shown(std::uint32_t number, Time now);
  void written(std::uint32_t number);  ///< the system has taken its bytes
  /// What waited and is to be written now, if anything.
  Frame next(Time now);

  enum class State { fine, freed, lost };
  State look(Time now);

 private:
  static constexpr std::size_t most_on_their_way = 2;
  struct OnItsWay {
    std::uint32_t number;
    Time since;
    bool written = false, shown = false;
  };
  void forget_done();
  Frame begin(Frame frame, Time now);

  Codec codec_ = Codec::jpeg;
  bool hidden_ = false, chain_broken_ = false, freed_ = false;
  std::vector<OnItsWay> on_their_way_;
  Frame waiting_;
  Time heard_{};  // the page's last word, or when it began to owe one
  std::size_t dropped_ = 0;
};

}  // namespace livewarp
