#include "render/passes/volume_pass.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <glad/gl.h>

#include "render/gl/gl_info.h"
#include "render/passes/volume_box.h"

namespace livewarp {
namespace {

enum Uniform : GLint {
  eye = 0,
  right = 1,
  up = 2,
  ahead = 3,
  corner = 4,
  size = 5,
  range = 6,
  shown = 7,
  cuts = 8,
  march = 9,
  line = 10,
  segments = 11,
  grain = 12,
  ends = 16
};

constexpr int coarse_grain = 2;
constexpr double samples_per_cell = 1.5;
constexpr double most_samples = 256;   // along the box's diagonal
constexpr double opacity = 8;          // of the highest value: 1 - e^-8 of it is seen over length 1
constexpr double side_per_line = 600;  // pixels of the picture a pixel of line width
constexpr double letter_share = 0.028;  // height of a letter, of the picture's shorter side
constexpr double least_letter = 9;      // pixels

void set(unsigned program, GLint uniform, double x, double y, double z) {
  glProgramUniform3f(program, uniform, static_cast<float>(x), static_cast<float>(y),
                     static_cast<float>(z));
}

/// The ray of each pixel, in world units.
void set_rays(unsigned program, const OrbitCamera& camera, int width, int height) {
  const Vec3 from = camera.position(), to = camera.target();
  const double distance = camera.distance();
  const Vec3 back{(from.x - to.x) / distance, (from.y - to.y) / distance,
                  (from.z - to.z) / distance};
  const Vec3 side{-std::sin(camera.yaw()), std::cos(camera.yaw()), 0};
  const Vec3 top{back.y * side.z - back.z * side.y, back.z * side.x - back.x * side.z,
                 back.x * side.y - back.y * side.x};
  const double pixel = 1 / (camera.pixels_per_unit(width, height) * distance);
  set(program, eye, from.x, from.y, from.z);
  set(program, right, pixel * side.x, pixel * side.y, pixel * side.z);
  set(program, up, pixel * top.x, pixel * top.y, pixel * top.z);
  set(program, ahead, -back.x, -back.y, -back.z);
}

void set_range(unsigned program, const View& view) {
  const double scale = view.unit_scale != 0 ? view.unit_scale : 1;
  const double from = view.legend_min / scale, to = view.legend_max / scale;
  const double length = to != from ? to - from : 1e-30;
  glProgramUniform2f(program, range, static_cast<float>(from), static_cast<float>(1 / length));
}

void set_lines(unsigned program, const BoxLines& lines) {
  std::array<GLfloat, 4 * BoxLines::most> values{};
  std::size_t count = 0;
  for (const auto* group : {&lines.behind, &lines.front})
    for (const ScreenLine& each : *group)
      for (const double end : {each.x0, each.y0, each.x1, each.y1})
        if (count < values.size()) values[count++] = static_cast<float>(end);
  glProgramUniform4fv(program, ends, GLsizei{BoxLines::most}, values.data());
  glProgramUniform2i(program, segments, static_cast<GLint>(lines.behind.size()),
                     static_cast<GLint>(count / 4));
}

void set_cuts(unsigned program, const View& view, const Vec3& half) {
  const auto place = [](double cut, double reach) {
    return (2 * std::clamp(cut, 0.0, 1.0) - 1) * reach;
  };
  set(program, cuts, place(view.cut_x, half.x), place(view.cut_y, half.y),
      place(view.cut_z, half.z));
}

/// Length of a step through the box: shorter than a cell, but not too many of them.
double step_length(const Vec3& half, const PictureSpec& spec) {
  const double cell = std::min(
      {2 * half.x / spec.width, 2 * half.y / spec.height, 2 * half.z / std::max(spec.depth, 1)});
  const double diagonal = 2 * std::sqrt(half.x * half.x + half.y * half.y + half.z * half.z);
  return std::max(cell / samples_per_cell, diagonal / most_samples);
}

}  // namespace

VolumePass::VolumePass(int grain)
    : vertex_array_(make_vertex_array()), grain_(grain > 0            ? grain
                                                 : gl_info().software ? coarse_grain
                                                                      : 1) {}

unsigned VolumePass::program(Variant variant) {
  constexpr std::array<std::string_view, 4> defines{"", "#define SLICES\n", "#define COARSE\n",
                                                    "#define FROM_COARSE\n"};
  const auto index = static_cast<std::size_t>(variant);
  GlObject& made = programs_[index];
  if (!made) made = make_program("fullscreen.vert", "volume.frag", defines[index]);
  return made.name();
}

void VolumePass::resize(const PictureSpec& spec) {
  if (values_ && spec.width == width_ && spec.height == height_ && spec.depth == depth_) return;
  values_ = {};
  width_ = height_ = depth_ = 0;
  values_ = make_volume_texture(GL_R16, spec.width, spec.height, spec.depth);
  width_ = spec.width;
  height_ = spec.height;
  depth_ = spec.depth;
  generation_ = 0;
}

bool VolumePass::take(const GlPicture& picture) {
  const PictureSpec& spec = picture.spec;
  if (picture.empty() || spec.width <= 0 || spec.height <= 0 || spec.depth <= 0) return false;
  if (picture.texture != 0) {
    values_ = {};
    return true;
  }
  resize(spec);
  if (generation_ == picture.generation && generation_ != 0) return true;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, picture.buffer);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
  glTextureSubImage3D(values_.name(), 0, 0, 0, 0, width_, height_, depth_, GL_RED,
                      GL_UNSIGNED_SHORT, nullptr);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  generation_ = picture.generation;
  return true;
}

void VolumePass::run(Variant variant, const GlPicture& picture, const View& view,
                     const OrbitCamera& camera, const PassTarget& target, bool any) {
  const unsigned program = this->program(variant);
  const PictureSpec& spec = picture.spec;
  const double side = std::min(target.width, target.height);
  const Vec3 half = any ? volume_corner(spec) : Vec3{1, 1, 1};
  set_rays(program, camera, target.width, target.height);
  set(program, corner, half.x, half.y, half.z);
  set(program, shown, target.width, target.height, target.top_first ? 1 : 0);
  glProgramUniform3i(program, size, any ? spec.width : 0, spec.height, spec.depth);
  const bool shared = variant == Variant::coarse || variant == Variant::from_coarse;
  glProgramUniform1f(program, grain, static_cast<float>(shared ? grain_ : 1));
  set_range(program, view);
  if (variant == Variant::slices) {
    set_cuts(program, view, half);
  } else if (any) {
    glProgramUniform2f(program, march, static_cast<float>(step_length(half, spec)),
                       static_cast<float>(opacity * std::max(view.density, 0.0)));
  }
  glProgramUniform1f(program, line, static_cast<float>(std::max(1.0, side / side_per_line)));
  const double letter = std::max(letter_share * side, least_letter);
  set_lines(program,
            any ? box_lines(half, camera, target.width, target.height, letter) : BoxLines{});
  glUseProgram(program);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void VolumePass::draw(const GlPicture& picture, const View& view, const OrbitCamera& camera,
                      const PassTarget& target) {
  const bool any = take(picture);
  glBindVertexArray(vertex_array_.name());
  if (any) glBindTextureUnit(0, picture.texture != 0 ? picture.texture : values_.name());
  glBindTextureUnit(1, colors_.of(view.map));
  const bool coarse = any && !view.slices && grain_ > 1;
  if (coarse) {
    const auto cells = [this](int pixels) { return (pixels + grain_ - 1) / grain_; };
    coarse_.resize(GL_RGBA16F, cells(target.width), cells(target.height), true);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, coarse_.framebuffer());
    glViewport(0, 0, coarse_.width(), coarse_.height());
    run(Variant::coarse, picture, view, camera, target, any);
    glBindTextureUnit(2, coarse_.texture());
  }
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
  glViewport(0, 0, target.width, target.height);
  run(view.slices ? Variant::slices
      : coarse    ? Variant::from_coarse
                  : Variant::cloud,
      picture, view, camera, target, any);
}

}  // namespace livewarp
