#pragma once

#include <imgui.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "ui/frame/actions.h"

/// What the random user presses and types, and to which sizes it brings the window.
namespace livewarp::repertoire {

/// Keys of all actions of the window, one that has none, and those that go back more often. F12
/// writes a file into the present folder.
inline std::vector<ImGuiKeyChord> keys() {
  std::vector<ImGuiKeyChord> all{ImGuiKey_F5, ImGuiMod_Ctrl | ImGuiKey_Z,
                                 ImGuiMod_Ctrl | ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiKey_Y};
  for (const ui::Action& action : ui::actions())
    for (const ui::Chord& chord : action.chords)
      if (chord.key != 0) all.push_back(chord.key);
  return all;
}
/// Likewise; but for +, which asks for more memory than a test has.
inline std::vector<std::string> characters() {
  std::vector<std::string> all{",", "\u00e9"};
  for (const ui::Action& action : ui::actions())
    for (const ui::Chord& chord : action.chords)
      if (chord.key == 0 && chord.character != '+') all.emplace_back(1, char(chord.character));
  return all;
}
inline constexpr std::array<const char*, 12> small_numbers{
    "1", "7", "64", "333", "1000", "-5", "nan", "ab", "2.5", "0", "", "1e2"};
inline constexpr std::array<const char*, 8> wild_numbers{
    "1e999", "99999999999999999999", "-1e999", "inf", "0x20", "1e-300", "--3", "0.0000001"};
inline constexpr std::array<const char*, 10> blocks{"32x8", "7", "16x16",           "0x0", "128",
                                                    "2048", "x", "1000000000000x9", "96",  "7x3"};
inline constexpr std::array<std::pair<int, int>, 9> sizes{{{640, 360},
                                                           {1280, 720},
                                                           {1280, 720},
                                                           {1920, 1080},
                                                           {3840, 2160},
                                                           {800, 1200},
                                                           {2560, 400},
                                                           {641, 719},
                                                           {1003, 777}}};

}  // namespace livewarp::repertoire
