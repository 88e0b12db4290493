// SPDX-License-Identifier: Zlib
#include "render/offscreen.h"

#include <cstring>
#include <string>

#include <epoxy/egl.h>

namespace undine {
namespace {

constexpr const char* kRemedy =
    "; pictures need EGL with the surfaceless platform and OpenGL 4.5 (Debian: libegl1 libgl1-mesa-dri, "
    "which "
    "draw without a graphics card too)";

Error missing(const std::string& what) { return {what + kRemedy}; }

// EGL reports by numbers; these are the ones a machine without drivers gives.
std::string eglReason() {
    switch (eglGetError()) {
        case EGL_NOT_INITIALIZED:
            return "no driver could be loaded";
        case EGL_BAD_MATCH:
            return "the driver has no OpenGL of this version";
        case EGL_BAD_ALLOC:
            return "not enough memory";
        default:
            return "the driver refuses";
    }
}

EGLDisplay surfacelessDisplay() {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const bool has = extensions != nullptr && std::strstr(extensions, "EGL_MESA_platform_surfaceless");
    if (!has) return EGL_NO_DISPLAY;
    return eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

EGLContext coreContext(EGLDisplay display) {
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
}

}  // namespace

Result<OffscreenContext> OffscreenContext::create() {
    if (!epoxy_has_egl()) return missing("there is no EGL on this machine");
    EGLDisplay display = surfacelessDisplay();
    if (display == EGL_NO_DISPLAY) return missing("EGL finds no driver that draws without a window");
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
        return missing("EGL cannot be started: " + eglReason());
    }
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return missing("EGL has no desktop OpenGL here");
    EGLContext context = coreContext(display);
    if (context == EGL_NO_CONTEXT) return missing("no OpenGL 4.5 here: " + eglReason());
    OffscreenContext result(display, context);
    if (Result<void> current = result.makeCurrent(); !current) return Error{current.error()};
    return result;
}

OffscreenContext::OffscreenContext(OffscreenContext&& other) noexcept
    : display_(std::exchange(other.display_, nullptr)), context_(std::exchange(other.context_, nullptr)) {}

// The display is left as it is, here and after errors: all contexts of a process share it.
OffscreenContext::~OffscreenContext() {
    if (context_ == nullptr) return;
    if (eglGetCurrentContext() == context_) release();
    eglDestroyContext(display_, context_);
}

Result<void> OffscreenContext::makeCurrent() {
    eglBindAPI(EGL_OPENGL_API);  // a setting of the thread
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE) return {};
    return missing("the OpenGL context cannot be used: " + eglReason());
}

void OffscreenContext::release() { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

std::string OffscreenContext::rendererName() const {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name == nullptr ? "unknown" : name;
}

OffscreenTarget::OffscreenTarget(int width, int height)
    : width_(width),
      height_(height),
      color_(makeTexture(GL_RGBA8, width, height)),
      framebuffer_(makeFramebuffer()) {
    glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, color_.name(), 0);
}

void OffscreenTarget::read(std::vector<std::uint8_t>& pixels) {
    const std::size_t row = 4 * static_cast<std::size_t>(width_);
    const auto rows = static_cast<std::size_t>(height_);
    rows_.resize(row * rows);
    pixels.resize(row * rows);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rows_.data());
    for (std::size_t y = 0; y < rows; ++y) {
        std::memcpy(pixels.data() + y * row, rows_.data() + (rows - 1 - y) * row, row);
    }
}

}  // namespace undine
