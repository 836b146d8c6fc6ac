#include "app/scene/scene_view.h"

namespace livewarp {

using namespace std::chrono_literals;

void SceneView::begin(const ScreenFacts& screen) { window_ = {screen.width, screen.height}; }

void SceneView::resize(const ui::Result& result) {
  fills_window_ = result.scene_fills_window;
  if (result.scene_width < 1 || result.scene_height < 1) return;
  const Time now = std::chrono::steady_clock::now();
  const std::pair wanted(result.scene_width, result.scene_height);
  if (wanted != wanted_) {
    wanted_since_ = now;
    wanted_ = wanted;
  }
  if (sized_ && now - wanted_since_ < 100ms) return;
  size_ = wanted_;
  sized_ = true;
}

}  // namespace livewarp
