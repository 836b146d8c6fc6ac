#include "render/gl/offscreen.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <glad/egl.h>
#include <glad/gl.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/base/text.h"

namespace livewarp {
namespace {

/// One way to reach OpenGL.
struct Candidate {
  std::string name;
  EGLenum platform = 0;  ///< 0: the default display
  void* native = nullptr;
  int cuda_device = -1;
};

std::vector<EGLDeviceEXT> egl_devices() {
  if (!eglQueryDevicesEXT) return {};
  EGLint count = 0;
  if (!LIVEWARP_CALL(eglQueryDevicesEXT, 0, nullptr, &count) || count <= 0) return {};
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (!LIVEWARP_CALL(eglQueryDevicesEXT, count, devices.data(), &count)) return {};
  devices.resize(static_cast<std::size_t>(count));
  return devices;
}

int cuda_device_of(EGLDeviceEXT device) {
  EGLAttrib index = -1;
  if (!eglQueryDeviceAttribEXT ||
      !LIVEWARP_CALL(eglQueryDeviceAttribEXT, device, EGL_CUDA_DEVICE_NV, &index)) {
    eglGetError();  // devices without CUDA refuse the question
    return -1;
  }
  return static_cast<int>(index);
}

/// All ways, the best first.
std::vector<Candidate> candidates(int cuda_device) {
  std::vector<Candidate> all;
  const auto devices = egl_devices();
  for (std::size_t k = 0; k < devices.size(); ++k)
    all.push_back({fmt::format("EGL device {}", k), EGL_PLATFORM_DEVICE_EXT, devices[k],
                   cuda_device_of(devices[k])});
  all.push_back({"EGL surfaceless", EGL_PLATFORM_SURFACELESS_MESA, nullptr, -1});
  all.push_back({"EGL default display", 0, nullptr, -1});
  const auto rank = [cuda_device](const Candidate& c) {
    if (cuda_device < 0) return c.platform == EGL_PLATFORM_SURFACELESS_MESA ? 0 : 1;
    return c.cuda_device == cuda_device ? 0 : c.cuda_device >= 0 ? 1 : 2;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
  return all;
}

EGLDisplay open_display(const Candidate& candidate) {
  if (candidate.platform == 0) return LIVEWARP_CALL(eglGetDisplay, EGL_DEFAULT_DISPLAY);
  if (!eglGetPlatformDisplayEXT) return EGL_NO_DISPLAY;
  return LIVEWARP_CALL(eglGetPlatformDisplayEXT, candidate.platform, candidate.native, nullptr);
}

std::string egl_words() { return fmt::format("EGL error {:#06x}", eglGetError()); }

/// Owner of a context and, where the driver insists on one, a tiny surface. The display is not
/// ours: EGL has one for each device and process, so it stays initialised for whoever else uses it.
class EglContext {
 public:
  /// Throws `Error` with the reason in a few words.
  EglContext(const Candidate& candidate, bool debug) : display_(open_display(candidate)) {
    if (display_ == EGL_NO_DISPLAY) throw Error("not offered");
    if (!LIVEWARP_CALL(eglInitialize, display_, nullptr, nullptr)) throw Error(egl_words());
    try {
      gladLoaderLoadEGL(display_);
      if (!LIVEWARP_CALL(eglBindAPI, EGL_OPENGL_API)) throw Error("no desktop OpenGL");
      create(debug);
      make_current();
      if (!LIVEWARP_CALL(gladLoadGL, eglGetProcAddress))
        throw Error("the functions of OpenGL 4.5 cannot be loaded");
    } catch (...) {
      close();
      throw;
    }
  }
  ~EglContext() { close(); }
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  void make_current() {
    if (!LIVEWARP_CALL(eglMakeCurrent, display_, surface_, surface_, context_))
      throw Error(egl_words());
  }

 private:
  void create(bool debug) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_BIT,   EGL_RED_SIZE,    8,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!LIVEWARP_CALL(eglChooseConfig, display_, wanted, &config, 1, &count) || count < 1)
      throw Error("no pixel format for OpenGL");
    const EGLint debug_flag = debug ? EGL_CONTEXT_OPENGL_DEBUG : EGL_NONE;
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 debug_flag,
                                 EGL_TRUE,
                                 EGL_NONE};
    context_ = LIVEWARP_CALL(eglCreateContext, display_, config, EGL_NO_CONTEXT, attributes);
    if (context_ == EGL_NO_CONTEXT) throw Error("no OpenGL 4.5 (" + egl_words() + ")");
    if (GLAD_EGL_KHR_surfaceless_context) return;
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface_ = LIVEWARP_CALL(eglCreatePbufferSurface, display_, config, size);
    if (surface_ == EGL_NO_SURFACE) throw Error(egl_words());
  }

  void close() noexcept {
    if (context_ != EGL_NO_CONTEXT && eglGetCurrentContext() == context_)
      eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  }

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

constexpr const char* install_advice =
    "Install a GPU driver, or Mesa's software OpenGL (Debian: libegl1 libgl1-mesa-dri).";

}  // namespace

struct Offscreen::State {
  std::unique_ptr<EglContext> context;
  std::string device;
  GlInfo gl;
  std::optional<GlErrors> errors;

  ~State() {
    context.reset();  // before the error log, to which the driver holds a pointer
  }
};

Offscreen::Offscreen(const OffscreenOptions& options) : state_(std::make_unique<State>()) {
  if (!LIVEWARP_CALL(gladLoaderLoadEGL, EGL_NO_DISPLAY))
    throw Error("no off-screen OpenGL: the library libEGL.so.1 is not there", install_advice);
  std::vector<std::string> reasons;
  for (const Candidate& candidate : candidates(options.cuda_device)) {
    try {
      state_->context = std::make_unique<EglContext>(candidate, options.debug);
      state_->device = candidate.name;
      state_->gl = gl_info();
      state_->errors.emplace();
      return;
    } catch (const Error& error) {
      reasons.push_back(candidate.name + ": " + error.what());
    }
  }
  throw Error("no off-screen OpenGL 4.5 (" + joined(reasons) + ")", install_advice);
}

Offscreen::Offscreen(Offscreen&&) noexcept = default;
Offscreen& Offscreen::operator=(Offscreen&&) noexcept = default;
Offscreen::~Offscreen() = default;

void Offscreen::make_current() { state_->context->make_current(); }
const GlInfo& Offscreen::gl() const { return state_->gl; }
const std::string& Offscreen::device() const { return state_->device; }
void Offscreen::poll_errors() { state_->errors->poll(); }
int Offscreen::gl_errors() const { return state_->errors->count(); }
const std::string& Offscreen::first_gl_error() const { return state_->errors->first(); }

}  // namespace livewarp
