// SPDX-License-Identifier: Zlib
#include "render/shader.h"

#include <algorithm>
#include <vector>

#include "render/embedded_shaders.h"

namespace undine {
namespace {

std::string_view findShader(std::string_view name) {
    for (std::size_t k = 0; k < kEmbeddedShaderCount; ++k) {
        if (kEmbeddedShaders[k].name == name) return kEmbeddedShaders[k].text;
    }
    return {};
}

template <class GetLength, class GetLog>
std::string logOf(GLuint object, GetLength getLength, GetLog getLog) {
    GLint length = 0;
    getLength(object, GL_INFO_LOG_LENGTH, &length);
    if (length <= 1) return "the driver gives no reason";
    std::string text(static_cast<std::size_t>(length), '\0');
    getLog(object, length, nullptr, text.data());
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    return text;
}

Result<GlShader> compile(GLenum stage, std::string_view name, const std::string& text) {
    GlShader shader(glCreateShader(stage));
    const char* source = text.c_str();
    glShaderSource(shader.name(), 1, &source, nullptr);
    glCompileShader(shader.name());
    GLint compiled = 0;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;
    const std::string log = logOf(
        shader.name(), [](auto... a) { glGetShaderiv(a...); }, [](auto... a) { glGetShaderInfoLog(a...); });
    return Error{"shader " + std::string(name) + " does not compile: " + log};
}

Result<std::string_view> needShader(std::string_view name) {
    const std::string_view text = findShader(name);
    if (text.empty()) return Error{"shader " + std::string(name) + " is not part of this program"};
    return text;
}

// `#include "point_head"` on a line of its own, which GLSL does not have. Lines of messages are those of the
// file before and after it.
Result<std::string> fullText(const std::string& name) {
    const Result<std::string_view> found = needShader(name);
    if (!found) return Error{found.error()};
    std::string text = std::string(findShader("common")) + "#line 1\n";
    constexpr std::string_view kInclude = "#include \"";
    const std::string_view own = found.value();
    const std::size_t begin = own.find(kInclude);
    if (begin == std::string_view::npos) return text + std::string(own);
    const std::size_t from = begin + kInclude.size();
    const std::size_t end = own.find("\"\n", from);
    const Result<std::string_view> head = needShader(own.substr(from, end - from));
    if (!head) return Error{head.error()};
    const auto lines = std::count(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    text += std::string(own.substr(0, begin)) + std::string(head.value());
    return text + "#line " + std::to_string(lines + 2) + "\n" + std::string(own.substr(end + 2));
}

}  // namespace

Result<GlProgram> makeProgramFrom(std::string_view name, const std::string& vertex,
                                  const std::string& fragment) {
    const Result<GlShader> first = compile(GL_VERTEX_SHADER, std::string(name) + " (vertex)", vertex);
    if (!first) return Error{first.error()};
    const Result<GlShader> second = compile(GL_FRAGMENT_SHADER, std::string(name) + " (fragment)", fragment);
    if (!second) return Error{second.error()};
    GlProgram program(glCreateProgram());
    glAttachShader(program.name(), first.value().name());
    glAttachShader(program.name(), second.value().name());
    glLinkProgram(program.name());
    GLint linked = 0;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    const std::string log = logOf(
        program.name(), [](auto... a) { glGetProgramiv(a...); },
        [](auto... a) { glGetProgramInfoLog(a...); });
    return Error{"shader " + std::string(name) + " does not link: " + log};
}

Result<GlProgram> makeProgram(std::string_view vertex, std::string_view fragment) {
    const Result<std::string> first = fullText(std::string(vertex) + "_vertex");
    if (!first) return Error{first.error()};
    const Result<std::string> second = fullText(std::string(fragment) + "_fragment");
    if (!second) return Error{second.error()};
    return makeProgramFrom(fragment, first.value(), second.value());
}

}  // namespace undine
