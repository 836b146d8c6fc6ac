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

TEST(Titles, EveryParameterAndAxisExplainsItself) {
  const Registry registry;
  const auto expect = [](const std::string& owner, const Param& param) {
    EXPECT_GT(param.help.size(), 8u) << owner << ": " << param.id;
    EXPECT_FALSE(param.label.empty()) << owner << ": " << param.id;
  };
  for (const auto& workload : registry.workloads()) {
    for (const Param& param : workload->info().params) expect(workload->info().name, param);
    for (const VariantInfo* row : workload->variants())
      for (const Param& axis : row->axes) expect(row->name, axis);
  }
}

}  // namespace
}  // namespace livewarp
