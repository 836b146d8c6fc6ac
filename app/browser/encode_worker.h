#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/serve/encoded_frame.h"
#include "app/serve/frame_server.h"
#include "render/gl/frame_reader.h"

namespace livewarp {

/// Figures of the last 120 frames that were compressed.
struct EncodeFigures {
  double ms = 0;     ///< median, of all codecs that a frame was asked in; 0: none yet
  double bytes = 0;  ///< median
  std::uint64_t frames = 0, left_out = 0;  ///< since the start
  std::string failure;                     ///< what went wrong last; empty: nothing
};

/// Compresses frames on a thread of its own. While it is busy with one, the newest that comes waits
/// and the others are left out: it never keeps anybody waiting.
class EncodeWorker {
 public:
  using Ask = std::function<FrameDemand()>;
  using Send = std::function<void(std::shared_ptr<const EncodedFrame>)>;

  /// Both are called on its thread.
  EncodeWorker(Ask demand, Send send);
  ~EncodeWorker();  ///< lets go of all frames
  EncodeWorker(const EncodeWorker&) = delete;
  EncodeWorker& operator=(const EncodeWorker&) = delete;

  /// `sharp`: the picture rests, so that it may take its time and its bytes.
  void take(std::shared_ptr<const ReadFrame> frame, bool sharp);
  /// Waits until all that it took is compressed: whoever measures has the cores alone then.
  void finish();
  EncodeFigures figures() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
