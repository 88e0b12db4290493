// SPDX-License-Identifier: Zlib
#include "window.h"

#include <utility>

#include <epoxy/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace undine::viewer {
namespace {

/// What GLFW last complained about.
std::string lastComplaint() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? std::string(": ") + text : std::string();
}

void setLook() {
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6;
    style.FrameRounding = 4;
    style.GrabRounding = 4;
    style.WindowBorderSize = 0;
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.07F, 0.09F, 0.12F, 0.90F);
    style.Colors[ImGuiCol_Button] = ImVec4(0.16F, 0.32F, 0.52F, 1);
    style.Colors[ImGuiCol_Header] = ImVec4(0.14F, 0.26F, 0.42F, 1);
}

}  // namespace

Result<Window> Window::create(const std::string& title, int width, int height) {
    if (glfwInit() != GLFW_TRUE) {
        return Error{"no window can be opened" + lastComplaint() +
                     "; a window needs a display: on a server, draw with `undine run SCENE --render FILE`"};
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window == nullptr) {
        const std::string why = lastComplaint();
        glfwTerminate();
        return Error{
            "no window can be opened" + why +
            "; Undine draws with OpenGL 4.5, which every driver of the "
            "last ten years has: install one, or Mesa (libgl1-mesa-dri), which draws without a card"};
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    return Window(window);
}

Window::Window(GLFWwindow* window) : window_(window), events_(std::make_unique<Events>()) {
    glfwSetWindowUserPointer(window_, events_.get());
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        auto& dropped = static_cast<Events*>(glfwGetWindowUserPointer(w))->dropped;
        dropped.insert(dropped.end(), paths, paths + count);
    });
    // ImGui would miss a key that is up again before the next picture. It passes on what it is told here.
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int, int action, int) {
        if (action == GLFW_PRESS) static_cast<Events*>(glfwGetWindowUserPointer(w))->keys.push_back(key);
    });
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // leaves no file behind
    setLook();
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 450");
    glfwGetFramebufferSize(window_, &width_, &height_);
}

Window::Window(Window&& other) noexcept
    : window_(std::exchange(other.window_, nullptr)),
      events_(std::move(other.events_)),
      width_(other.width_),
      height_(other.height_) {}

Window::~Window() {
    if (window_ == nullptr) return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool Window::isOpen() const { return glfwWindowShouldClose(window_) == GLFW_FALSE; }

void Window::begin(double patience) {
    glfwWaitEventsTimeout(patience);
    glfwGetFramebufferSize(window_, &width_, &height_);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.10F, 0.13F, 0.17F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void Window::end() {
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width_, height_);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window_);
}

Window::Events Window::takeEvents() { return std::exchange(*events_, {}); }

}  // namespace undine::viewer
