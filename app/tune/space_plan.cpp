#include "app/tune/space_plan.h"

#include "kernels/core/base/error.h"

namespace livewarp {

SpacePlan make_plan(const SpacePlan::Request& request) {
  SpacePlan plan;
  plan.from = request.from;
  plan.over = request.over;
  if (request.variants.empty()) {
    plan.trouble = "No variant of this backend can be measured here.";
    return plan;
  }
  const GpuInfo* gpu = request.gpu ? &*request.gpu : nullptr;
  SpaceOver all{.any_block = true}, wanted{.any_block = true};
  for (const std::string& id : request.names) {
    all.ids.push_back(id);
    if (request.over.contains(id)) wanted.ids.push_back(id);
  }
  const bool every = request.over.contains("variant");
  const std::vector<SelectedVariant> tried =
      every ? request.variants : std::vector{request.variants.at(request.present)};
  if (request.variants.size() > 1)
    plan.dimensions.push_back({"variant", "Variant", request.variants.size(), every});
  for (const Dimension& dimension : dimensions_offered(tried, all, gpu))
    if (dimension.id != "variant" && dimension.values.size() > 1)
      plan.dimensions.push_back({dimension.id, dimension.label, dimension.values.size(),
                                 request.over.contains(dimension.id)});
  try {
    plan.space = std::make_shared<SettingSpace>(make_space(tried, wanted, gpu));
    if (plan.space->settings.size() < 2) plan.trouble = "Nothing is varied: choose what is to be.";
  } catch (const Error& error) {
    plan.trouble = error.what();
  }
  return plan;
}

}  // namespace livewarp
