#include <gtest/gtest.h>
#include <imgui.h>

#include "kernels/registry.h"
#include "ui/theme/tokens.h"
#include "ui/ui.h"

namespace livewarp {
namespace {

/// Measures texts in the type of the panels.
class Measured {
 public:
  Measured() {
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    ImGui::GetIO().DisplaySize = {1280, 720};
    ImGui::NewFrame();
  }
  ~Measured() {
    ImGui::EndFrame();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
      texture->SetStatus(ImTextureStatus_Destroyed);
  }

  void expect_fits(const std::string& owner, const std::string& text, double widest_em) {
    const double width = double(ImGui::CalcTextSize(text.c_str()).x / ImGui::GetFontSize());
    EXPECT_GT(width, 0) << owner;
    EXPECT_LE(width, widest_em) << owner << ": " << text;
  }

 private:
  ui::Ui ui_{{}};
};

TEST(Titles, OfVariantsFitTheirColumn) {
  const Registry registry;
  Measured measured;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* variant : workload->variants())
      measured.expect_fits(workload->info().name, variant->title, 8.5);
}

TEST(Titles, OfParametersAndTheirOptionsFitTheControls) {
  // The narrowest panel that has labels beside controls: 20 em, with its padding.
  constexpr double list = 20 - 2 * 0.6 - 7.2, arrow = 1.2 + 2 * 0.5;
  const Registry registry;
  Measured measured;
  const auto expect = [&](const std::string& owner, const Param& param) {
    measured.expect_fits(owner, param.label, ui::metrics.label);
    for (const Option& option : param.options)
      measured.expect_fits(owner + " " + param.label, option.label, list - arrow);
  };
  for (const auto& workload : registry.workloads()) {
    for (const Param& param : workload->info().params) expect(workload->info().name, param);
    for (const VariantInfo* variant : workload->variants())
      for (const Param& axis : variant->axes)
        expect(workload->info().name + " " + variant->name, axis);
  }
}

TEST(Titles, EveryParameterAndAxisExplainsItself) {
  const Registry registry;
  const auto expect = [](const std::string& owner, const Param& param) {
    EXPECT_GT(param.help.size(), 8u) << owner << ": " << param.id;
    EXPECT_FALSE(param.label.empty()) << owner << ": " << param.id;
  };
  for (const auto& workload : registry.workloads()) {
    for (const Param& param : workload->info().params) expect(workload->info().name, param);
    for (const VariantInfo* variant : workload->variants())
      for (const Param& axis : variant->axes) expect(variant->name, axis);
  }
}

}  // namespace
}  // namespace livewarp
