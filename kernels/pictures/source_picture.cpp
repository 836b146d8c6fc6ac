#include "kernels/pictures/source_picture.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"
#include "kernels/pictures/charts.h"
#include "kernels/pictures/image_file.h"

namespace livewarp {

namespace {

Param side_param(std::string id, std::string label, std::int64_t texels) {
  Param param = integer_param(std::move(id), std::move(label), "texels", 1, most_texels_a_side,
                              texels, "Of a chart; a picture that is opened has its own.");
  param.log_scale = true;
  return param;
}

std::string sides(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

}  // namespace

std::vector<Param> picture_size_params() {
  return {side_param("width", "Source width", 3840), side_param("height", "Source height", 2160),
          choice_param("pixels", "Pixel format", {{"rgba8", "RGBA", {}}, {"grey8", "Grey", {}}},
                       "rgba8", "Four bytes or one byte per pixel.")};
}

std::vector<Param> picture_start_params() {
  std::vector<Param> params{
      choice_param("chart", "Source",
                   {{"mixed", "Mixed channels", {}},
                    {"zone", "Zone plate", {}},
                    {"star", "Siemens star", {}},
                    {"checker", "Checkerboard", {}},
                    {"gradients", "Gradients", {}},
                    {"text", "Text", {}},
                    {"noise", "Noise", {}},
                    {"fractal", "Fractal", {}},
                    {"scene", "Painted scene", {}},
                    {"image", "Image", {}}},
                   "mixed",
                   "The picture to begin with. Mixed: zone plate, checkerboard and noise in red, "
                   "green and blue. A zone plate holds every pattern, the finest at its rim."),
      image_file_param("image", "Image file", {{"chart", std::string("image")}},
                       "A picture of 8 or 16 bits a channel; 8 of them are used."),
      integer_param("seed", "Seed", "", 0, 999'999, 1, "Of noise, fractal and scene.")};
  for (Param& param : params) param.group = ParamGroup::start;
  return params;
}

SourcePicture SourcePicture::from(const Values& values) {
  static const std::vector<Param> params = picture_start_params();
  SourcePicture picture;
  picture.width = get_integer(values, "width");
  picture.height = get_integer(values, "height");
  picture.channels = get_text(values, "pixels") == "grey8" ? 1 : 4;
  picture.chart = chosen<Chart>(params, values, "chart");
  picture.seed = std::uint64_t(get_integer(values, "seed"));
  if (picture.chart == Chart::image) picture.image = get_text(values, "image");
  return picture;
}

Values with_picture_size(Values problem, const Values* complete) {
  const std::string& path = get_text(problem, "image");
  if (get_text(problem, "chart") != "image" || path.empty()) return problem;
  const auto shared = [&](const char* id) { return problem.at(id) == complete->at(id); };
  if (complete && shared("chart") && shared("image") && shared("width") && shared("height"))
    return problem;
  const ImageSize size = image_size(path);
  if (std::max(size.width, size.height) > most_texels_a_side)
    throw Error(path + " is " + sides(size.width, size.height) + " pixels: at most " +
                std::to_string(most_texels_a_side) + " a side can be taken");
  problem["width"] = std::int64_t(size.width);
  problem["height"] = std::int64_t(size.height);
  return problem;
}

std::vector<std::byte> source_texels(const SourcePicture& picture) {
  if (picture.image.empty()) return drawn_chart(picture);
  const Image image = read_image(picture.image);
  if (image.width != picture.width || image.height != picture.height)
    throw Error(picture.image + " is " + sides(image.width, image.height) + " now, and was " +
                    sides(picture.width, picture.height),
                "open it again");
  const std::vector<std::uint8_t> bytes = as_bytes(image, picture.channels);
  std::vector<std::byte> texels(bytes.size());
  std::transform(bytes.begin(), bytes.end(), texels.begin(),
                 [](std::uint8_t b) { return std::byte(b); });
  return texels;
}

}  // namespace livewarp
