#include "app/serve/frame_server.h"

#include <atomic>
#include <chrono>
#include <utility>

#include "app/serve/http_server.h"
#include "app/serve/served_site.h"

namespace livewarp {

/// What connections share is made before them, and is there until the last one is gone.
class FrameServer::State {
 public:
  State(const ServeOptions& options, std::function<void(ViewerInput)> on_input)
      : page_(options.page), base_path_(options.base_path),
        rules_(
            {options.base_path, options.origins, !options.uploads.empty(), options.largest_upload}),
        uploads_(options.uploads),
        hub_(std::move(on_input)), site_{rules_, page_, options.most_viewers, hub_, uploads_},
        server_(options.address, options.port, site_) {}

  int port() const { return server_.port(); }
  std::string link(const std::string& token) const {
    return "http://" + server_.authority() + base_path_ + "?token=" + token;
  }
  const HttpRules& rules() const { return rules_; }
  const ViewerHub& hub() const { return hub_; }

  FrameDemand demand() const { return hub_.demand(ViewerHub::Time(last_key_.load())); }
  void send(std::shared_ptr<const EncodedFrame> frame) {
    // Known at once, so that the next demand does not ask for it again.
    if (frame->codec == Codec::h264 && frame->key)
      last_key_ = std::chrono::steady_clock::now().time_since_epoch();
    server_.post([this, frame = std::move(frame)] { hub_.send(frame); });
  }
  void tell(const std::string& topic, const std::string& json, Audience audience) {
    server_.post([=, this] { hub_.tell(topic, json, audience); });
  }
  void ask(const std::string& question) {
    server_.post([=, this] { hub_.ask(question); });
  }

 private:
  std::string page_, base_path_;
  HttpRules rules_;
  UploadFolder uploads_;
  ViewerHub hub_;
  ServedSite site_;
  std::atomic<ViewerHub::Time::duration> last_key_{ViewerHub::Time::duration{}};
  HttpServer server_;
};

FrameServer::FrameServer(ServeOptions options, std::function<void(ViewerInput)> on_input)
    : state_(std::make_unique<State>(options, std::move(on_input))) {}

FrameServer::~FrameServer() = default;

int FrameServer::port() const { return state_->port(); }
std::string FrameServer::steering_link() const {
  return state_->link(state_->rules().steering_token());
}
std::string FrameServer::watching_link() const {
  return state_->link(state_->rules().watching_token());
}
FrameDemand FrameServer::demand() const { return state_->demand(); }
void FrameServer::send(std::shared_ptr<const EncodedFrame> frame) {
  state_->send(std::move(frame));
}
void FrameServer::tell(const std::string& topic, const std::string& json, Audience audience) {
  state_->tell(topic, json, audience);
}
void FrameServer::ask(const std::string& question_id) { state_->ask(question_id); }
HallVotes FrameServer::votes() const { return state_->hub().votes(); }
ServeFigures FrameServer::figures() const { return state_->hub().figures(); }

}  // namespace livewarp
