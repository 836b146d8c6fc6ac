#include "ui/ui.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/edit/panel_edit.h"
#include "ui/explain/panel_blocks.h"
#include "ui/frame/actions.h"
#include "ui/frame/dock.h"
#include "ui/frame/frame.h"
#include "ui/frame/settings.h"
#include "ui/panels/presenter.h"
#include "ui/theme/style.h"
#include "ui/warp/panel_warp.h"

namespace livewarp::ui {

namespace {

constexpr float base_font_size = 16;

/// The contexts of Dear ImGui and ImPlot.
class Contexts {
 public:
  Contexts() : imgui_(ImGui::CreateContext()), implot_(ImPlot::CreateContext()) {}
  ~Contexts() {
    ImPlot::DestroyContext(implot_);
    ImGui::DestroyContext(imgui_);
  }
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;

 private:
  ImGuiContext* imgui_;
  ImPlotContext* implot_;
};

/// The press of a mouse button that this frame belongs to, its release included. Odd, so that
/// whoever counts other gestures has the even numbers.
std::uint64_t mouse_gesture(State& state) {
  bool belongs = false;
  for (const ImGuiMouseButton button :
       {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
    if (ImGui::IsMouseClicked(button)) ++state.presses;
    belongs = belongs || ImGui::IsMouseDown(button) || ImGui::IsMouseReleased(button);
  }
  return belongs ? 2 * state.presses + 1 : 0;
}

/// A key or a mouse button, alone or not.
bool input_is_held() {
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
    if (ImGui::GetKeyData(ImGuiKey(key))->Down) return true;
  return false;
}

}  // namespace

struct Ui::Impl {
  explicit Impl(const UiOptions& options);
  Result frame(const Model& model, const FrameInfo& info);
  void begin(const FrameInfo& info);
  void panels(Frame& frame);
  std::string own_notice() const;
  bool is_silent(const std::vector<KeyPress>& presses);

  const std::vector<Action>& all_actions;
  State state;  // the contexts' settings read and write it, so it goes after them
  Contexts contexts;
  Fonts fonts;
  DockLayout dock;
  HeldNumbers held;
  float styled_em = 0;
  const Tokens* styled_tokens = nullptr;
  double mouse_rests_at = 0;
  bool pointer_is_left = false;  ///< a key was pressed since it moved
};

Ui::Impl::Impl(const UiOptions& options)
    : all_actions(options.actions ? *options.actions : actions()) {
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigDockingWithShift = false;
  io.LogFilename = nullptr;
  io.IniFilename = nullptr;
  // Ctrl Tab is ours: see next_panel.
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.ConfigNavWindowingKeyNext = context.ConfigNavWindowingKeyPrev = ImGuiKey_None;
  keep_settings(state);
  ImGui::LoadIniSettingsFromMemory(options.settings.data(), options.settings.size());
  if (options.theme) state.kept_theme = std::exchange(state.theme, *options.theme);
  if (options.text_scale > 0)
    state.kept_text_scale =
        std::exchange(state.text_scale, std::clamp(options.text_scale, 0.75, 3.0));
  state.presenting = options.presenter;
  fonts = load_fonts(*io.Fonts, find_fonts(options.font_folders));
  io.FontDefault = fonts.text;
  ImGui::GetStyle().FontSizeBase = base_font_size;
}

std::string Ui::Impl::own_notice() const {
  if (state.own_notice_closed) return {};
  if (state.settings_damaged) return "Saved layout could not be read: the default is used";
  return fonts.notice;
}

void Ui::Impl::begin(const FrameInfo& info) {
  ImGuiIO& io = ImGui::GetIO();
  if (info.window_width > 0 && info.window_height > 0)
    io.DisplaySize = {float(info.window_width), float(info.window_height)};
  if (info.dt > 0) io.DeltaTime = float(info.dt);
  // Between frames, so that no frame lays panels out in the other size.
  state.presenting = state.presenting != state.switch_presenter;
  state.switch_presenter = false;
  ImGuiStyle& style = ImGui::GetStyle();
  style.FontScaleDpi = float(display_scale(info.content_scale, info.monitor_height));
  style.FontScaleMain = float(state.text_scale);
  if (state.presenting) {
    const double one = double(base_font_size * style.FontScaleDpi);
    const double size = presenter_font_size(double(io.DisplaySize.y), one * state.text_scale);
    style.FontScaleMain = float(size / one);
  }
  ImGui::NewFrame();
}

void Ui::Impl::panels(Frame& frame) {
  if (state.rebuild_layout) dock.rebuild();
  state.rebuild_layout = false;
  if (state.presenting) {
    dock.keep_alive();
    presenter(frame);
    return;
  }
  state.presenter = {};
  if (state.shown != Shown::all) {
    dock.keep_alive();
    scene_panel(frame, true);
    if (state.shown == Shown::analysis) analysis_panel(frame, true);
    return;
  }
  if (frame.columns.arrangement != Arrangement::bare) {
    top_bar(frame);
    status_bar(frame);
  }
  dock.submit(frame);
  scene_panel(frame, false);
  analysis_panel(frame, false);
  if (!panels_visible(frame)) return;
  variants_panel(frame);  // where they are tabs, they stand in this order
  controls_panel(frame);
  timing_panel(frame);
}

/// Whether nothing is said of what the pointer lies on: on stage, and once a key has been pressed,
/// until it moves. Who goes about by keys does not hide the table behind what a mouse was left on.
bool Ui::Impl::is_silent(const std::vector<KeyPress>& presses) {
  const ImGuiIO& io = ImGui::GetIO();
  for (const KeyPress& press : presses) pointer_is_left = pointer_is_left || !press.repeats;
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) pointer_is_left = false;
  return state.presenting || (pointer_is_left && !ring_is_seen());
}

Result Ui::Impl::frame(const Model& model, const FrameInfo& info) {
  begin(info);
  const double now = ImGui::GetTime();
  const float em = ImGui::GetFontSize(), px = std::max(1.0f, std::round(em / 16));
  const Tokens& tokens = tokens_of(state.theme);
  if (em != styled_em || styled_tokens != &tokens) apply_style(tokens, em, px);
  styled_em = em;
  styled_tokens = &tokens;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  Result result;
  Choice wanted = model.choice;
  const std::string notice = own_notice();
  const std::vector<KeyPress> presses = key_presses(state.held_modifiers);
  const ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  Frame frame{
      .look = {tokens, fonts, em, px, is_silent(presses), info.written, info.helped,
               model.lecture ? std::string_view(model.lecture->highlight) : std::string_view()},
      .model = model,
      .numbers = held.update(model, now),
      .columns = arrange(double(size.x / em), double(size.y / em)),
      .state = state,
      .result = result,
      .wanted = wanted,
      .now = now,
      .width = double(size.x / em),
      .height = double(size.y / em),
      .own_notice = notice,
      .actions = all_actions,
      .presses = presses,
      .characters = {typed.begin(), typed.end()}};
  const auto [theme, text_scale] = std::pair(state.theme, state.text_scale);
  update_cursor(frame);
  follow_lecture(frame);
  handle_keys(frame);
  panels(frame);
  follow_blocks(frame);
  follow_warp(frame);
  follow_edit(frame);
  help_overlay(frame);
  command_palette_overlay(frame);
  toast(frame);
  if (state.presenting) presenter_pointer(frame);
  note_keyboard(state);
  if (state.theme != theme) state.kept_theme.reset();
  if (state.text_scale != text_scale) state.kept_text_scale.reset();
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) mouse_rests_at = now + 1;
  // Hover texts come a while after the mouse rests; a text cursor blinks; what is held repeats
  // itself.
  if (now < mouse_rests_at || io.WantTextInput || input_is_held()) result.animating = true;
  ImGui::Render();
  // The next frame says of a setting that is new what there is to say.
  if (frame.studied && (!model.studied || model.studied->choice != *frame.studied))
    result.animating = true;
  result.studied = std::move(frame.studied);
  if (wanted != model.choice) result.choice = std::move(wanted);
  result.gesture = mouse_gesture(state);
  return result;
}

Ui::Ui(const UiOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Ui::Ui(Ui&&) noexcept = default;
Ui& Ui::operator=(Ui&&) noexcept = default;
Ui::~Ui() = default;

Result Ui::frame(const Model& model, const FrameInfo& info) { return impl_->frame(model, info); }

std::string Ui::settings() const {
  std::size_t size = 0;
  const char* const text = ImGui::SaveIniSettingsToMemory(&size);
  return {text, size};
}

std::optional<std::string> Ui::changed_settings() {
  if (!std::exchange(ImGui::GetIO().WantSaveIniSettings, false)) return {};
  return settings();
}

double Ui::text_scale() const { return impl_->state.text_scale; }
Theme Ui::theme() const { return impl_->state.theme; }

}  // namespace livewarp::ui
