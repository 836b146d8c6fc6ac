// OpenGL's loader first: the back ends bring declarations of their own.
#include <glad/gl.h>

#include "app/browser/browser_screen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include "app/browser/page_notes.h"
#include "app/pictures/graph_picture.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

using namespace std::chrono_literals;

constexpr auto rest = 150ms;  ///< without a new frame: the picture rests

/// As CSS names the shapes of the pointer.
const char* css_cursor(ImGuiMouseCursor shape) {
  switch (shape) {
  case ImGuiMouseCursor_None: return "none";
  case ImGuiMouseCursor_TextInput: return "text";
  case ImGuiMouseCursor_ResizeAll: return "move";
  case ImGuiMouseCursor_ResizeNS: return "ns-resize";
  case ImGuiMouseCursor_ResizeEW: return "ew-resize";
  case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
  case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
  case ImGuiMouseCursor_Hand: return "pointer";
  case ImGuiMouseCursor_NotAllowed: return "not-allowed";
  default: return "default";
  }
}

/// As much of it as an encoder takes, or software OpenGL draws at a rate that moves, in its shape:
/// the page enlarges what it gets.
PageSize drawable(PageSize page, bool drawn_by_cpu) {
  constexpr double most_pixels = 3840.0 * 2160, most_side = 4096, most_by_cpu = 1920.0 * 1080;
  const double pixels = double(page.width) * page.height;
  const double scale =
      std::min({1.0, std::sqrt((drawn_by_cpu ? most_by_cpu : most_pixels) / pixels),
                most_side / std::max(page.width, page.height)});
  page.width = std::max(2, int(page.width * scale) & ~1);
  page.height = std::max(2, int(page.height * scale) & ~1);
  page.pixel_ratio *= scale;
  return page;
}

bool has_input() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

}  // namespace

BrowserScreen::BrowserScreen(Offscreen& gl, const ServeOptions& options)
    : gl_(gl), server_(options, [this](ViewerInput input) { queue_.add(std::move(input)); }),
      worker_(
          [this] { return server_.demand(); },
          [this](std::shared_ptr<const EncodedFrame> frame) { server_.send(std::move(frame)); }) {
  target_.resize(GL_RGBA8, page_.width, page_.height, false);
  const std::string watch = server_.watching_link();
  const nlohmann::json told{{"topic", "links"}, {"watch", watch.substr(watch.find('?'))}};
  server_.tell("links", told.dump(), Audience::steering);
}

BrowserScreen::~BrowserScreen() = default;

bool BrowserScreen::poll(double wait_seconds) {
  gl_.poll_errors();
  if (wait_seconds > 0) send_at_rest();
  look_at_figures();
  const bool owes = owes_a_frame();
  const bool more = std::exchange(took_late_, false) || has_input() || owes;
  take_input(more ? 0 : wait_seconds);
  if (const auto copied = input_.take_copied()) set_clipboard(*copied);
  hand_over();
  const std::optional<PageSize> size = input_.take_size();
  if (size) page_ = drawable(*size, gl_.gl().software);
  follow_page();
  return more || size || has_input();
}

bool BrowserScreen::take_input(double wait_seconds) {
  const auto inputs = queue_.take(std::chrono::duration<double>(wait_seconds));
  for (const ViewerInput& input : inputs) input_.take(input);
  return !inputs.empty();
}

/// A new size that this OpenGL cannot draw leaves the old one.
void BrowserScreen::follow_page() {
  if (target_.width() == page_.width && target_.height() == page_.height) return;
  try {
    target_.resize(GL_RGBA8, page_.width, page_.height, false);
  } catch (const Error&) {
    page_.width = target_.width();
    page_.height = target_.height();
  }
}

/// Whether what was drawn has not reached everybody who looks, and could now.
bool BrowserScreen::owes_a_frame() {
  const int viewers = server_.figures().viewers;
  if (viewers != std::exchange(viewers_, viewers)) owed_ = viewers > 0;
  const FrameDemand wanted = server_.demand();
  return wanted.h264_key || (owed_ && (wanted.jpeg || wanted.h264));
}

void BrowserScreen::toggle_fullscreen() {
  const nlohmann::json told{{"topic", "fullscreen"}, {"times", ++fullscreens_}};
  server_.tell("fullscreen", told.dump(), Audience::steering);
}

std::unique_ptr<NotesScreen> BrowserScreen::make_notes() {
  return std::make_unique<PageNotes>(server_);
}

void BrowserScreen::set_clipboard(const std::string& text) {
  const nlohmann::json told{{"topic", "clipboard"}, {"text", text}};
  server_.tell("clipboard", told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
               Audience::steering);
}

void BrowserScreen::ask_hall(const std::optional<HallQuestion>& question) {
  if (asked_ == question) return;
  asked_ = question;
  nlohmann::json told{{"topic", "ask"}, {"open", question.has_value()}};
  if (question) {
    told["id"] = question->id;
    told["text"] = question->text;
    told["candidates"] = question->candidates;
    told["slower"] = question->slower;
  }
  server_.ask(question ? question->id : "");
  server_.tell("ask", told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
               Audience::everybody);
}

std::optional<HallVotes> BrowserScreen::hall_votes() const {
  HallVotes votes = server_.votes();
  votes.viewers -= server_.figures().steered ? 1 : 0;  // who asks does not vote
  return votes;
}

void BrowserScreen::look_at_figures() {
  if (Clock::now() - looked_at_ < 250ms) return;
  looked_at_ = Clock::now();
  served_ = figures_now();
}

ui::ServedView BrowserScreen::figures_now() const {
  const ServeFigures server = server_.figures();
  const EncodeFigures encoder = worker_.figures();
  return {server.viewers,
          encoder.ms,
          server.bytes_a_frame,
          server.round_trip_ms,
          server.sent,
          server.dropped,
          read_failure_.empty() ? encoder.failure : read_failure_};
}

ScreenFacts BrowserScreen::facts() const {
  return {.width = viewers_ > 0 ? target_.width() : 0,
          .height = viewers_ > 0 ? target_.height() : 0,
          .content_scale = page_.pixel_ratio,
          .renderer = gl_.gl().renderer,
          .drawn_by_cpu = gl_.gl().software,
          .lost = canvas_.lost(),
          .served = served_};
}

ScreenReport BrowserScreen::report() const {
  return {"browser, " + gl_.device(), gl_.gl_errors(), gl_.first_gl_error(), figures_now()};
}

std::unique_ptr<Display> BrowserScreen::make_display(const DisplayRequest& request) {
  return make_drawing_display(request);
}

Drawings BrowserScreen::drawings() {
  Drawings drawings = canvas_.drawings();
  for (const TimeSpan& span : read_timer_.collect()) drawings.panels.push_back(span);
  note_unknown(drawings, read_timer_);
  return drawings;
}

void BrowserScreen::begin_panels() {
  // What came while the picture was drawn need not wait for the next frame.
  took_late_ = take_input(0);
  canvas_.begin_panels();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {float(target_.width()), float(target_.height())};
  const auto now = Clock::now();
  io.DeltaTime = std::clamp(
      std::chrono::duration<float>(now - std::exchange(last_frame_, now)).count(), 1e-4f, 0.5f);
}

void BrowserScreen::draw_panels(bool over_scene) {
  canvas_.draw_panels(over_scene, target_.framebuffer(), target_.width(), target_.height());
  tell_page();
  // Before steps begin, which wait for what is drawn so far: else both would run at once.
  read_timer_.begin();
  read_frame();
  read_timer_.end();
  if (gl_.gl().software)
    hand_over();  // it is there by now, and the cores are not yet busy with steps
}

void BrowserScreen::tell_page() {
  const nlohmann::json told{{"topic", "cursor"},
                            {"shape", css_cursor(ImGui::GetMouseCursor())},
                            {"typing", ImGui::GetIO().WantTextInput}};
  server_.tell("cursor", told.dump(), Audience::steering);
}

void BrowserScreen::read_frame() {
  const FrameDemand wanted = server_.demand();
  const bool takes = wanted.jpeg || wanted.h264;
  drawn_at_ = Clock::now();
  sharp_ = false;
  owed_ = !takes || !begin_reading();
}

/// Whether the frame is on its way; a run goes on that nobody can see.
bool BrowserScreen::begin_reading() {
  try {
    return reader_.begin(target_.framebuffer(), target_.width(), target_.height());
  } catch (const Error& error) {
    read_failure_ = error.what();
    return false;
  }
}

void BrowserScreen::hand_over() {
  if (auto frame = reader_.take()) worker_.take(std::move(frame), false);
}

/// Once, when nothing has been drawn for a moment: the same frame again, as sharp as it can be.
void BrowserScreen::send_at_rest() {
  if (sharp_ || viewers_ == 0 || Clock::now() - drawn_at_ < rest || !server_.demand().jpeg) return;
  if (!begin_reading()) return;
  glFinish();
  if (auto frame = reader_.take()) {
    worker_.take(std::move(frame), true);
    sharp_ = true;
  }
}

PixelImage BrowserScreen::pixels() const {
  return framebuffer_pixels(target_.framebuffer(), target_.width(), target_.height());
}

PixelImage BrowserScreen::draw_graphs(const std::vector<Graph>& graphs, const std::string& origin,
                                      int width, int height) {
  return livewarp::draw_graphs(graphs, origin, width, height);
}

bool BrowserScreen::settle(std::chrono::nanoseconds limit) { return GlFence().reached(limit); }

void BrowserScreen::swap() {
  glFlush();
  hand_over();
}

void BrowserScreen::finish() {
  glFinish();
  hand_over();
  worker_.finish();
}

}  // namespace livewarp
