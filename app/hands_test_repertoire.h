#pragma once

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

/// What hands that know nothing press and type, and to which sizes they bring the window.
namespace livewarp::repertoire {

/// Not +, which asks for more memory than a test has. F12 writes a file into the present folder.
inline constexpr auto keys = std::to_array<ImGuiKeyChord>({ImGuiKey_Space,
                                                           ImGuiKey_R,
                                                           ImGuiKey_B,
                                                           ImGuiKey_P,
                                                           ImGuiKey_X,
                                                           ImGuiKey_G,
                                                           ImGuiKey_Q,
                                                           ImGuiKey_W,
                                                           ImGuiKey_L,
                                                           ImGuiKey_T,
                                                           ImGuiKey_Escape,
                                                           ImGuiKey_Tab,
                                                           ImGuiKey_Enter,
                                                           ImGuiKey_UpArrow,
                                                           ImGuiKey_DownArrow,
                                                           ImGuiKey_LeftArrow,
                                                           ImGuiKey_RightArrow,
                                                           ImGuiKey_PageUp,
                                                           ImGuiKey_PageDown,
                                                           ImGuiKey_Home,
                                                           ImGuiKey_F1,
                                                           ImGuiKey_F2,
                                                           ImGuiKey_F5,
                                                           ImGuiKey_F9,
                                                           ImGuiKey_F9,
                                                           ImGuiKey_F10,
                                                           ImGuiMod_Shift | ImGuiKey_F10,
                                                           ImGuiKey_F11,
                                                           ImGuiKey_F12,
                                                           ImGuiKey_1,
                                                           ImGuiKey_2,
                                                           ImGuiKey_3,
                                                           ImGuiKey_4,
                                                           ImGuiKey_5,
                                                           ImGuiKey_6,
                                                           ImGuiKey_7,
                                                           ImGuiKey_8,
                                                           ImGuiKey_9,
                                                           ImGuiMod_Shift | ImGuiKey_Tab,
                                                           ImGuiMod_Shift | ImGuiKey_P,
                                                           ImGuiMod_Shift | ImGuiKey_LeftArrow,
                                                           ImGuiMod_Shift | ImGuiKey_RightArrow,
                                                           ImGuiMod_Shift | ImGuiKey_UpArrow,
                                                           ImGuiMod_Shift | ImGuiKey_DownArrow,
                                                           ImGuiMod_Ctrl | ImGuiKey_LeftArrow,
                                                           ImGuiMod_Ctrl | ImGuiKey_RightArrow,
                                                           ImGuiMod_Ctrl | ImGuiKey_UpArrow,
                                                           ImGuiMod_Ctrl | ImGuiKey_DownArrow,
                                                           ImGuiMod_Ctrl | ImGuiKey_1,
                                                           ImGuiMod_Ctrl | ImGuiKey_2,
                                                           ImGuiMod_Ctrl | ImGuiKey_3,
                                                           ImGuiMod_Ctrl | ImGuiKey_4,
                                                           ImGuiMod_Ctrl | ImGuiKey_5,
                                                           ImGuiMod_Ctrl | ImGuiKey_6,
                                                           ImGuiMod_Ctrl | ImGuiKey_7,
                                                           ImGuiMod_Ctrl | ImGuiKey_8,
                                                           ImGuiMod_Ctrl | ImGuiKey_9,
                                                           ImGuiMod_Ctrl | ImGuiKey_Z,
                                                           ImGuiMod_Ctrl | ImGuiKey_Z,
                                                           ImGuiMod_Ctrl | ImGuiKey_Z,
                                                           ImGuiMod_Ctrl | ImGuiKey_Y,
                                                           ImGuiMod_Ctrl | ImGuiKey_Y,
                                                           ImGuiMod_Ctrl | ImGuiKey_Q,
                                                           ImGuiMod_Ctrl | ImGuiKey_Tab,
                                                           ImGuiMod_Ctrl | ImGuiKey_Equal,
                                                           ImGuiMod_Ctrl | ImGuiKey_Minus,
                                                           ImGuiMod_Ctrl | ImGuiKey_0});
static_assert(std::ranges::find(keys, 0) == keys.end(), "a place without a key");
inline constexpr std::array<const char*, 7> characters{".", "[", "]", "-", ",", "\u00e9", "/"};
inline constexpr std::array<const char*, 12> small_numbers{
    "1", "7", "64", "333", "1000", "-5", "nan", "ab", "2.5", "0", "", "1e2"};
inline constexpr std::array<const char*, 8> wild_numbers{
    "1e999", "99999999999999999999", "-1e999", "inf", "0x20", "1e-300", "--3", "0.0000001"};
inline constexpr std::array<const char*, 8> blocks{"32x8", "7",    "16x16", "0x0",
                                                   "128",  "2048", "x",     "1000000000000x9"};
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
