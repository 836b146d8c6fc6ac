#include "kernels/scaling/scaling_params.h"

#include <utility>
#include <vector>

#include "kernels/pictures/source_picture.h"

namespace livewarp {

namespace {

Param logarithmic(Param param) {
  param.log_scale = true;
  return param;
}

Param toggle(std::string id, std::string label, std::string help) {
  Param param;
  param.id = std::move(id);
  param.label = std::move(label);
  param.kind = ParamKind::toggle;
  param.default_value = false;
  param.help = std::move(help);
  return param;
}

std::vector<Param> scale_params() {
  return {
      logarithmic(real_param("scale", "Scale", "", scaling_least, scaling_most, 2,
                             "Pixels of the result per texel of the source, in each direction.")),
      real_param("rotation", "Rotation", "\u00b0", -180, 180, 0,
                 "Rotates the result clockwise about its centre. Neighbours in a row of the result "
                 "then lie in different rows of the source: how much of what is fetched is used?"),
      choice_param("filter", "Filter",
                   {{"nearest", "Nearest", {}},
                    {"bilinear", "Bilinear", {}},
                    {"catmull-rom", "Catmull-Rom", {}},
                    {"cubic", "Cubic, a = -3/4", {}},
                    {"mitchell", "Mitchell", {}},
                    {"b-spline", "B-spline", {}},
                    {"lanczos3", "Lanczos-3", {}},
                    {"area", "Area", {}},
                    {"trilinear", "Trilinear, mipmaps", {}}},
                   "bilinear",
                   "How the texels around a position become a pixel. More texels cost more, and "
                   "keep more of what the source shows."),
      toggle("antialias", "Antialiasing",
             "For a smaller result: widens the filter until every texel counts. Without it texels "
             "are skipped, and fine patterns alias to coarse ones."),
      choice_param("address", "Address mode",
                   {{"clamp", "Clamp", {}},
                    {"wrap", "Wrap", {}},
                    {"mirror", "Mirror", {}},
                    {"border", "Border", {}}},
                   "clamp",
                   "Address mode: where texels outside of the source are found, at its edge, round "
                   "on the other side, mirrored, or nowhere (transparent black)."),
      choice_param("origin", "Sample position",
                   {{"center", "Centre", {}}, {"corner", "Corner", {}}}, "center",
                   "Where in its pixel a colour is sampled. Centre: the corners of source and "
                   "result coincide. Corner: the first texel and the first pixel do, which shifts "
                   "the picture by half a pixel.")};
}

std::vector<Param> result_params() {
  return {
      integer_param(
          "result_width", "Result width", "pixels", 0, most_texels_a_side, 0,
          "Computes only a region of interest of that width of the result. 0: all of it."),
      integer_param(
          "result_height", "Result height", "pixels", 0, most_texels_a_side, 0,
          "Computes only a region of interest of that height of the result. 0: all of it."),
      real_param("center_x", "Centre x", "", 0, 1, 0.5,
                 "x in the source of the region's centre: 0 is the left edge, 1 the right one."),
      real_param("center_y", "Centre y", "", 0, 1, 0.5,
                 "y in the source of the region's centre: 0 is the top, 1 the bottom.")};
}

std::vector<Param> view_params() {
  std::vector<Param> params{
      choice_param(
          "show", "Show",
          {{"result", "Result", {}},
           {"source", "Source", {}},
           {"split", "Nearest | filter", {}},
           {"difference", "Difference", {}}},
          "result",
          "Source: its texels as squares, as filter nearest shows them. Difference: of the "
          "result from the exact value of its filter, which rounding alone makes up to "
          "half a level."),
      real_param("split", "Split", "", 0, 1, 0.5,
                 "Where the filter's result begins beside that of nearest."),
      logarithmic(integer_param("amplify", "Amplify", "", 1, 256, 64,
                                "Levels of grey that a difference of one level is shown as."))};
  for (Param& param : params) param.group = ParamGroup::view;
  return params;
}

}  // namespace

WorkloadInfo scaling_info() {
  WorkloadInfo info;
  info.name = "scaling";
  info.title = "Scaling";
  info.summary = "A picture at another size: every pixel is a weighted sum of texels.";
  info.item = "pixel";
  info.item_rate = "pixels/s";
  info.element = "pixel";
  info.elements = "pixels";
  info.topic = "L2";
  info.method = "filter";
  for (auto more : {scale_params(), picture_size_params(), result_params(), picture_start_params(),
                    view_params()})
    info.params.insert(info.params.end(), more.begin(), more.end());
  info.default_cuda = "texture";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  // So near that texels are seen, at the sign, whose letters are half nearest and half filtered.
  info.window_problem = {{"chart", std::string("scene")},
                         {"width", std::int64_t{2560}},
                         {"height", std::int64_t{1440}},
                         {"scale", 3.5},
                         {"result_width", std::int64_t{1280}},
                         {"result_height", std::int64_t{720}},
                         {"center_x", 0.6},
                         {"center_y", 0.853}};
  info.gpu_window_problem = {
      {"scale", 7.0}, {"result_width", std::int64_t{2560}}, {"result_height", std::int64_t{1440}}};
  info.window_view = {{"show", std::string("split")}};
  return info;
}

}  // namespace livewarp
