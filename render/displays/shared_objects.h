#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstdint>

  #include <cuda_runtime_api.h>

  #include "kernels/core/base/error.h"
  #include "kernels/core/model/display_target.h"
  #include "render/gl/gl_objects.h"

namespace livewarp {

/// Throws the reason why this OpenGL and this device do not share what they should.
void check_interop(cudaError_t status);

/// Textures cannot be written by surfaces; buffers may still be shared.
struct SurfaceError : Error {
  using Error::Error;
};
void check_surface(cudaError_t status);

/// CUDA's registration of an OpenGL object, which must outlive it. While it is mapped OpenGL must
/// not touch the object.
class SharedResource {
 public:
  SharedResource() = default;
  SharedResource(const SharedResource&) = delete;
  SharedResource& operator=(const SharedResource&) = delete;
  ~SharedResource() { release(); }

  explicit operator bool() const { return resource_ != nullptr; }
  cudaGraphicsResource_t get() const { return resource_; }
  void own(cudaGraphicsResource_t resource) { resource_ = resource; }
  cudaError_t map(cudaStream_t stream);
  cudaError_t unmap(cudaStream_t stream);
  void release() noexcept;

 private:
  cudaGraphicsResource_t resource_ = nullptr;
  bool mapped_ = false;
};

/// An OpenGL buffer that CUDA writes.
class SharedBuffer {
 public:
  /// Holds at least `bytes`, and not many times more.
  void reserve(std::size_t bytes);
  void* map(cudaStream_t stream);
  void unmap(cudaStream_t stream);
  unsigned name() const { return buffer_.name(); }

 private:
  GlObject buffer_;
  SharedResource resource_;
  std::size_t bytes_ = 0;
};

/// An OpenGL texture that CUDA writes by a surface object. Its texels lie in an order that only the
/// driver knows, so there is no pointer to them.
class SharedTexture {
 public:
  SharedTexture() = default;
  SharedTexture(const SharedTexture&) = delete;
  SharedTexture& operator=(const SharedTexture&) = delete;
  ~SharedTexture() { drop_surface(); }

  /// Fits a field (at least its size, and not many times more) or a volume (just its size). Throws
  /// `SurfaceError`, as all here.
  void reserve(const PictureSpec& spec);
  /// The surface object, valid until it is unmapped.
  cudaSurfaceObject_t map(cudaStream_t stream);
  /// The device must be done with the surface.
  void unmap(cudaStream_t stream);
  unsigned name() const { return texture_.name(); }

 private:
  bool fits(const PictureSpec& spec) const;
  void drop_surface() noexcept;

  GlObject texture_;
  SharedResource resource_;
  cudaSurfaceObject_t surface_ = 0;
  PictureKind kind_ = PictureKind::field;
  int width_ = 0, height_ = 0, depth_ = 0;
};

}  // namespace livewarp

#endif
