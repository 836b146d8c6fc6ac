#include "render/gl/gl_info.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(GlInfo, RenderersThatDrawOnTheCpuAreKnownByName) {
  for (const char* const software :
       {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Mesa DRI swrast", "Software Rasterizer",
        "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)"})
    EXPECT_TRUE(draws_on_cpu(software)) << software;
  for (const char* const hardware :
       {"NVIDIA H200/PCIe/SSE2", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", ""})
    EXPECT_FALSE(draws_on_cpu(hardware)) << hardware;
}

}  // namespace
}  // namespace livewarp
