#include "app/testing/random_user_test_actions.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "app/testing/random_user_test_invariants.h"
#include "app/testing/random_user_test_repertoire.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp {

namespace {

constexpr int patience = 8;          // frames until what was asked for must be so
constexpr int come_later = 6;        // actions during which what was asked for may still come
constexpr double arrows_rest = 0.2;  // s, by then a variant runs on which they stand

bool is_size(const LiveLoop& loop, const std::string& param) {
  const WorkloadInfo& info = loop.model().workload->info();
  return std::ranges::count(info.size_params, param) > 0;
}

/// While a setting is typed keys write.
bool types_a_setting() {
  const ImGuiWindow* line = ImGui::FindWindowByName(ui::ids::command_palette);
  return line && line->Active;
}

}  // namespace

void RandomUser::note(std::string action) {
  static const bool aloud = std::getenv("LIVEWARP_RANDOM_ALOUD") != nullptr;
  if (aloud) std::cerr << action << std::endl;
  done_.push_back(std::move(action));
  if (done_.size() > 40) done_.pop_front();
}

std::string RandomUser::last_actions() const {
  std::string text;
  for (const std::string& action : done_) text += action + "\n";
  return text;
}

void RandomUser::act(ImGuiTestContext& user) {
  const int kind = below(100);
  under_way_ = std::max(0, under_way_ - 1);
  // What was typed and left open is asked for when the field is left.
  if (ImGui::GetIO().WantTextInput) under_way_ = come_later;
  if (reach_.loop.model().job && below(4) != 0)
    press(user, ImGuiKey_Escape);
  else if (too_large())
    make_small(user);
  else if (kind < 34)
    press_key(user);
  else if (kind < 60)
    click_control(user);
  else if (kind < 72)
    click_variant(user);
  else if (kind < 75)
    click_workload(user);
  else if (kind < 83)
    type_value(user);
  else if (kind < 94)
    use_mouse(user);
  else if (kind < 97)
    resize();
  else
    drop_file();
  user.Yield();
  expect_sound(user);
}

void RandomUser::press_key(ImGuiTestContext& user) {
  static const std::vector<ImGuiKeyChord> keys = repertoire::keys();
  static const std::vector<std::string> characters = repertoire::characters();
  if (below(8) != 0) return press(user, one_of(keys));
  const std::string& character = one_of(characters);
  note("types " + character);
  user.KeyChars(character.c_str());
}

void RandomUser::press(ImGuiTestContext& user, int key_chord) {
  const LiveLoop& loop = reach_.loop;
  const History& history = loop.history();
  note("presses " + std::string(ImGui::GetKeyChordName(key_chord)));
  const bool undoes =
      key_chord == (ImGuiMod_Ctrl | ImGuiKey_Z) || key_chord == (ImGuiMod_Ctrl | ImGuiKey_Y);
  if (undoes) rest(user);
  const bool back = key_chord == (ImGuiMod_Ctrl | ImGuiKey_Z);
  const bool forth = key_chord == (ImGuiMod_Ctrl | ImGuiKey_Y);
  const Setting* way = back ? history.previous() : forth ? history.next() : nullptr;
  const bool free = under_way_ == 0 && !loop.model().job && !loop.sweep().running() &&
                    !loop.comparison().visiting() && !ui::keyboard_taken() && !types_a_setting() &&
                    ImGui::GetCurrentContext()->OpenPopupStack.Size == 0;
  std::optional<Choice> wanted = way && free ? std::optional(way->choice) : std::nullopt;
  if (wanted) wanted->paused = loop.model().choice.paused;
  if (wanted) close_notices();
  user.KeyPress(key_chord);
  if (key_chord == ImGuiKey_UpArrow || key_chord == ImGuiKey_DownArrow) {
    under_way_ = come_later;
    arrows_rest_at_ = ImGui::GetTime() + arrows_rest;
  }
  if (wanted) expect_went(user, *wanted);
}

/// Whichever of those that have a help: all that can be clicked.
void RandomUser::click_control(ImGuiTestContext& user) {
  if (reach_.controls.empty()) return;
  const ui::Helped control = one_of(reach_.controls);
  note("clicks " + control.name);
  if (!point_at(user, control.id, true)) return;
  user.MouseClick(below(10) == 0 ? 1 : 0);
  if (below(8) == 0) user.MouseDoubleClick(0);
}

void RandomUser::click_variant(ImGuiTestContext& user) {
  const auto& variants = reach_.loop.model().variants;
  if (variants.empty()) return;
  const std::string name = one_of(variants).info->name;
  note("clicks variant " + name);
  // Where the arrows' variant comes to run meanwhile, rows move from under the mouse.
  const bool free = !reach_.loop.model().job && !reach_.loop.sweep().running() &&
                    ImGui::GetTime() >= arrows_rest_at_;
  close_notices();  // before the variant is found: without them it may stand elsewhere
  user.Yield();
  if (!point_at(user, ui::ids::id_of(ui::ids::path(ui::ids::variants, ui::ids::row, name)))) return;
  user.MouseClick(0);
  if (free) expect_variant_runs(user, name);
}

void RandomUser::click_workload(ImGuiTestContext& user) {
  const auto& workloads = reach_.loop.model().workloads;
  if (workloads.empty()) return;
  const std::string name = one_of(workloads).name;
  note("clicks workload " + name);
  if (!point_at(user, ui::ids::id_of(ui::ids::path(ui::ids::top, ui::ids::workload, name)))) return;
  user.MouseClick(0);
}

void RandomUser::type_value(ImGuiTestContext& user) {
  const ui::Model& model = reach_.loop.model();
  const std::vector<Param>& from = below(4) == 0 ? model.axes : model.params;
  if (from.empty()) return;
  const Param param = one_of(from);
  if (param.id == ui::ids::block)
    return type_into(user, ui::ids::path(ui::ids::controls, ui::ids::typed_block),
                     one_of(repertoire::blocks));
  const bool wild = !is_size(reach_.loop, param.id) && below(2) == 0;
  const std::string text = param.kind == ParamKind::file ? one_of(reach_.files)
                           : wild                        ? one_of(repertoire::wild_numbers)
                                                         : one_of(repertoire::small_numbers);
  type_into(user, ui::ids::path(ui::ids::controls, param.id), text);
}

/// Ctrl+click makes a text field of a number; sometimes the random user leaves it open.
void RandomUser::type_into(ImGuiTestContext& user, const std::string& path,
                           const std::string& text) {
  under_way_ = come_later;
  note("types '" + text + "' into " + path);
  if (!point_at(user, ui::ids::id_of(path))) return;
  user.KeyDown(ImGuiMod_Ctrl);
  user.MouseClick(0);
  user.KeyUp(ImGuiMod_Ctrl);
  user.Yield();
  if (!ImGui::GetIO().WantTextInput) return;
  user.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
  user.KeyPress(ImGuiKey_Delete);
  user.KeyChars(text.c_str());
  if (below(4) != 0) user.KeyPress(ImGuiKey_Enter);
}

void RandomUser::use_mouse(ImGuiTestContext& user) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const auto somewhere = [&] {
    return ImVec2(size.x * (0.3f + 0.4f * float(below(100)) / 100),
                  size.y * (0.25f + 0.6f * float(below(100)) / 100));
  };
  user.MouseTeleportToPos(somewhere());
  const int kind = below(4);
  note(kind == 0 ? "wheels" : kind < 3 ? "drags" : "clicks the picture");
  if (kind == 0) {
    user.MouseWheelY(below(2) == 0 ? 1.0f : -1.0f);
  } else if (kind < 3) {
    const int button = below(3);
    const bool shift = below(4) == 0;
    if (shift) user.KeyDown(ImGuiMod_Shift);
    user.MouseDown(button);
    user.MouseTeleportToPos(somewhere());
    user.Yield();
    user.MouseUp(button);
    if (shift) user.KeyUp(ImGuiMod_Shift);
  } else if (below(3) == 0) {
    user.MouseDoubleClick(0);
  } else {
    user.MouseClick(0);
  }
}

void RandomUser::resize() {
  const auto [width, height] = one_of(repertoire::sizes);
  note("makes it " + std::to_string(width) + " x " + std::to_string(height));
  reach_.resize(width, height);
}

void RandomUser::drop_file() {
  if (reach_.files.empty()) return;
  const std::string& path = one_of(reach_.files);
  under_way_ = come_later;
  note("drops " + path);
  reach_.drop(path);
}

bool RandomUser::too_large() const {
  const Session& session = reach_.loop.session();
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  constexpr double most_seconds =
      0.2;  // many times as long under the sanitizers, and B waits for it
  return session.workload().state_bytes(session.choice()) > most_bytes ||
         session.workload().reference_seconds(session.choice().problem) > most_seconds;
}

void RandomUser::make_small(ImGuiTestContext& user) {
  const std::vector<std::string>& sizes_here = reach_.loop.model().workload->info().size_params;
  const bool leave = sizes_here.empty() || below(6) == 0;
  if (leave) return press(user, below(2) == 0 ? int(ImGuiKey_Escape) : ImGuiMod_Ctrl | ImGuiKey_Z);
  if (below(8) == 0) return click_workload(user);
  type_into(user, ui::ids::path(ui::ids::controls, one_of(sizes_here)), "64");
}

/// Brings the mouse to a control; false where it cannot be clicked: not there, or under something
/// else.
bool RandomUser::point_at(ImGuiTestContext& user, unsigned id, bool anywhere) {
  const ImGuiTestItemInfo item = user.ItemInfo(id, ImGuiTestOpFlags_NoError);
  if (item.ID == 0 || item.RectClipped.GetWidth() < 1 || item.RectClipped.GetHeight() < 1)
    return false;
  const ImRect& place = item.RectClipped;
  const float share = anywhere ? 0.1f + 0.8f * float(below(100)) / 100 : 0.5f;
  user.MouseTeleportToPos({place.Min.x + share * place.GetWidth(), place.GetCenter().y});
  user.Yield();
  return ImGui::GetCurrentContext()->HoveredId == id;
}

/// Until a variant runs on which the cursor has come to rest.
void RandomUser::rest(ImGuiTestContext& user) const {
  const double start = ImGui::GetTime();
  while (ImGui::GetTime() < start + arrows_rest) user.Yield();
}

/// So that what is said from now on is new.
void RandomUser::close_notices() {
  Notices& notices = reach_.loop.session().notices();
  for (const Notice& notice : notices.current()) notices.dismiss(notice.id);
}

bool RandomUser::soon(ImGuiTestContext& user, const std::function<bool()>& done) const {
  for (int i = 0; i < patience; ++i, user.Yield())
    if (done()) return true;
  return done();
}

/// The variant runs that was clicked, or it is said why not.
void RandomUser::expect_variant_runs(ImGuiTestContext& user, const std::string& name) {
  const LiveLoop& loop = reach_.loop;
  const std::string workload = loop.model().choice.workload;
  const auto settled = [&] {
    const ui::Model& model = loop.model();
    if (model.choice.variant == name || model.choice.workload != workload) return true;
    const auto variant = std::ranges::find_if(
        model.variants, [&](const ui::VariantEntry& each) { return each.info->name == name; });
    return variant == model.variants.end() || !variant->reason.empty() || !model.notices.empty() ||
           loop.finished();
  };
  EXPECT_TRUE(soon(user, settled)) << name << " was clicked and does not run, without a reason";
}

/// Undo and redo lead to the choice that they kept, or it is said why not.
void RandomUser::expect_went(ImGuiTestContext& user, const Choice& wanted) {
  const LiveLoop& loop = reach_.loop;
  const auto settled = [&] {
    return loop.model().choice == wanted || !loop.model().notices.empty() || loop.finished();
  };
  EXPECT_TRUE(soon(user, settled)) << "undo or redo led elsewhere";
}

void RandomUser::expect_sound(ImGuiTestContext& user) {
  std::vector<std::string> faults;
  soon(user, [&] { return (faults = faults_at_rest(reach_.loop)).empty(); });
  for (const std::string& fault : faults) ADD_FAILURE() << fault;
}

}  // namespace livewarp
