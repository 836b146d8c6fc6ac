#include "render/passes/scene.h"

#include <glad/gl.h>

#include <optional>

#include "render/gl/gl_objects.h"
#include "render/passes/field_pass.h"
#include "render/passes/image_pass.h"
#include "render/passes/points_pass.h"
#include "render/passes/volume_pass.h"

namespace livewarp {

namespace {

/// All that a picture is drawn from.
struct Subject {
  std::uint64_t generation = 0;
  View view;
  Camera camera;
  int width = 0, height = 0;
  std::array<std::uint64_t, 2> tint{};  ///< generation
  std::array<float, 3 * tint_hues> hues{};
  std::optional<double> now;
  bool operator==(const Subject&) const = default;
};

Subject subject_of(const GlPicture& picture, const View& view, const Camera& camera, int width,
                   int height, const SceneTint& tint) {
  return {picture.generation, view, camera, width, height, tint.generation(), tint.hues, tint.now};
}

}  // namespace

struct Scene::Impl {
  PointsPass points;
  ImagePass image;
  FieldPass field;
  VolumePass volume;
  ElementTints tints;
  Canvas canvas;
  std::optional<Subject> drawn;  ///< what the canvas shows

  void draw(const GlPicture& picture, const View& view, const Camera& camera,
            const PassTarget& target, const SceneTint& tint) {
    tints.take(tint, picture.spec);
    switch (picture.spec.kind) {
    case PictureKind::points: return points.draw(picture, view, camera.orbit(), target, tints);
    case PictureKind::image: return image.draw(picture, camera.image(), target, tints);
    case PictureKind::field: return field.draw(picture, view, camera.image(), target, tints);
    case PictureKind::volume: return volume.draw(picture, view, camera.orbit(), target);
    }
  }
};

Scene::Scene() : impl_(std::make_unique<Impl>()) {}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

void Scene::draw(const GlPicture& picture, const View& view, const Camera& camera, int width,
                 int height, const SceneTint& tint) {
  if (width <= 0 || height <= 0) return;
  const GlStateGuard guard;
  impl_->drawn.reset();
  impl_->canvas.resize(GL_RGBA8, width, height, true);
  impl_->draw(picture, view, camera, {impl_->canvas.framebuffer(), width, height, true}, tint);
  impl_->drawn = subject_of(picture, view, camera, width, height, tint);
}

bool Scene::shows(const GlPicture& picture, const View& view, const Camera& camera, int width,
                  int height, const SceneTint& tint) const {
  return impl_->drawn == subject_of(picture, view, camera, width, height, tint);
}

void Scene::draw_to_window(const GlPicture& picture, const View& view, const Camera& camera,
                           int width, int height, const SceneTint& tint) {
  if (width <= 0 || height <= 0) return;
  GLint framebuffer = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  const GlStateGuard guard;
  impl_->draw(picture, view, camera, {static_cast<unsigned>(framebuffer), width, height, false},
              tint);
}

unsigned Scene::texture() const { return impl_->canvas.texture(); }
int Scene::width() const { return impl_->canvas.width(); }
int Scene::height() const { return impl_->canvas.height(); }
int Scene::textures_made() const { return impl_->canvas.made(); }

PixelImage Scene::read_pixels() const {
  PixelImage pixels{width(), height(), {}};
  if (pixels.width == 0) return pixels;
  pixels.rgba.resize(std::size_t(pixels.width) * std::size_t(pixels.height) * 4);
  GLint bound = 0;
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glGetTextureImage(texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                    static_cast<GLsizei>(pixels.rgba.size()), pixels.rgba.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(bound));
  return pixels;
}

}  // namespace livewarp
