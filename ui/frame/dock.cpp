#include "ui/frame/dock.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

ImGuiID dock_id() { return ImHashStr("Livewarp dock"); }
ImGuiID drawer_id() { return ImHashStr("Livewarp drawer"); }

float width_of(ImGuiID id) {
  const ImGuiDockNode* node = ImGui::DockBuilderGetNode(id);
  return node ? node->Size.x : 0;
}
float height_of(ImGuiID id) {
  const ImGuiDockNode* node = ImGui::DockBuilderGetNode(id);
  return node ? node->Size.y : 0;
}

ImGuiDockNodeFlags shared_flags(bool unlocked) {
  return unlocked ? ImGuiDockNodeFlags_None : ImGuiDockNodeFlags_NoUndocking;
}

void start(ImGuiID id, ImVec2 pos, ImVec2 size) {
  ImGui::DockBuilderRemoveNode(id);
  ImGui::DockBuilderAddNode(id, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodePos(id, pos);
  ImGui::DockBuilderSetNodeSize(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
}

void lock_node(ImGuiDockNode* node, bool unlocked) {
  if (!node) return;
  for (ImGuiDockNode* child : node->ChildNodes) lock_node(child, unlocked);
  if (node->IsSplitNode()) return;
  // Without a tab there is no corner by which a panel could come off on stage.
  const bool bare = !unlocked && node->Windows.Size <= 1;
  ImGuiDockNodeFlags flags =
      node->LocalFlags | ImGuiDockNodeFlags_NoWindowMenuButton | ImGuiDockNodeFlags_NoCloseButton;
  flags = bare ? flags | ImGuiDockNodeFlags_NoTabBar : flags & ~ImGuiDockNodeFlags_NoTabBar;
  if (flags != node->LocalFlags) node->SetLocalFlags(flags);
}

void scale_node(ImGuiID id, ImGuiAxis axis, float ratio) {
  const ImGuiDockNode* node = ImGui::DockBuilderGetNode(id);
  if (!node) return;
  ImVec2 size = node->Size;
  size[axis] = std::max(1.0f, std::round(size[axis] * ratio));
  ImGui::DockBuilderSetNodeSize(id, size);
}

/// `first` is the one that is seen at first.
void dock_tabs(ImGuiID id, const char* first) {
  for (const char* name : {ids::variants, ids::controls, ids::timing})
    ImGui::DockBuilderDockWindow(name, id);
  if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(id))
    node->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(first));
}

}  // namespace

bool has_tab() {
  const ImGuiDockNode* node = ImGui::GetWindowDockNode();
  return node && !node->IsNoTabBar() && !node->IsHiddenTabBar();
}

bool panels_visible(const Frame& frame) {
  switch (frame.columns.arrangement) {
  case Arrangement::bare: return false;
  case Arrangement::drawer: return frame.state.drawer_open;
  default: return true;
  }
}

/// The picture, and below it Analysis, whose room is the picture's while it is closed.
void DockLayout::build_middle(const Frame& frame, unsigned rest) {
  const double kept = frame.state.analysis.height;
  const double height = kept > 0 ? kept : frame.columns.analysis;
  const float room =
      std::max(ImGui::GetMainViewport()->WorkSize.y - ImGui::GetStyle().DockingSeparatorSize, 1.0f);
  const float share = std::min(frame.look.length(height) / room, 0.7f);
  analysis_ = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Down, share, nullptr, &rest);
  ImGui::DockBuilderDockWindow(ids::analysis, analysis_);
  ImGui::DockBuilderDockWindow(ids::scene, rest);
}

void DockLayout::build_columns(const Frame& frame) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const State::Sizes& kept = frame.state.sizes[std::size_t(arrangement_)];
  const double left = kept.left > 0 ? kept.left : frame.columns.left;
  const double right = kept.right > 0 ? kept.right : frame.columns.right;
  const double share = kept.share > 0 ? kept.share : timing_share;
  const float gap = ImGui::GetStyle().DockingSeparatorSize;
  ImGuiID rest = dock_id();
  float room = viewport->WorkSize.x - gap;
  left_ = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Left, frame.look.length(left) / room, nullptr,
                                      &rest);
  if (arrangement_ == Arrangement::merged) {
    dock_tabs(left_, ids::variants);
  } else {
    room -= frame.look.length(left) + gap;
    right_ = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, frame.look.length(right) / room,
                                         nullptr, &rest);
    ImGuiID below = 0;
    ImGuiID column = right_;
    timing_ = ImGui::DockBuilderSplitNode(column, ImGuiDir_Up, float(share), nullptr, &below);
    ImGui::DockBuilderDockWindow(ids::controls, left_);
    ImGui::DockBuilderDockWindow(ids::timing, timing_);
    ImGui::DockBuilderDockWindow(ids::variants, below);
  }
  build_middle(frame, rest);
}

void DockLayout::build(const Frame& frame) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  arrangement_ = frame.columns.arrangement;
  left_ = right_ = timing_ = analysis_ = 0;
  start(dock_id(), viewport->WorkPos, viewport->WorkSize);
  if (arrangement_ >= Arrangement::merged) {
    build_columns(frame);
  } else {
    build_middle(frame, dock_id());
    start(drawer_id(), viewport->WorkPos, viewport->WorkSize);
    dock_tabs(drawer_id(), ids::controls);
    ImGui::DockBuilderFinish(drawer_id());
  }
  ImGui::DockBuilderFinish(dock_id());
  built_ = true;
  left_px_ = right_px_ = timing_px_ = analysis_px_ = 0;
}

void DockLayout::scale_sides(float ratio) const {
  scale_node(left_, ImGuiAxis_X, ratio);
  scale_node(right_, ImGuiAxis_X, ratio);
  scale_node(analysis_, ImGuiAxis_Y, ratio);
}

/// Sizes that change while the window stands still were changed by hand: they are kept.
void DockLayout::note_dragged(Frame& frame) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float left = width_of(left_), right = width_of(right_), timing = height_of(timing_);
  const float analysis = frame.state.analysis.open ? height_of(analysis_) : analysis_px_;
  const bool still =
      viewport->WorkSize.x == width_ && viewport->WorkSize.y == height_ && frame.look.em == em_;
  const bool moved = left != left_px_ || right != right_px_ || timing != timing_px_;
  if (still && moved && left_px_ > 0 && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    State::Sizes& kept = frame.state.sizes[std::size_t(arrangement_)];
    kept.left = double(left / em_);
    kept.right = double(right / em_);
    kept.share = right_ ? double(timing / viewport->WorkSize.y) : 0;
    ImGui::MarkIniSettingsDirty();
  }
  if (still && analysis != analysis_px_ && analysis_px_ > 0 &&
      ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    frame.state.analysis.height = double(analysis / em_);
    ImGui::MarkIniSettingsDirty();
  }
  analysis_px_ = analysis;
  left_px_ = left;
  right_px_ = right;
  timing_px_ = timing;
  width_ = viewport->WorkSize.x;
  height_ = viewport->WorkSize.y;
}

void DockLayout::apply_lock(bool unlocked) const {
  lock_node(ImGui::DockBuilderGetNode(dock_id()), unlocked);
  lock_node(ImGui::DockBuilderGetNode(drawer_id()), unlocked);
}

void DockLayout::submit_drawer(Frame& frame) const {
  if (!frame.state.drawer_open) {
    ImGui::DockSpace(drawer_id(), {0, 0}, ImGuiDockNodeFlags_KeepAliveOnly);
    return;
  }
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  // The readout is never covered.
  const float top = frame.look.length(metrics.readout_height);
  ImGui::SetNextWindowPos({viewport->WorkPos.x, viewport->WorkPos.y + top});
  ImGui::SetNextWindowSize({frame.look.length(frame.columns.left),
                            std::max(viewport->WorkSize.y - top, frame.look.length(4))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::Begin("Drawer", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleVar();
  ImGui::DockSpace(drawer_id(), {0, 0}, shared_flags(frame.state.unlocked));
  ImGui::End();
}

void DockLayout::submit(Frame& frame) {
  // A layout that was rearranged by hand and saved is taken as it is.
  if (!built_ && frame.state.custom_layout && ImGui::DockBuilderGetNode(dock_id())) {
    built_ = true;
    arrangement_ = frame.columns.arrangement;
  }
  // Columns that were rearranged stay, however small the window becomes. A drawer does not stay in
  // a large one.
  const bool stays = frame.state.custom_layout && arrangement_ >= Arrangement::merged;
  const bool fits = stays || arrangement_ == frame.columns.arrangement;
  if (!built_ || !fits)
    build(frame);
  else if (em_ > 0 && em_ != frame.look.em)
    scale_sides(frame.look.em / em_);
  apply_lock(frame.state.unlocked);
  // Separators take the border's colour: a gap rather than a line.
  ImGui::PushStyleColor(ImGuiCol_Border, ImGui::GetStyleColorVec4(ImGuiCol_DockingEmptyBg));
  ImGui::DockSpaceOverViewport(dock_id(), nullptr, shared_flags(frame.state.unlocked));
  ImGui::PopStyleColor();
  if (arrangement_ < Arrangement::merged) submit_drawer(frame);
  note_dragged(frame);
  em_ = frame.look.em;
}

void DockLayout::keep_alive() {
  for (const ImGuiID id : {dock_id(), drawer_id()})
    if (ImGui::DockBuilderGetNode(id))
      ImGui::DockSpace(id, {0, 0}, ImGuiDockNodeFlags_KeepAliveOnly);
}

}  // namespace livewarp::ui
