// What the hub makes of what viewers say.
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

#include "app/serve/viewer_hub.h"

namespace livewarp {

void ViewerHub::receive(int id, std::string_view message) {
  Viewer* viewer = find(id);
  if (!viewer || viewer->closing) return;
  if (!viewer->budget.spend(message.size(), clock_()))
    return close(*viewer, CloseCode::policy, "The page says more than 600 messages a second.");
  const auto read = read_viewer_message(message);
  if (const auto* refused = std::get_if<RefusedMessage>(&read))
    malformed(*viewer, refused->why);
  else
    handle(id, *viewer, std::get<ViewerMessage>(read));
  publish();
}

void ViewerHub::receive_no_text(int id) {
  if (Viewer* viewer = find(id)) malformed(*viewer, "a message is no text");
}

void ViewerHub::malformed(Viewer& viewer, const std::string& why) {
  if (++viewer.malformed > most_malformed)
    close(viewer, CloseCode::policy, "The page says what nobody understands: " + why + ".");
  else
    refuse(viewer, "The server does not understand the page: " + why + ".");
}

/// Once a second at most: what is refused may come with every movement of a mouse.
void ViewerHub::refuse(Viewer& viewer, const std::string& why) {
  const Time now = clock_();
  if (viewer.refused && now - *viewer.refused < std::chrono::seconds(1)) return;
  viewer.refused = now;
  const nlohmann::ordered_json json{{"topic", "refused"}, {"why", why}};
  write(viewer, std::make_shared<const std::string>(json.dump()));
}

void ViewerHub::handle(int id, Viewer& viewer, const ViewerMessage& message) {
  std::visit(
      [&](const auto& one) {
        using Kind = std::decay_t<decltype(one)>;
        if constexpr (requires { on(id, viewer, Kind(one)); })
          on(id, viewer, one);
        else
          handle_input(id, viewer, one);
      },
      message);
}

void ViewerHub::handle_input(int id, Viewer& viewer, const ViewerInput& input) {
  if (hall_.steers(id))
    pass_on(input);
  else
    refuse(viewer, "You are watching: ask to steer first.");
}

void ViewerHub::on(int id, Viewer& viewer, const PageSize& size) {
  viewer.size = size;
  if (hall_.steers(id)) pass_on(size);
}

void ViewerHub::on(int id, Viewer&, const LetGo& let_go) {
  if (hall_.steers(id)) pass_on(let_go);
}

void ViewerHub::on(int id, Viewer& viewer, const viewer::Button& button) {
  if (button.at) handle_input(id, viewer, *button.at);
  handle_input(id, viewer, button.button);
}

void ViewerHub::on(int, Viewer& viewer, const viewer::Codecs& codecs) {
  viewer.slots.set_codec(codecs.h264 ? Codec::h264 : Codec::jpeg);
}

void ViewerHub::on(int id, Viewer& viewer, const viewer::Shown& shown) {
  const Time now = clock_();
  const auto took = viewer.slots.shown(shown.number, now);
  if (took && hall_.steers(id)) meter_.came_back(*took);
  deliver(viewer, viewer.slots.next(now));
}

void ViewerHub::on(int id, Viewer& viewer, const viewer::Vote& vote) {
  if (!hall_.vote(id, vote.value)) refuse(viewer, "There is nothing to vote on now.");
}

void ViewerHub::on(int id, Viewer& viewer, const viewer::Give& give) {
  if (hall_.give(id, give.to))
    settle();
  else
    refuse(viewer, hall_.steers(id) ? "That viewer has left." : "Only who steers hands over.");
}

void ViewerHub::on(int id, Viewer& viewer, const viewer::Take&) {
  if (hall_.take(id))
    settle();
  else if (!hall_.steers(id))
    refuse(viewer, "Only who came with the steering link takes over: ask to steer.");
}

void ViewerHub::on(int id, Viewer&, const viewer::Ask&) {
  if (hall_.ask(id)) settle();
}

void ViewerHub::on(int, Viewer& viewer, const viewer::Hidden& hidden) {
  viewer.slots.set_hidden(hidden.hidden);
}

}  // namespace livewarp
