// OpenGL's types first: the CUDA header takes whichever it finds.
#include <glad/gl.h>

#include <utility>

#include <cuda_gl_interop.h>

#include <fmt/format.h>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "render/displays/shared_objects.h"
#include "render/gl/gl_info.h"

namespace livewarp {
namespace {

/// Both directions of a field's texture grow by this: to know a new texture takes the driver
/// milliseconds, and the size of what is seen changes with every turn of the wheel.
constexpr int granule = 256;

int rounded_up(int pixels) { return (pixels + granule - 1) / granule * granule; }

/// OpenGL without CUDA answers 304 or 999.
std::string reason_of(const char* what, cudaError_t status) {
  cudaGetLastError();
  return fmt::format("{} failed (GL error {}, {})", what, static_cast<int>(status),
                     gl_info().renderer);
}

}  // namespace

void check_interop(cudaError_t status) {
  if (status != cudaSuccess) throw Error(reason_of("interop", status));
}

void check_surface(cudaError_t status) {
  if (status != cudaSuccess) throw SurfaceError(reason_of("surface", status));
}

cudaError_t SharedResource::map(cudaStream_t stream) {
  const cudaError_t status = LIVEWARP_CUDA(cudaGraphicsMapResources, 1, &resource_, stream);
  mapped_ = status == cudaSuccess;
  return status;
}

cudaError_t SharedResource::unmap(cudaStream_t stream) {
  if (!std::exchange(mapped_, false)) return cudaSuccess;
  return LIVEWARP_CUDA(cudaGraphicsUnmapResources, 1, &resource_, stream);
}

/// CUDA lets go before OpenGL deletes.
void SharedResource::release() noexcept {
  if (mapped_) cudaGraphicsUnmapResources(1, &resource_, nullptr);
  if (resource_) cudaGraphicsUnregisterResource(resource_);
  cudaGetLastError();
  mapped_ = false;
  resource_ = nullptr;
}

void SharedBuffer::reserve(std::size_t bytes) {
  if (resource_ && bytes <= bytes_ && bytes_ / 4 <= bytes) return;
  resource_.release();
  bytes_ = 0;
  buffer_ = {};  // the room of the old one first
  buffer_ = make_buffer();
  fill_buffer(buffer_.name(), bytes, nullptr);
  drain_gl_errors();
  cudaGraphicsResource_t resource = nullptr;
  check_interop(LIVEWARP_CUDA(cudaGraphicsGLRegisterBuffer, &resource, buffer_.name(),
                              cudaGraphicsRegisterFlagsWriteDiscard));
  resource_.own(resource);
  bytes_ = bytes;
}

void* SharedBuffer::map(cudaStream_t stream) {
  check_interop(resource_.map(stream));
  void* memory = nullptr;
  std::size_t size = 0;
  check_interop(
      LIVEWARP_CUDA(cudaGraphicsResourceGetMappedPointer, &memory, &size, resource_.get()));
  return memory;
}

void SharedBuffer::unmap(cudaStream_t stream) { check_interop(resource_.unmap(stream)); }

bool SharedTexture::fits(const PictureSpec& spec) const {
  if (!resource_ || spec.kind != kind_) return false;
  if (kind_ == PictureKind::volume)
    return spec.width == width_ && spec.height == height_ && spec.depth == depth_;
  const auto wanted = std::int64_t{rounded_up(spec.width)} * rounded_up(spec.height);
  return spec.width <= width_ && spec.height <= height_ &&
         std::int64_t{width_} * height_ / 4 <= wanted;
}

void SharedTexture::reserve(const PictureSpec& spec) {
  if (fits(spec)) return;
  resource_.release();
  texture_ = {};
  kind_ = spec.kind;
  const bool volume = kind_ == PictureKind::volume;
  width_ = volume ? spec.width : rounded_up(spec.width);
  height_ = volume ? spec.height : rounded_up(spec.height);
  depth_ = volume ? spec.depth : 1;
  try {
    texture_ = volume ? make_volume_texture(GL_R16, width_, height_, depth_)
                      : make_texture(GL_RG32F, width_, height_, false);
  } catch (const Error& error) {
    throw SurfaceError(error.what(), error.advice());
  }
  drain_gl_errors();
  cudaGraphicsResource_t resource = nullptr;
  check_surface(LIVEWARP_CUDA(cudaGraphicsGLRegisterImage, &resource, texture_.name(),
                              volume ? GL_TEXTURE_3D : GL_TEXTURE_2D,
                              cudaGraphicsRegisterFlagsSurfaceLoadStore));
  resource_.own(resource);
}

/// CUDA may give another array at every mapping, so the surface object is made for each.
cudaSurfaceObject_t SharedTexture::map(cudaStream_t stream) {
  check_surface(resource_.map(stream));
  cudaResourceDesc array{};
  array.resType = cudaResourceTypeArray;
  check_surface(LIVEWARP_CUDA(cudaGraphicsSubResourceGetMappedArray, &array.res.array.array,
                              resource_.get(), 0, 0));
  check_surface(LIVEWARP_CUDA(cudaCreateSurfaceObject, &surface_, &array));
  return surface_;
}

void SharedTexture::unmap(cudaStream_t stream) {
  drop_surface();
  check_surface(resource_.unmap(stream));
}

void SharedTexture::drop_surface() noexcept {
  if (surface_ != 0) cudaDestroySurfaceObject(surface_);
  surface_ = 0;
}

}  // namespace livewarp
