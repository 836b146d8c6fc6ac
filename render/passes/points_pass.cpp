#include "render/passes/points_pass.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glad/gl.h>

#include "kernels/core/color/color_map.h"

namespace livewarp {
namespace {

using namespace points_style;

constexpr float points_tint = 0.75f;  // lights add up, and their hues fade
constexpr double rim = 0.82;          // where a light ends, in radii that it seems to have

/// Runs a filter over all of `target`.
void filter(const GlObject& program, const Canvas& source, const Canvas& target) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer());
  glViewport(0, 0, target.width(), target.height());
  glUseProgram(program.name());
  glBindTextureUnit(0, source.texture());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace

PointsLook points_look(const View& view, const OrbitCamera& camera, int width, int height) {
  PointsLook look{.width = width, .height = height};
  std::ranges::copy(camera.view_projection(width, height), look.matrix);
  // Lights grow with the root of the magnification, so that zooming in parts them.
  const double fitted = camera.pixels_per_unit(width, height) / camera.magnification();
  const double size =
      rim * view.point_size * view.extent * fitted * std::sqrt(camera.magnification());
  look.radius = static_cast<float>(std::min(size, double{look.greatest_radius}));
  look.distance = static_cast<float>(camera.distance());
  look.map = view.map;
  return look;
}

PointsPass::PointsPass()
    : lights_program_(make_program("points.vert", "points.frag")),
      down_program_(make_program("fullscreen.vert", "bloom_down.frag")),
      up_program_(make_program("fullscreen.vert", "bloom_up.frag")),
      peak_program_(make_program("fullscreen.vert", "peak.frag")),
      tone_program_(make_program("tone.vert", "tone.frag")), point_array_(make_vertex_array()),
      empty_array_(make_vertex_array()) {
  const unsigned array = point_array_.name();
  glEnableVertexArrayAttrib(array, 0);
  glVertexArrayAttribFormat(array, 0, 4, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(array, 0, 0);
  GLfloat sizes[2] = {1, 1};
  glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
  const PointsLook usual;
  greatest_radius_ = std::clamp(sizes[1] / 2, usual.least_radius, usual.greatest_radius);
}

void PointsPass::resize(int width, int height) {
  lights_.resize(GL_RGBA16F, width, height, true);
  std::size_t level = 0;
  for (int w = width / first_level, h = height / first_level;
       std::min(w, h) >= least_rows || level == 0; w /= 2, h /= 2, ++level) {
    if (level == bloom_.size()) bloom_.emplace_back();
    bloom_[level].resize(GL_RGBA16F, std::max(w, 1), std::max(h, 1), true);
  }
  bloom_.resize(level);
  level = 0;  // eightfold smaller down to one pixel
  for (int w = bloom_[0].width(), h = bloom_[0].height(); w > 1 || h > 1 || level == 0; ++level) {
    w = (w + 7) / 8;
    h = (h + 7) / 8;
    if (level == peak_.size()) peak_.emplace_back();
    peak_[level].resize(GL_RGBA16F, w, h, false);
  }
  peak_.resize(level);
}

void PointsPass::draw(const GlPicture& picture, const View& view, const OrbitCamera& camera,
                      const PassTarget& target, const ElementTints& tints) {
  if (picture.pixels.width > 0) return show_drawn(picture, target);
  resize(target.width, target.height);
  PointsLook look = points_look(view, camera, target.width, target.height);
  look.greatest_radius = greatest_radius_;
  look.radius = std::min(look.radius, greatest_radius_);
  add_lights(picture, look, target.top_first, tints);
  spread_bloom();
  find_peak();
  show(target);
}

void PointsPass::show_drawn(const GlPicture& picture, const PassTarget& target) {
  const auto [w, h] = std::pair(picture.pixels.width, picture.pixels.height);
  if (drawn_generation_ != picture.generation || drawn_.width() != w || drawn_.height() != h) {
    drawn_.resize(GL_RGBA8, w, h, false);
    fill_texture(drawn_.texture(), picture.buffer, w, h);
    drawn_generation_ = picture.generation;
  }
  // Sizes differ for a moment while a border is dragged.
  const bool fits = w == target.width && h == target.height;
  glBlitNamedFramebuffer(drawn_.framebuffer(), target.framebuffer, 0, 0, w, h, 0,
                         target.top_first ? 0 : target.height, target.width,
                         target.top_first ? target.height : 0, GL_COLOR_BUFFER_BIT,
                         fits ? GL_NEAREST : GL_LINEAR);
}

void PointsPass::add_lights(const GlPicture& picture, const PointsLook& look, bool top_first,
                            const ElementTints& tints) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, lights_.framebuffer());
  glViewport(0, 0, lights_.width(), lights_.height());
  constexpr float nothing[4] = {};
  glClearNamedFramebufferfv(lights_.framebuffer(), GL_COLOR, 0, nothing);
  if (picture.buffer == 0 || picture.spec.count <= 0) return;
  if (tints.on() && !tint_program_)
    tint_program_ = make_program("points.vert", "points.frag", "", ElementTints::shader_head());
  const unsigned program = tints.on() ? tint_program_.name() : lights_program_.name();
  if (tints.on()) tints.bind(program, points_tint);
  glProgramUniformMatrix4fv(program, 0, 1, GL_FALSE, look.matrix);
  glProgramUniform4f(program, 4, look.radius, look.least_radius, look.greatest_radius,
                     look.distance);
  glProgramUniform2f(program, 5, static_cast<float>(points_from), 1);
  glProgramUniform1f(program, 6, top_first ? -1.0f : 1.0f);
  glUseProgram(program);
  glBindTextureUnit(0, colors_.of(look.map));
  glVertexArrayVertexBuffer(point_array_.name(), 0, picture.buffer, 0, 16);
  glBindVertexArray(point_array_.name());
  glEnable(GL_PROGRAM_POINT_SIZE);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(picture.spec.count));
  glDisable(GL_BLEND);
  glDisable(GL_PROGRAM_POINT_SIZE);
  glVertexArrayVertexBuffer(point_array_.name(), 0, 0, 0, 16);
}

void PointsPass::spread_bloom() {
  glBindVertexArray(empty_array_.name());
  filter(down_program_, lights_, bloom_.front());
  for (std::size_t k = 1; k < bloom_.size(); ++k) filter(down_program_, bloom_[k - 1], bloom_[k]);
  glEnable(GL_BLEND);
  glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
  glBlendColor(0, 0, 0, spread);
  for (std::size_t k = bloom_.size() - 1; k > 0; --k) filter(up_program_, bloom_[k], bloom_[k - 1]);
  glBlendColor(0, 0, 0, 0);
  glDisable(GL_BLEND);
}

void PointsPass::find_peak() {
  const Canvas* source = &bloom_.front();
  for (const Canvas& target : peak_) {
    filter(peak_program_, *source, target);
    source = &target;
  }
}

void PointsPass::show(const PassTarget& target) {
  const unsigned program = tone_program_.name();
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
  glViewport(0, 0, target.width, target.height);
  glProgramUniform2f(program, 0, light_brightness, dimming);
  glProgramUniform2f(program, 2, bloom_strength, bloom_gain);
  glProgramUniform1f(program, 1, whiteness);
  glUseProgram(program);
  glBindTextureUnit(0, lights_.texture());
  glBindTextureUnit(1, bloom_.front().texture());
  glBindTextureUnit(2, peak_.back().texture());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace livewarp
