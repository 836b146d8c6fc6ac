// A window that grows from small to very large: every frame shows something, and nothing is made
// anew more often than there are sizes.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class ResizeWindowTest : public NbodyWindowTest {
 protected:
  /// Of every third pixel of a part, at most as many as make it no empty one.
  static std::size_t colours(const PixelImage& image, int x0, int y0, int x1, int y1) {
    constexpr std::size_t enough = 8;
    std::set<std::uint32_t> found;
    for (int y = std::max(0, y0); y < std::min(image.height, y1); y += 3)
      for (int x = std::max(0, x0); x < std::min(image.width, x1); x += 3) {
        std::uint32_t colour = 0;
        std::memcpy(&colour, image.at(x, y), sizeof colour);
        found.insert(colour);
        if (found.size() >= enough) return enough;
      }
    return found.size();
  }

  /// To be called before a frame is shown.
  void expect_something(const PixelImage& image) {
    ++frames_;
    EXPECT_GE(colours(image, 0, 0, image.width, image.height), 8u)
        << "a blank window of " << image.width << " x " << image.height;
    const ImGuiWindow* scene = ImGui::FindWindowByName(ui::ids::scene);
    // In the smallest windows there is no bar, and readout and Pause only.
    const ImGuiWindow* bar = ImGui::FindWindowByName(ui::ids::top);
    if (!scene || !scene->Active || !bar || !bar->Active) return;
    // Its lower half: the readout is above, and no panel over it.
    const ImRect place = scene->Rect();
    const float middle = 0.5f * (place.Min.y + place.Max.y);
    EXPECT_GE(colours(image, int(place.Min.x), int(middle), int(place.Max.x), int(place.Max.y)), 8u)
        << "a blank picture in a window of " << image.width << " x " << image.height;
    ++pictures_;
  }

  int frames_ = 0, pictures_ = 0;
};

TEST_F(ResizeWindowTest, InTwentyStepsNoFrameIsBlankAndLittleIsMadeAnew) {
  constexpr int steps = 20, small_width = 320, small_height = 180, width = 1920, height = 1080;
  DrivenWindow driven(registry_, machine_, nbody("vector", 2000), DrivenWindow::quiet(),
                      small_width, small_height);
  ASSERT_TRUE(driven.frames_until(60s, [&] { return driven.session().steps() > 2; }));
  std::this_thread::sleep_for(150ms);
  for (int i = 0; i < 3; ++i) driven.frame();
  driven.screen().before_swap = [&] { expect_something(driven.screen().pixels()); };
  const int displays = driven.live().display().made();
  int sizes_with_picture = 0;
  for (int step = 0; step <= steps; ++step) {
    const int textures = driven.screen().textures_made(), pictures = pictures_;
    // The first picture takes its size at once, before the bars have taken their place.
    const int first = pictures_ == 0 ? 1 : 0;
    driven.window().set_size(small_width + (width - small_width) * step / steps,
                             small_height + (height - small_height) * step / steps);
    const auto stop = std::chrono::steady_clock::now() + 300ms;
    ASSERT_TRUE(driven.frames_until(60s, [&] {
      return std::chrono::steady_clock::now() > stop &&
             driven.window().framebuffer_width() ==
                 small_width + (width - small_width) * step / steps;
    }));
    driven.frame();  // the picture in its new size, however long the last frame took
    driven.frame();
    EXPECT_LE(driven.screen().textures_made() - textures, 1 + first) << "at stop " << step;
    sizes_with_picture += pictures_ > pictures ? 1 : 0;
  }
  driven.screen().before_swap = nullptr;
  EXPECT_EQ(driven.live().display().made(), displays) << "the way of pictures was made anew";
  EXPECT_GT(frames_, 2 * steps);
  EXPECT_GT(sizes_with_picture, steps / 2) << "most sizes show the picture";
  EXPECT_EQ(driven.live().report().gl_errors, 0) << driven.live().report().first_gl_error;
}

}  // namespace
}  // namespace livewarp
