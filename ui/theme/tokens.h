#pragma once

#include <array>
#include <cstdint>

/// The look in figures: every colour of the user interface stands here and nowhere else, every
/// length that panels share is a figure in em (the font size after all scaling).
namespace livewarp::ui {

/// 8-bit sRGB-encoded colour.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Color&) const = default;
};

/// 0xRRGGBB.
constexpr Color hex(std::uint32_t rgb) {
  return {std::uint8_t(rgb >> 16), std::uint8_t(rgb >> 8), std::uint8_t(rgb), 255};
}

constexpr Color faded(Color color, double alpha) {
  color.a = std::uint8_t(double(color.a) * alpha);
  return color;
}

/// Colours by meaning; one value per theme.
struct Tokens {
  // Grounds, from the window's edge inwards.
  Color app, panel, raised, field, hover, selected;
  // What is written on them: at least 4.5:1 on every ground.
  Color text, muted, accent, ok, warn, error;
  Color on_accent;
  Color scrim;  ///< under text on pictures, whatever they show
  Color divider;
  Color edge;  ///< outline of a control, at least 3:1 on a panel
  /// kernel, copy, publish, map, draw, ui, wait, upload: the order of `Slot`. At least 3:1 on a
  /// panel; they never colour text. `wait` is hatched wherever it fills an area.
  std::array<Color, 8> series;
  Color baseline;      ///< the pinned setting that others are compared with
  Color scene, image;  ///< ground of a scene of points, and round a picture
  Color paper;         ///< light marks on colours that no theme changes
  /// On the ground of a scene, whatever the theme: around the circle of hues, light and dark in
  /// turn.
  std::array<Color, 12> hues;
};

constexpr std::array scene_hues{hex(0xFDA1A0), hex(0xE36A00), hex(0xF5B005), hex(0x989912),
                                hex(0x74DA5C), hex(0x05AB86), hex(0x0CD7E0), hex(0x0AA0D2),
                                hex(0x98BFFE), hex(0x9477FC), hex(0xEC98FF), hex(0xE356A2)};

constexpr Tokens dark_tokens{
    .app = hex(0x0E1116),
    .panel = hex(0x161A21),
    .raised = hex(0x1E242D),
    .field = hex(0x262D38),
    .hover = hex(0x303947),
    .selected = hex(0x1D3A57),
    .text = hex(0xE8ECF1),
    .muted = hex(0x9AA6B4),
    .accent = hex(0x5CB3FF),
    .ok = hex(0x6AE7C8),
    .warn = hex(0xF8C51A),
    .error = hex(0xFC8270),
    .on_accent = hex(0x0E1116),
    .scrim = faded(hex(0x0E1116), 0.86),
    .divider = hex(0x3A4452),
    .edge = hex(0x6B7889),
    .series = {hex(0x5A91F6), hex(0xF7A825), hex(0xAEFCFC), hex(0x4FDCBA), hex(0xF8F476),
               hex(0xEA5520), hex(0x8D99A8), hex(0x6C54C0)},
    .baseline = hex(0xB66F98),
    .scene = hex(0x07090C),
    .image = hex(0x2A2A2A),
    .paper = hex(0xFFFFFF),
    .hues = scene_hues,
};

/// For bright rooms. Scenes keep their dark ground: additive sprites would vanish on white.
constexpr Tokens light_tokens{
    .app = hex(0xE9ECF0),
    .panel = hex(0xF7F8FA),
    .raised = hex(0xFFFFFF),
    .field = hex(0xE3E7ED),
    .hover = hex(0xD6DDE6),
    .selected = hex(0xCFE4FA),
    .text = hex(0x161B22),
    .muted = hex(0x4F5966),
    .accent = hex(0x0B5CAD),
    .ok = hex(0x17694F),
    .warn = hex(0x8A5000),
    .error = hex(0x83092C),
    .on_accent = hex(0xFFFFFF),
    .scrim = faded(hex(0xE9ECF0), 0.92),
    .divider = hex(0xC3CAD3),
    .edge = hex(0x727E8B),
    .series = {hex(0x2069A8), hex(0xB57C17), hex(0x1E1EB4), hex(0x079975), hex(0x7A651F),
               hex(0x8C0C0B), hex(0x6A7684), hex(0xA578F0)},
    .baseline = hex(0x652968),
    .scene = hex(0x07090C),
    .image = hex(0x2A2A2A),
    .paper = hex(0xFFFFFF),
    .hues = scene_hues,
};

enum class Theme { dark, light };
constexpr const Tokens& tokens_of(Theme theme) {
  return theme == Theme::light ? light_tokens : dark_tokens;
}

/// Shared lengths in em. Values that only one widget uses stand beside that widget.
struct Metrics {
  double caption = 0.875, body = 1, readout = 1.2, number = 2.6, title = 1.6,
         presenter = 4;  // type sizes
  double window_x = 0.6, window_y = 0.5;
  double frame_x = 0.5, frame_y = 0.22;
  double spacing_x = 0.5, spacing_y = 0.28;
  double inner_x = 0.35, inner_y = 0.25;
  double cell_x = 0.25, cell_y = 0.14;
  double scrollbar = 0.7, grab = 0.6, rounding = 0.25;
  double heading_before = 0.9, heading_after = 0.3;
  double hit = 1.44, table_row = 1.28, bar_button = 1.75;
  double label = 7.2;
  double top_bar = 2.2, status_bar = 1.5, readout_height = 6.85;
  double foot_bar = 0.22;
  double presenter_band = 9;
};
constexpr Metrics metrics{};

}  // namespace livewarp::ui
