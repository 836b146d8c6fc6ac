#include "render/passes/field_pass.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glad/gl.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "render/gl/gl_info.h"

namespace livewarp {
namespace {

enum Uniform : GLint {
  placement = 0,
  size = 1,
  range = 2,
  target_height = 3,
  top_first = 4,
  contours = 5,
  tiles = 6,
  line = 7,
  anchor = 8,
  cells_at = 9,
  all_cells = 10
};

constexpr float tint_strength = 0.35f;

constexpr double least_tile = 6;       // pixels: below it a grid would hide the field
constexpr double pattern_period = 12;  // of the shader's hatches and dots, in line widths
constexpr double side_per_line = 900;  // pixels of the picture a pixel of line width

/// The picture's region, in a form that single precision stands: positions on the screen, all near
/// it.
struct Placed {
  double x = 0, y = 0;                ///< where its top left corner lies
  double across_x = 1, across_y = 1;  ///< published pixels a screen pixel
};

Placed placed(const PictureSpec& spec, const ImagePlacement& image) {
  const Region& region = spec.region;
  return {image.x + region.x * image.scale, image.y + region.y * image.scale,
          spec.width / (region.width * image.scale), spec.height / (region.height * image.scale)};
}

/// A multiple of `period` away from `x`, in [0, period): single precision would lose the rest of a
/// far one.
double near(double x, double period) { return x - period * std::floor(x / period); }

void set_range(unsigned program, const View& view) {
  const double scale = view.unit_scale != 0 ? view.unit_scale : 1;
  const double from = view.legend_min / scale, to = view.legend_max / scale;
  const double length = to != from ? to - from : 1e-30;
  glProgramUniform2f(program, range, static_cast<float>(from), static_cast<float>(1 / length));
}

void set_lines(unsigned program, const View& view, const ImagePlacement& image) {
  glProgramUniform1i(program, contours, std::max(view.contours, 0));
  const double width = view.tile_width * image.scale, height = view.tile_height * image.scale;
  if (std::min(width, height) < least_tile)
    glProgramUniform4f(program, tiles, 0, 0, 0, 0);
  else
    glProgramUniform4f(program, tiles, static_cast<float>(near(image.x, width)),
                       static_cast<float>(near(image.y, height)), static_cast<float>(width),
                       static_cast<float>(height));
}

void set_cells(unsigned program, const PictureSpec& spec) {
  const Region& region = spec.region;
  glProgramUniform4f(program, cells_at, static_cast<float>(region.x), static_cast<float>(region.y),
                     static_cast<float>(region.width / spec.width),
                     static_cast<float>(region.height / spec.height));
  glProgramUniform2i(program, all_cells, static_cast<int>(spec.full_width),
                     static_cast<int>(spec.full_height));
}

void set_uniforms(unsigned program, const Placed& at, const PictureSpec& spec,
                  const PassTarget& target, double line_width) {
  glProgramUniform4f(program, placement, static_cast<float>(at.x), static_cast<float>(at.y),
                     static_cast<float>(at.across_x), static_cast<float>(at.across_y));
  glProgramUniform2i(program, size, spec.width, spec.height);
  glProgramUniform1f(program, target_height, static_cast<float>(target.height));
  glProgramUniform1i(program, top_first, target.top_first ? 1 : 0);
  glProgramUniform1f(program, line, static_cast<float>(line_width));
}

}  // namespace

FieldPass::FieldPass() : vertex_array_(make_vertex_array()), cells_(make_buffer_texture()) {
  program({});
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_pixels_);
}

unsigned FieldPass::program(const Kind& kind) {
  GlObject& made = programs_[(kind.lines ? 1u : 0u) + (kind.average ? 2u : 0u) +
                             (kind.texture ? 4u : 0u) + (kind.tint ? 8u : 0u)];
  if (!made)
    made = make_program("fullscreen.vert", "field.frag",
                        std::string(kind.lines ? "#define LINES\n" : "") +
                            (kind.average ? "#define AVERAGE\n" : "") +
                            (kind.texture ? "#define TEXTURE\n" : "") +
                            std::string(kind.tint ? ElementTints::shader_head() : ""));
  return made.name();
}

bool FieldPass::take(const GlPicture& picture) {
  const PictureSpec& spec = picture.spec;
  if (picture.empty() || spec.width <= 0 || spec.height <= 0) return false;
  if (spec.region.width <= 0 || spec.region.height <= 0) return false;
  if (picture.texture != 0) {
    glBindTextureUnit(0, picture.texture);
    return true;
  }
  if (std::int64_t{spec.width} * spec.height > most_pixels_)
    throw Error(fmt::format("a field of {} x {} pixels cannot be drawn: {} reads {} of a buffer",
                            grouped(spec.width), grouped(spec.height), gl_info().renderer,
                            grouped(most_pixels_)),
                "Choose a smaller picture.");
  glTextureBuffer(cells_.name(), GL_RG32F, picture.buffer);
  glBindTextureUnit(0, cells_.name());
  return true;
}

void FieldPass::draw(const GlPicture& picture, const View& view, const ImageCamera& camera,
                     const PassTarget& target, const ElementTints& tints) {
  const PictureSpec& spec = picture.spec;
  const bool any = take(picture);
  const ImagePlacement image =
      camera.place(target.width, target.height, static_cast<int>(spec.full_width),
                   static_cast<int>(spec.full_height));
  const Placed at = any ? placed(spec, image) : Placed{};
  const double width =
      std::max(1.0, std::round(std::min(target.width, target.height) / side_per_line));
  const bool lines = view.contours > 0 || view.tile_width > 0;
  const bool tint = any && tints.on();
  const unsigned program = this->program({.lines = lines,
                                          .average = std::max(at.across_x, at.across_y) >= 1.5,
                                          .texture = picture.texture != 0,
                                          .tint = tint});
  set_uniforms(program, at, any ? spec : PictureSpec{}, target, width);
  glProgramUniform2f(program, anchor, static_cast<float>(near(image.x, pattern_period * width)),
                     static_cast<float>(near(image.y, pattern_period * width)));
  set_range(program, view);
  if (lines) set_lines(program, view, image);
  if (tint) {
    set_cells(program, spec);
    tints.bind(program, tint_strength);
  }
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
  glViewport(0, 0, target.width, target.height);
  glUseProgram(program);
  glBindVertexArray(vertex_array_.name());
  glBindTextureUnit(1, colors_.of(view.map));
  glDrawArrays(GL_TRIANGLES, 0, 3);
  // The buffer is its display's again, which may hand it to CUDA.
  if (any && picture.texture == 0) glTextureBuffer(cells_.name(), GL_RG32F, 0);
}

}  // namespace livewarp
