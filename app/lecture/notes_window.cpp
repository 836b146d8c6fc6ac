// OpenGL's loader first: GLFW's header takes whichever it finds.
#include "app/lecture/notes_window.h"

#include <glad/gl.h>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

/// Both contexts of the notes, of OpenGL and of the user interface.
struct NotesContexts {
  NotesContexts(const BesideWindow& window, const ui::LecturerSheet& sheet)
      : opengl(window), panels(sheet.contexts()) {}
  BesideWindow::Current opengl;
  ui::OwnContexts::Current panels;
};

}  // namespace

NotesWindow::NotesWindow(const Window& first)
    : window_(first, "Livewarp: the lecturer's notes"), sheet_(font_folders()) {
  const NotesContexts current(window_, sheet_);
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;  // a frame takes all that has come
  if (!ImGui_ImplGlfw_InitForOpenGL(window_.handle(), true))
    throw Error("the user interface could not start in a second window");
  if (ImGui_ImplOpenGL3_Init("#version 450")) return;
  ImGui_ImplGlfw_Shutdown();
  throw Error("the user interface could not start on this OpenGL a second time");
}

NotesWindow::~NotesWindow() {
  const NotesContexts current(window_, sheet_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
}

/// The queue empties when the notes are drawn, which must know of keys only which are down.
bool NotesWindow::hand_on_keys() {
  const ImVector<ImGuiInputEvent>& events = sheet_.contexts().imgui()->InputEventsQueue;
  ImGuiIO& panels = ImGui::GetIO();
  bool any = false;
  for (; handed_on_ < events.Size; ++handed_on_) {
    const ImGuiInputEvent& event = events[handed_on_];
    const bool key = event.Type == ImGuiInputEventType_Key;
    const bool text = event.Type == ImGuiInputEventType_Text;
    if (key) panels.AddKeyEvent(event.Key.Key, event.Key.Down);
    if (text) panels.AddInputCharacter(event.Text.Char);
    any = any || key || text;
  }
  return any;
}

bool NotesWindow::take_input() {
  const bool keys = hand_on_keys();
  return window_.take_changed() || keys;
}

std::string NotesWindow::settle() {
  switch (window_.settle()) {
  case Beside::other_monitor: return {};
  case Beside::only_monitor: return "There is one monitor: this is an ordinary window";
  case Beside::mirrored: return "The monitors show the same: the hall may see this";
  case Beside::unknown: return "Nobody knows where the picture is: the hall may see this";
  }
  return {};
}

TimeSpan NotesWindow::draw(const ui::LecturerView& view) {
  TimeSpan span{.begin = steady_ms()};
  hand_on_keys();
  const NotesContexts current(window_, sheet_);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  written_.clear();
  sheet_.frame(view, &written_);
  handed_on_ = ImGui::GetCurrentContext()->InputEventsQueue.Size;  // none
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, window_.framebuffer_width(), window_.framebuffer_height());
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  window_.swap();
  span.end = steady_ms();
  return span;
}

}  // namespace livewarp
