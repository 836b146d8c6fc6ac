#include "kernels/grids/temperature_view.h"

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

std::vector<Param> temperature_params() {
  std::vector<Param> params{
      choice_param("map", "Colour map",
                   {{"viridis", "Viridis", {}},
                    {"inferno", "Inferno", {}},
                    {"turbo", "Turbo", {}},
                    {"coolwarm", "Cool-warm", {}},
                    {"grey", "Grey", {}}},
                   "inferno", "All but turbo are perceptually even: equal steps look equal."),
      real_param("range_low", "Colour minimum", "\u00b0C", 0, 100, 0,
                 "Temperature of the first colour."),
      real_param("range_high", "Colour maximum", "\u00b0C", 0, 100, 100,
                 "Temperature of the last colour.")};
  for (Param& param : params) param.group = ParamGroup::view;
  return params;
}

View temperature_view(PictureKind kind, const Values& view) {
  return {.kind = kind,
          .map = chosen<ColorMap>(temperature_params(), view, "map"),
          .legend = "temperature",
          .legend_unit = "\u00b0C",
          .legend_min = get_real(view, "range_low"),
          .legend_max = get_real(view, "range_high"),
          .unit_scale = degrees_per_unit};
}

void check_stable(double number, double limit, const std::string& limit_of) {
  if (number <= limit * (1 + 1e-12)) return;
  throw Error("number " + shortest(number) + ": must be at most " + rounded(limit, 4) + limit_of +
                  ": a larger step grows without bound",
              "choose a smaller --number");
}

}  // namespace livewarp
