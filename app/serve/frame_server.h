#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lecture/hall_question.h"
#include "app/serve/encoded_frame.h"
#include "app/serve/viewer_input.h"

namespace livewarp {

struct ServeOptions {
  std::string address = "127.0.0.1";  ///< an address of this machine, or 0.0.0.0 for all
  int port = 7007;                    ///< 0: any that is free
  std::string base_path = "/";  ///< what a proxy puts before every path; begins and ends with /
  std::vector<std::string> origins;  ///< beside the server's own: "https://hub.example.org"
  std::string page;                  ///< the HTML that a viewer opens
  std::string uploads;               ///< folder for files that are dropped on the page
  std::size_t most_viewers = 64;
  std::size_t largest_upload = std::size_t{64} << 20;  ///< bytes
};

/// Whom a text is for.
enum class Audience { everybody, steering };

/// What the encoder is to make: nothing where no viewer could take it now.
struct FrameDemand {
  bool jpeg = false, h264 = false;  ///< a viewer of it has room for a frame
  bool h264_key = false;            ///< one of them needs a frame that stands alone
};

/// Figures since the start, or of the last seconds.
struct ServeFigures {
  int viewers = 0;
  bool steered = false;               ///< somebody is there who steers
  std::size_t sent = 0, dropped = 0;  ///< frames, all viewers together
  double bytes_a_frame = 0;           ///< median of the last 120
  double round_trip_ms = 0;  ///< from the sending of a frame to the page's word that it is shown,
                             ///< of the one who steers; median of the last 120; 0: not known
};

/// Serves the page, and the frames to all who look at it, on a thread of its own. Any thread may
/// call it.
class FrameServer {
 public:
  /// `on_input` is called on the server's thread, until the destructor has returned. Throws `Error`
  /// where the port is taken or the address is not this machine's, or an option is nonsense.
  FrameServer(ServeOptions options, std::function<void(ViewerInput)> on_input);
  /// Says goodbye to all viewers, and waits for that no longer than a second.
  ~FrameServer();
  FrameServer(const FrameServer&) = delete;
  FrameServer& operator=(const FrameServer&) = delete;

  int port() const;
  /// With their tokens, for the address that it is bound to.
  std::string steering_link() const;
  std::string watching_link() const;

  FrameDemand demand() const;
  /// Whoever has no room for it gets a later one. Returns at once.
  void send(std::shared_ptr<const EncodedFrame> frame);
  /// What is so from now on: a JSON text whose member "topic" is `topic`. Those who come later are
  /// told as well; the same text again is not sent again.
  void tell(const std::string& topic, const std::string& json, Audience audience);

  /// Votes are about this from now on, and none is cast yet; empty: there is nothing to vote on.
  void ask(const std::string& question_id);
  HallVotes votes() const;
  ServeFigures figures() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
