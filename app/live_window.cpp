// OpenGL's loader first: GLFW's header takes whichever it finds.
#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "app/choice_options.h"
#include "app/live_window.h"
#include "app/platform.h"
#include "kernels/core/error.h"
#include "ui/widgets.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {

using SteadyClock = std::chrono::steady_clock;

double milliseconds_between(SteadyClock::time_point a, SteadyClock::time_point b) {
  return std::chrono::duration<double, std::milli>(b - a).count();
}

ui::UiOptions ui_options(const LiveOptions& options) {
  ui::UiOptions result;
  if (options.keep_settings) {
    const std::filesystem::path folder = settings_folder();
    std::error_code failure;
    if (!folder.empty()) std::filesystem::create_directories(folder, failure);
    if (!folder.empty() && !failure) result.settings_file = (folder / "window.ini").string();
  }
  result.font_folders = font_folders();
  result.text_scale = options.text_size;
  result.theme = options.theme;
  result.presenter = options.presenter;
  return result;
}

PointerInput pointer_of(const ui::Pointer& pointer) {
  return {pointer.over,  pointer.x,    pointer.y,      pointer.dx,   pointer.dy,
          pointer.wheel, pointer.left, pointer.middle, pointer.turn, pointer.double_click};
}

}  // namespace

/// The two back ends of Dear ImGui, for the life of the window.
struct LiveWindow::BackEnds {
  explicit BackEnds(const Window& window) {
    if (!ImGui_ImplGlfw_InitForOpenGL(window.handle(), true) ||
        !ImGui_ImplOpenGL3_Init("#version 450"))
      throw Error("the user interface could not start on this OpenGL");
  }
  ~BackEnds() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
};

LiveWindow::LiveWindow(Window& window, const Registry& registry, const Machine& machine,
                       const Choice& start, const LiveOptions& options)
    : window_(window), options_(options), start_(start), ui_(ui_options(options)),
      back_ends_(std::make_unique<BackEnds>(window)),
      session_(registry, machine, start, options.cuda_rows), history_({session_.choice(), false}),
      started_(SteadyClock::now()), last_frame_(started_) {
  update_display();
}

LiveWindow::~LiveWindow() = default;

void LiveWindow::update_display() {
  const bool cuda = session_.executor() == Executor::cuda;
  const DisplayPath wanted =
      options_.no_interop && cuda ? DisplayPath::copy : session_.choice().display;
  if (display_ && cuda == display_for_cuda_ && wanted == wanted_path_ &&
      interop_fails_ == display_fails_)
    return;
  display_.reset();  // its buffers are unregistered before others are made
  display_ = make_display({wanted, cuda, interop_fails_ ? 0 : -1});
  display_for_cuda_ = cuda;
  wanted_path_ = wanted;
  display_fails_ = interop_fails_;
  meters_.restart_display();
  publish_all_ = true;
}

void LiveWindow::frame() {
  window_.poll();
  if (window_.should_close()) quit_ = true;
  last_frame_of_all_ = is_last_frame();
  session_.tick(gpu_budget_ms());
  follow_choice();
  course_.tick(session_);
  update_display();
  publish();
  draw_scene();
  draw_panels();
  window_.swap();
  count_frame();
}

/// What a frame can leave to the simulation on a GPU that also draws.
double LiveWindow::gpu_budget_ms() const {
  const double draw = meters_.draw.size() > 0 ? meters_.draw.summary().median : 1;
  return std::max(1.0, 0.85 * 1000 / window_.refresh_hz() - draw);
}

void LiveWindow::publish() {
  if (session_.job()) return;
  try {
    const auto [width, height] = picture_size();
    if (const Viewport seen = camera_.visible(width, height); seen.width > 0) session_.look(seen);
    const bool mapped = shares_memory(display_->status().path);
    if (session_.publish(*display_, publish_all_)) {
      publish_all_ = false;
      if (mapped) {
        const DisplayTimes times = display_->times();
        meters_.map.add(times.map);
        meters_.unmap.add(times.unmap);
      }
    }
    const std::uint64_t before = picture_.generation;
    picture_ = display_->latest();
    // A copied picture is uploaded when it is taken, which may be frames after it was written.
    if (!mapped && !picture_.empty() && picture_.generation != before)
      meters_.upload.add(display_->times().upload);
  } catch (const Error& error) {
    session_.notices().add(error);
  }
}

void LiveWindow::draw_scene() {
  const View view = session_.view();
  camera_.follow(picture_.spec, view);
  for (const double ms : draw_timer_.collect()) meters_.draw.add(ms);
  const bool shown =
      !fills_window_ && scene_.shows(picture_, view, camera_, scene_width_, scene_height_);
  meters_.drew.add(shown ? 0 : 1);
  if (shown) return;
  draw_timer_.begin();
  if (fills_window_) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    scene_.draw_to_window(picture_, view, camera_, window_.framebuffer_width(),
                          window_.framebuffer_height());
  } else {
    scene_.draw(picture_, view, camera_, scene_width_, scene_height_);
  }
  draw_timer_.end();
}

void LiveWindow::draw_panels() {
  const Time start = SteadyClock::now();
  model_ = build_model(session_, facts());
  comparison_.describe(session_, model_);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ui::FrameInfo info;
  info.content_scale = window_.content_scale();
  info.monitor_height = window_.monitor_height();
  if (words_) words_->clear();
  info.written = words_;
  const ui::Result result = ui_.frame(model_, info);
  meters_.ui.add(milliseconds_between(start, SteadyClock::now()));

  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, window_.framebuffer_width(), window_.framebuffer_height());
  glDisable(GL_FRAMEBUFFER_SRGB);
  if (!fills_window_) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (last_frame_of_all_ && !options_.screenshot.empty()) save_picture(options_.screenshot);
  if (when_drawn_) {
    std::exchange(when_drawn_, nullptr)();
    wrote_file_ = true;
  }
  obey(result);
}

void LiveWindow::obey(const ui::Result& result) {
  for (const std::uint64_t id : result.dismissed) session_.notices().dismiss(id);
  if (result.choice && !course_.running()) {
    refused_.reset();
    change(*result.choice, result.gesture);
  }
  if (result.copy_line_of) copy_command_line(*result.copy_line_of);
  take_files(result);
  for (const ui::Command command : result.commands) obey(command);
  obey(pointer_of(result.pointer));
  fills_window_ = result.scene_fills_window;
  animating_ = result.animating;
  follow_size(result);
}

/// What would change the run that the course graph measures.
bool LiveWindow::disturbs(ui::Command command) {
  using ui::Command;
  switch (command) {
  case Command::step:
  case Command::reset:
  case Command::measure_all:
  case Command::measure_this:
  case Command::undo:
  case Command::redo:
  case Command::flip:
  case Command::measure_a_here:
  case Command::fail_interop: return true;
  default: return false;
  }
}

void LiveWindow::obey(ui::Command command) {
  if ((course_.running() && disturbs(command)) || obey_comparison(command)) return;
  switch (command) {
  case ui::Command::step: session_.single_step(); break;
  case ui::Command::reset: session_.reset(); break;
  case ui::Command::measure_all: session_.measure(std::nullopt, comparison_.pinned()); break;
  case ui::Command::measure_this: session_.measure(session_.variant().name); break;
  case ui::Command::cancel_job:
    comparison_.cancel(session_);
    course_.cancel(session_);
    break;
  case ui::Command::course_graph: course_.begin(session_); break;
  case ui::Command::save_graph_csv: look_for_place(Saved::graph_csv); break;
  case ui::Command::save_graph_png: look_for_place(Saved::graph_png); break;
  case ui::Command::quit: quit_ = true; break;
  case ui::Command::toggle_fullscreen: window_.toggle_fullscreen(); break;
  case ui::Command::picture: save_picture({}); break;
  case ui::Command::save_result: look_for_place(Saved::result); break;
  case ui::Command::copy_command_line: copy_command_line(session_.choice()); break;
  default: break;
  }
}

/// The picture's texture follows the panel 100 ms after the last change, so that dragging a border does
/// not make a texture a frame.
void LiveWindow::follow_size(const ui::Result& result) {
  if (result.scene_width < 1 || result.scene_height < 1) return;
  const Time now = SteadyClock::now();
  if (result.scene_width != wanted_width_ || result.scene_height != wanted_height_) {
    wanted_since_ = now;
    wanted_width_ = result.scene_width;
    wanted_height_ = result.scene_height;
  }
  const bool first = meters_.frame.size() == 0;
  if (first || now - wanted_since_ >= 100ms) {
    scene_width_ = wanted_width_;
    scene_height_ = wanted_height_;
  }
}

void LiveWindow::wait() {
  resting_ = false;
  if (BenchJob* job = session_.job()) {
    while (!job->wait_for_turn(50ms)) {
      window_.poll();
      const bool escape = glfwGetKey(window_.handle(), GLFW_KEY_ESCAPE) == GLFW_PRESS;
      if (escape || window_.should_close() || options_.stop.stop_requested()) session_.cancel_job();
    }
    return;
  }
  // Notices do not keep it awake: at rest there are ten frames a second, enough to take one down.
  const bool at_rest =
      session_.choice().paused && !session_.checking() && !session_.preparing() && !animating_;
  if (at_rest) {
    window_.poll(0.1);
    resting_ = true;
    return;
  }
  // Where the screen sets no pace (no vsync, or a screen that has none), the window sets its own.
  if (!window_.vsync()) return;
  const auto period = std::chrono::duration_cast<SteadyClock::duration>(
      std::chrono::duration<double>(1 / window_.refresh_hz()));
  next_frame_ = std::max(next_frame_ + period, SteadyClock::now() - period);
  // Half a millisecond early: a screen that does set the pace has the last word.
  std::this_thread::sleep_until(next_frame_ - 500us);
}

void LiveWindow::after_frame() {
  if (BenchJob* job = session_.job()) {
    glFinish();  // nothing of this frame may run on into the next sample
    job->end_turn();
  }
}

/// Whether this frame is the last: decided at its beginning, so that its picture can be kept.
bool LiveWindow::is_last_frame() const {
  if (quit_ || options_.stop.stop_requested()) return true;
  return options_.for_seconds > 0 &&
         milliseconds_between(started_, SteadyClock::now()) >= 1000 * options_.for_seconds;
}

}  // namespace livewarp
