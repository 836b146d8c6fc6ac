#include <gtest/gtest.h>
#include <imgui.h>

#include "kernels/registry.h"
#include "ui/ui.h"

namespace livewarp {
namespace {

TEST(Titles, OfRowsFitTheirColumn) {
  constexpr float widest_em = 8.5f;
  const Registry registry;
  const ui::Ui ui({});
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  ImGui::GetIO().DisplaySize = {1280, 720};
  ImGui::NewFrame();
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* row : workload->variants()) {
      const float width = ImGui::CalcTextSize(row->title.c_str()).x / ImGui::GetFontSize();
      EXPECT_GT(width, 0);
      EXPECT_LE(width, widest_em) << workload->info().name << ": " << row->title;
    }
  ImGui::EndFrame();
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
    texture->SetStatus(ImTextureStatus_Destroyed);
}

}  // namespace
}  // namespace livewarp
