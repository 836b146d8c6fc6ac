#include "app/serve/viewer_hub.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/serve/http/serve_token.h"

namespace livewarp {

ViewerHub::ViewerHub(std::function<void(ViewerInput)> on_input, std::function<Time()> clock)
    : on_input_(std::move(on_input)), clock_(std::move(clock)) {}

ViewerHub::Viewer* ViewerHub::find(int id) {
  const auto found = viewers_.find(id);
  return found == viewers_.end() ? nullptr : &found->second;
}

int ViewerHub::join(ViewerLink& link, bool has_steering_link) {
  const int id = hall_.come(has_steering_link);
  Viewer& viewer = viewers_.emplace(id, Viewer{&link, MessageBudget(clock_())}).first->second;
  settle();
  for (const auto& [name, topic] : topics_)
    if (topic.audience == Audience::everybody) write(viewer, topic.text);
  publish();
  return id;
}

void ViewerHub::leave(int id) {
  if (viewers_.erase(id) == 0) return;
  hall_.leave(id);
  settle();
  publish();
}

void ViewerHub::close(Viewer& viewer, CloseCode code, const std::string& reason) {
  if (std::exchange(viewer.closing, true)) return;
  viewer.link->close(code, reason);
}

void ViewerHub::say_goodbye() {
  for (auto& [id, viewer] : viewers_) close(viewer, CloseCode::going_away, "The server ends.");
}

void ViewerHub::write(Viewer& viewer, const std::shared_ptr<const std::string>& text) {
  if (viewer.closing) return;
  if (viewer.link->waiting_text_bytes() + text->size() > most_text_bytes)
    close(viewer, CloseCode::policy, "The page reads too slowly.");
  else
    viewer.link->send_text(text);
}

void ViewerHub::pass_on(const ViewerInput& input) const {
  try {
    on_input_(input);
  } catch (const std::exception&) {
    // Of this input: the next may do, and all others want their frames.
  }
}

/// After any change of who is there: who steers learns it, who did holds no key any longer.
void ViewerHub::settle() {
  const std::optional<int> steering = hall_.steering();
  if (steering != steered_by_) {
    if (steered_by_) {
      pass_on(LetGo{});
      if (Viewer* before = find(*steered_by_)) before->secret.clear();
    }
    steered_by_ = steering;
    meter_.forget_round_trips();
    if (steering) let_steer(*steering);
  }
  for (auto& [id, viewer] : viewers_) tell_who_is_there(id, viewer);
}

void ViewerHub::let_steer(int id) {
  Viewer& viewer = *find(id);
  viewer.secret = random_token();
  for (const auto& [name, topic] : topics_)
    if (topic.audience == Audience::steering) write(viewer, topic.text);
  if (viewer.size) pass_on(*viewer.size);
}

void ViewerHub::tell_who_is_there(int id, Viewer& viewer) {
  nlohmann::ordered_json you{
      {"topic", "you"}, {"id", id}, {"steers", hall_.steers(id)}, {"may_take", hall_.may_take(id)}};
  nlohmann::ordered_json hall{
      {"topic", "hall"}, {"viewers", hall_.size()}, {"steered", hall_.steering().has_value()}};
  if (hall_.steers(id)) {
    you["secret"] = viewer.secret;
    hall["asking"] = hall_.asking();
  }
  const auto tell_anew = [&](std::string& told, std::string text) {
    if (text == told) return;
    told = std::move(text);
    write(viewer, std::make_shared<const std::string>(told));
  };
  tell_anew(viewer.told_you, you.dump());
  tell_anew(viewer.told_hall, hall.dump());
}

void ViewerHub::tell(const std::string& topic, const std::string& json, Audience audience) {
  Topic& told = topics_[topic];
  if (told.text && *told.text == json && told.audience == audience) return;
  told = {std::make_shared<const std::string>(json), audience};
  for (auto& [id, viewer] : viewers_)
    if (audience == Audience::everybody || hall_.steers(id)) write(viewer, told.text);
}

void ViewerHub::ask(const std::string& question) {
  hall_.set_question(question);
  publish();
}

void ViewerHub::deliver(Viewer& viewer, const FrameSlots::Frame& frame) {
  if (!frame || viewer.closing) return;
  meter_.sent();  // first: whoever has a frame finds it counted
  viewer.link->send_frame(header_of(*frame, clock_()), frame);
}

void ViewerHub::send(const FrameSlots::Frame& frame) {
  if (viewers_.empty()) return;
  const Time now = clock_();
  meter_.made(frame->bytes.size());
  for (auto& [id, viewer] : viewers_) {
    const std::size_t before = viewer.slots.dropped();
    deliver(viewer, viewer.slots.offer(frame, now));
    meter_.dropped(viewer.slots.dropped() - before);
  }
  publish();
}

void ViewerHub::written(int id, std::uint32_t frame_number) {
  Viewer* viewer = find(id);
  if (!viewer) return;
  viewer->slots.written(frame_number);
  deliver(*viewer, viewer->slots.next(clock_()));
  publish();
}

void ViewerHub::look() {
  const Time now = clock_();
  for (auto& [id, viewer] : viewers_) {
    if (viewer.slots.look(now) == FrameSlots::State::lost)
      close(viewer, CloseCode::policy, "The page has shown no frame for 20 s.");
    deliver(viewer, viewer.slots.next(now));
  }
  publish();
}

bool ViewerHub::may_upload(int id, std::string_view secret) const {
  const auto viewer = viewers_.find(id);
  return viewer != viewers_.end() && hall_.steers(id) && !viewer->second.closing &&
         same_token(viewer->second.secret, secret);
}

void ViewerHub::take_upload(const std::string& path) { pass_on(DroppedFile{path}); }

void ViewerHub::publish() {
  Facts facts;
  for (const auto& [id, viewer] : viewers_) {
    if (viewer.closing || !viewer.slots.has_room()) continue;
    facts.jpeg |= viewer.slots.codec() == Codec::jpeg;
    facts.h264_alone |= viewer.slots.needs_key();
    facts.h264 |= viewer.slots.codec() == Codec::h264 && !viewer.slots.needs_key();
  }
  facts.votes = hall_.votes();
  meter_.set_viewers(hall_.size(), hall_.steering().has_value());
  const std::lock_guard lock(facts_mutex_);
  facts_ = std::move(facts);
}

FrameDemand ViewerHub::demand(Time last_key) const {
  // Frames that stand alone are large: who joins or lags shares one with all others.
  const bool key_now = clock_() - last_key >= key_every;
  const std::lock_guard lock(facts_mutex_);
  const bool key = facts_.h264_alone && key_now;
  return {facts_.jpeg, facts_.h264 || key, key};
}

HallVotes ViewerHub::votes() const {
  const std::lock_guard lock(facts_mutex_);
  return facts_.votes;
}

}  // namespace livewarp
