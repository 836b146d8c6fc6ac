#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "app/serve/frame_meter.h"
#include "app/serve/frame_server.h"
#include "app/serve/frame_slots.h"
#include "app/serve/hall.h"
#include "app/serve/message_budget.h"
#include "app/serve/viewer_input.h"
#include "app/serve/viewer_link.h"
#include "app/serve/viewer_message.h"

namespace livewarp {

/// What goes between the program and all viewers: who gets which frame, who is told what, and whose
/// input counts. It knows no network, and no thread: one calls it, but for what is marked.
class ViewerHub {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr int most_malformed = 20;
  static constexpr std::size_t most_text_bytes = std::size_t{256} << 10;  // that wait for a viewer
  static constexpr std::chrono::milliseconds key_every{500};

  explicit ViewerHub(std::function<void(ViewerInput)> on_input,
                     std::function<Time()> clock = std::chrono::steady_clock::now);

  /// The viewer's number. The link lives until that viewer leaves.
  int join(ViewerLink& link, bool has_steering_link);
  void leave(int id);
  void receive(int id, std::string_view message);
  void receive_no_text(int id);  ///< pages send none
  void written(int id, std::uint32_t frame_number);
  std::size_t size() const { return viewers_.size(); }

  void send(const FrameSlots::Frame& frame);
  void tell(const std::string& topic, const std::string& json, Audience audience);
  void ask(const std::string& question);
  void look();         ///< every half second or so: who says nothing any more?
  void say_goodbye();  ///< to all

  /// Whether that viewer steers, and has been told this secret for it.
  bool may_upload(int id, std::string_view secret) const;
  void take_upload(const std::string& path);

  /// Any thread. `last_key`: when the last H.264 frame was made that stands alone.
  FrameDemand demand(Time last_key) const;
  HallVotes votes() const;                                   ///< any thread
  ServeFigures figures() const { return meter_.figures(); }  ///< any thread

 private:
  struct Viewer {
    ViewerLink* link;
    MessageBudget budget;
    FrameSlots slots = {};
    std::optional<PageSize> size = {};
    std::string secret = {};  // of the one who steers
    std::string told_you = {}, told_hall = {};
    std::optional<Time> refused = {};
    int malformed = 0;
    bool closing = false;
  };
  struct Topic {
    std::shared_ptr<const std::string> text;
    Audience audience;
  };
  /// What other threads may ask for.
  struct Facts {
    bool jpeg = false, h264 = false, h264_alone = false;  // a viewer of it has room
    HallVotes votes;
  };

  Viewer* find(int id);
  void close(Viewer& viewer, CloseCode code, const std::string& reason);
  void write(Viewer& viewer, const std::shared_ptr<const std::string>& text);
  void refuse(Viewer& viewer, const std::string& why);
  void malformed(Viewer& viewer, const std::string& why);
  void deliver(Viewer& viewer, const FrameSlots::Frame& frame);
  void pass_on(const ViewerInput& input) const;
  void settle();
  void let_steer(int id);
  void tell_who_is_there(int id, Viewer& viewer);
  void publish();

  void handle(int id, Viewer& viewer, const ViewerMessage& message);
  void handle_input(int id, Viewer& viewer, const ViewerInput& input);
  void on(int id, Viewer& viewer, const PageSize& size);
  void on(int id, Viewer& viewer, const LetGo&);
  void on(int id, Viewer& viewer, const viewer::Button& button);
  void on(int id, Viewer& viewer, const viewer::Codecs& codecs);
  void on(int id, Viewer& viewer, const viewer::Shown& shown);
  void on(int id, Viewer& viewer, const viewer::Vote& vote);
  void on(int id, Viewer& viewer, const viewer::Give& give);
  void on(int id, Viewer& viewer, const viewer::Take&);
  void on(int id, Viewer& viewer, const viewer::Ask&);
  void on(int id, Viewer& viewer, const viewer::Hidden& hidden);

  std::function<void(ViewerInput)> on_input_;
  std::function<Time()> clock_;
  Hall hall_;
  std::map<int, Viewer> viewers_;
  std::optional<int> steered_by_;  // as all have been told
  std::map<std::string, Topic> topics_;
  FrameMeter meter_;
  mutable std::mutex facts_mutex_;
  Facts facts_;
};

}  // namespace livewarp
