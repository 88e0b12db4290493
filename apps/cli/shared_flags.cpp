// SPDX-License-Identifier: Zlib
#include "shared_flags.h"

#include <fmt/format.h>

#include "flags.h"
#include "pictures.h"

namespace undine::cli {
namespace {

constexpr const char* kSetHelp = "Change a setting of the scene, as in fluids.0.viscosity=0.1; repeatable";

// Numbers with commas between them, as one word.
CLI::Option* addNumbers(CLI::App& command, const char* name, std::vector<double>& values, const char* help) {
    return command.add_option_function<std::string>(
        name, [&values](const std::string& text) { values = numbersIn(text); }, help);
}

}  // namespace

void addSet(CLI::App& command, std::vector<std::string>& set) {
    command.add_option("--set", set, kSetHelp)->type_name("PATH=VALUE")->allow_extra_args(false);
}

void addLength(CLI::App& command, std::optional<int>& frames, std::optional<double>& seconds) {
    command.add_option("--frames", frames, "Simulate this many frames beside the initial state")
        ->type_name("N")
        ->check(wholeNumber(1, 1000000));
    command.add_option("--seconds", seconds, "Stop after this much simulated time")
        ->type_name("S")
        ->check(number(0, 86400));
}

void addThreads(CLI::App& command, std::optional<int>& threads) {
    command.add_option("--threads", threads, "Number of threads; 0 is one per core")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
}

void addPicture(CLI::App& command, PictureOptions& options) {
    command
        .add_option("--style", options.style,
                    fmt::format("How particles are drawn: {}; fluid, smoke for the method vortex, or spheres "
                                "with --color, if not given",
                                fmt::join(pictureStyles(), ", ")))
        ->type_name("STYLE")
        ->check(notEmpty());
    command
        .add_option("--color", options.color,
                    "Colour the particles by a field, with a legend: speed, density, pressure, fluid, id ...")
        ->type_name("FIELD")
        ->check(notEmpty());
    addNumbers(command, "--range", options.range,
               "What the colours reach from and to; without it, the least and the most so far")
        ->type_name("MIN,MAX")
        ->check(numbers(2, -1e30, 1e30));
    command
        .add_option("--size", options.size,
                    fmt::format("Width and height of pictures in pixels; {} if not given", options.size))
        ->type_name("WxH");
    addNumbers(command, "--view", options.view, "The way the camera looks, instead of the scene's")
        ->type_name("X,Y,Z")
        ->check(numbers(3, -1e6, 1e6));
}

}  // namespace undine::cli
