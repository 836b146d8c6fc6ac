#include "app/browser/page_input.h"

#include <imgui.h>

#include <utility>

#include "app/browser/page_keys.h"

namespace livewarp {

PageInput::PageInput() {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendPlatformName = "browser";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = this;
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    auto* self = static_cast<PageInput*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
    self->clipboard_ = text;
    self->copied_ = true;
  };
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) -> const char* {
    return static_cast<PageInput*>(ImGui::GetPlatformIO().Platform_ClipboardUserData)
        ->clipboard_.c_str();
  };
}

PageInput::~PageInput() {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = nullptr;
  platform.Platform_SetClipboardTextFn = nullptr;
  platform.Platform_GetClipboardTextFn = nullptr;
  ImGui::GetIO().BackendPlatformName = nullptr;
}

void PageInput::press(const KeyPress& key) {
  ImGuiIO& io = ImGui::GetIO();
  if (const ImGuiKey modifier = modifier_of(key); modifier != ImGuiKey_None) {
    io.AddKeyEvent(modifier, key.down);
    if (modifier == ImGuiMod_Ctrl) ctrl_held_ = key.down;
  }
  const ImGuiKey which = key_of(key);
  if (which == ImGuiKey_Escape) escape_held_ = key.down;
  if (which != ImGuiKey_None) io.AddKeyEvent(which, key.down);
}

/// As if it stood in a clipboard here, and the key for it were pressed.
void PageInput::paste(const std::string& text) {
  clipboard_ = text;
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiKey_V, true);
  io.AddKeyEvent(ImGuiKey_V, false);
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl_held_);
}

void PageInput::take(const ViewerInput& input) {
  ImGuiIO& io = ImGui::GetIO();
  struct Visitor {
    PageInput& self;
    ImGuiIO& io;
    void operator()(const PointerMove& move) const {
      io.AddMousePosEvent(float(move.x), float(move.y));
    }
    void operator()(const PointerButton& press) const {
      io.AddMouseButtonEvent(press.button, press.down);
    }
    void operator()(const PointerWheel& wheel) const {
      io.AddMouseWheelEvent(float(wheel.x), float(wheel.y));
    }
    void operator()(const KeyPress& key) const { self.press(key); }
    void operator()(const TypedText& typed) const { io.AddInputCharactersUTF8(typed.text.c_str()); }
    void operator()(const PastedText& pasted) const { self.paste(pasted.text); }
    void operator()(const PageSize& size) const { self.size_ = size; }
    void operator()(const DroppedFile& file) const { self.dropped_.push_back(file.path); }
    void operator()(const LetGo&) const {
      io.ClearEventsQueue();
      io.ClearInputKeys();
      io.ClearInputMouse();
      self.escape_held_ = self.ctrl_held_ = false;
    }
  };
  std::visit(Visitor{*this, io}, input);
}

std::optional<PageSize> PageInput::take_size() { return std::exchange(size_, {}); }

std::vector<std::string> PageInput::take_dropped() { return std::exchange(dropped_, {}); }

std::optional<std::string> PageInput::take_copied() {
  if (!std::exchange(copied_, false)) return {};
  return clipboard_;
}

}  // namespace livewarp
