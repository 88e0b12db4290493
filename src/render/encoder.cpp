// SPDX-License-Identifier: Zlib
#include "render/encoder.h"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include <fmt/format.h>

extern char** environ;

namespace undine {
namespace {

constexpr const char* kProgram = "ffmpeg";

// How a film of some ending is made: ffmpeg's name of the container, and the words for the pictures in it.
struct FilmFormat {
    const char* ending;
    const char* container;
    std::vector<const char*> words;
};

const std::vector<FilmFormat>& filmFormats() {
    constexpr const char* kEven = "pad=ceil(iw/2)*2:ceil(ih/2)*2";  // players want even sizes
    // Colours for each picture of its own: those of the whole film would be known only at its end.
    constexpr const char* kPalettes = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1";
    const std::vector<const char*> h264 = {"-c:v", "libx264",  "-preset", "medium", "-crf",
                                           "18",   "-pix_fmt", "yuv420p", "-vf",    kEven};
    std::vector<const char*> h264Web = h264;  // can be shown before it is all there
    h264Web.insert(h264Web.end(), {"-movflags", "+faststart"});
    static const std::vector<FilmFormat> formats = {
        {"mp4", "mp4", h264Web},
        {"mkv", "matroska", h264},
        {"mov", "mov", h264Web},
        {"webm",
         "webm",
         {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-deadline", "good", "-cpu-used",
          "4", "-pix_fmt", "yuv420p", "-vf", kEven}},
        {"gif", "gif", {"-vf", kPalettes}}};
    return formats;
}

Result<std::vector<std::string>> argumentsFor(const EncoderSettings& settings) {
    const auto format = std::ranges::find(filmFormats(), settings.container,
                                          [](const FilmFormat& f) { return std::string(f.ending); });
    if (format == filmFormats().end()) return Error{"there are no films that end in ." + settings.container};
    std::vector<std::string> arguments = {kProgram, "-y", "-nostdin", "-hide_banner", "-loglevel", "error"};
    const auto add = [&](std::initializer_list<std::string> words) {
        arguments.insert(arguments.end(), words);
    };
    add({"-f", "rawvideo", "-pixel_format", "rgba"});
    add({"-video_size", fmt::format("{}x{}", settings.width, settings.height)});
    add({"-framerate", fmt::format("{:.6g}", settings.frameRate), "-i", "pipe:0", "-an"});
    arguments.insert(arguments.end(), format->words.begin(), format->words.end());
    add({"-f", format->container, "file:" + settings.path.string()});
    return arguments;
}

// Its own process group: Ctrl-C is for us, and we let the film end well.
Result<pid_t> spawn(const std::vector<std::string>& arguments, int input, int log) {
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, log, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t process = -1;
    const int error = ::posix_spawnp(&process, kProgram, &actions, &attributes, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == 0) return process;
    if (error == ENOENT) {
        return Error{
            "a film needs ffmpeg, which is not on the PATH; install it (Debian: ffmpeg), or name a folder "
            "for a series of PNG files instead"};
    }
    return Error{fmt::format("ffmpeg cannot be started: {}", std::strerror(error))};
}

}  // namespace

std::vector<std::string> filmEndings() {
    std::vector<std::string> endings;
    for (const FilmFormat& format : filmFormats()) endings.emplace_back(format.ending);
    return endings;
}

Result<Encoder> Encoder::create(const EncoderSettings& settings) {
    const Result<std::vector<std::string>> arguments = argumentsFor(settings);
    if (!arguments) return Error{arguments.error()};
    int sockets[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        return Error{fmt::format("no socket for ffmpeg: {}", std::strerror(errno))};
    }
    LogFile log(std::tmpfile());
    if (!log) {
        const int error = errno;
        ::close(sockets[0]);
        ::close(sockets[1]);
        return Error{fmt::format("no file for the messages of ffmpeg: {}", std::strerror(error))};
    }
    const Result<pid_t> process = spawn(arguments.value(), sockets[0], ::fileno(log.get()));
    ::close(sockets[0]);
    if (!process) {
        ::close(sockets[1]);
        return Error{process.error()};
    }
    return Encoder(process.value(), sockets[1], std::move(log));
}

Encoder::Encoder(Encoder&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      log_(std::move(other.log_)) {}

Encoder::~Encoder() {
    if (socket_ >= 0) ::close(socket_);
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    waitForEnd();
}

int Encoder::waitForEnd() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
}

// What ffmpeg said last is nearest to the cause.
Error Encoder::failure(const std::string& what) {
    std::string text;
    std::array<char, 4096> part{};
    std::rewind(log_.get());
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), log_.get())) {
        text.append(part.data(), count);
        if (text.size() > part.size()) text.erase(0, text.size() - part.size());
    }
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (text.empty()) return {what};
    std::size_t begin = text.size();
    for (int lines = 0; lines < 3 && begin != std::string::npos && begin > 0; ++lines) {
        begin = text.rfind('\n', begin - 1);
    }
    return {what + ": " + (begin == std::string::npos ? text : text.substr(begin + 1))};
}

Result<void> Encoder::write(std::span<const std::uint8_t> rgba) {
    if (process_ < 0) return failure("ffmpeg ended before the film did");
    while (!rgba.empty()) {
        const ssize_t sent = ::send(socket_, rgba.data(), rgba.size(), MSG_NOSIGNAL);
        if (sent > 0) {
            rgba = rgba.subspan(static_cast<std::size_t>(sent));
        } else if (errno != EINTR) {
            const int error = errno;
            if (error != EPIPE && error != ECONNRESET) {
                return Error{fmt::format("ffmpeg does not take pictures: {}", std::strerror(error))};
            }
            waitForEnd();
            return failure("ffmpeg ended before the film did");
        }
    }
    return {};
}

Result<void> Encoder::finish() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
    if (process_ < 0) return failure("ffmpeg ended before the film did");
    const int status = waitForEnd();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return failure("ffmpeg could not complete the film");
}

}  // namespace undine
