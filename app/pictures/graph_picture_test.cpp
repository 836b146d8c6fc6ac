#include "app/pictures/graph_picture.h"

#include <gtest/gtest.h>

#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "render/gl/offscreen.h"

namespace livewarp {
namespace {

TEST(GraphPicture, ThatHasNoRoomIsToldAndTheNextOneIsDrawn) {
  try {
    const Offscreen probe;
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const Offscreen gl;
  {
    const Fault fault("glTextureStorage2D");
    try {
      draw_graphs({Graph{}}, "", 300, 200);
      FAIL() << "drawn without a texture";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find("no room for a picture of 300 x 200 pixels"), 0u)
          << error.what();
    }
  }
  const PixelImage image = draw_graphs({Graph{}}, "", 300, 200);
  EXPECT_EQ(image.width, 300);
  EXPECT_EQ(image.height, 200);
  EXPECT_EQ(image.rgba.size(), 4u * 300 * 200);
}

}  // namespace
}  // namespace livewarp
