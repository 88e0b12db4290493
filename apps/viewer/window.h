// SPDX-License-Identifier: Zlib
// A window with OpenGL 4.5 and Dear ImGui in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "undine/result.h"

struct GLFWwindow;

namespace undine::viewer {

class Window {
  public:
    /// The error says what is missing: a display, or a driver that is new enough.
    static Result<Window> create(const std::string& title, int width, int height);

    Window(Window&& other) noexcept;
    Window& operator=(Window&&) = delete;
    ~Window();

    bool isOpen() const;

    /// Waits for events, at most so many seconds, takes them and begins a picture.
    void begin(double patience);
    /// Draws the widgets and shows the picture.
    void end();

    int width() const { return width_; }  ///< pixels
    int height() const { return height_; }

    /// What happened to a window beside what widgets see.
    struct Events {
        std::vector<std::string> dropped;  ///< Files.
        std::vector<int> keys;             ///< That were pressed, however shortly; numbers of GLFW.
    };
    /// Since the last call.
    Events takeEvents();

  private:
    explicit Window(GLFWwindow* window);

    GLFWwindow* window_ = nullptr;
    std::unique_ptr<Events> events_;  // GLFW keeps its address
    int width_ = 0;
    int height_ = 0;
};

}  // namespace undine::viewer
