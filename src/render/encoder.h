// SPDX-License-Identifier: Zlib
// An ffmpeg process that turns raw pictures into a film. Pictures go through a socket, which unlike a pipe
// can tell of a dead reader without a signal; what ffmpeg complains about is kept for the error message.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "undine/result.h"

namespace undine {

struct EncoderSettings {
    std::filesystem::path path;  ///< Overwritten.
    std::string container;       ///< One of filmEndings().
    int width = 0;
    int height = 0;
    double frameRate = 30;
};

/// The endings of files that films are written to: "mp4", ...
std::vector<std::string> filmEndings();

class Encoder {
  public:
    /// Starts ffmpeg, which is looked for on the PATH.
    static Result<Encoder> create(const EncoderSettings& settings);

    Encoder(Encoder&& other) noexcept;
    Encoder& operator=(Encoder&&) = delete;
    ~Encoder();  // ends a process that was not finished

    /// One picture: red, green, blue, alpha, rows from top to bottom.
    Result<void> write(std::span<const std::uint8_t> rgba);

    /// Waits for the end of the film.
    Result<void> finish();

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using LogFile = std::unique_ptr<std::FILE, Closer>;
    Encoder(pid_t process, int socket, LogFile log)
        : process_(process), socket_(socket), log_(std::move(log)) {}

    Error failure(const std::string& what);
    int waitForEnd();

    pid_t process_ = -1;
    int socket_ = -1;
    LogFile log_;
};

}  // namespace undine
