// SPDX-License-Identifier: Zlib
#include "command_line.h"

#include <fmt/format.h>

#include "compare_variants.h"
#include "flags.h"
#include "io/formats.h"
#include "pictures.h"
#include "shared_flags.h"
#include "undine/scene.h"
#include "undine/surface.h"

namespace undine::cli {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  undine scenes                                     what there is to run\n"
    "  undine run dam_break                              frames and a picture in out/dam_break\n"
    "  undine run dam_break --set fluids.0.viscosity=20  the same with thicker water\n"
    "  undine run dam_break --export vtp,vdb_surface     frames for ParaView, a surface for Blender\n"
    "  undine run dam_break --render film.mp4            a film of the water\n"
    "  undine run dam_break --resume                     go on where a run was interrupted\n"
    "  undine surface out/dam_break -o out/dam_break     closed meshes of its frames\n"
    "  undine render out/dam_break -o film.mp4 --color speed  a film of frames that are there\n"
    "  undine compare drop --solvers wcsph,pbf           two methods side by side: a page with a film\n"
    "  undine check my_scene.json                        find mistakes without running\n"
    "  undine validate --quick                           hold the methods against theory: "
    "report/index.html\n\n"
    "Exit codes: 0 done, 1 the run failed, 2 bad input.";

constexpr const char* kRunNotes =
    "The folder gets a file per frame and format, frame_0000 being the initial state, NAME.png, a picture of "
    "the end, and checkpoints to resume from.\n"
    "Frames and checkpoints of an earlier run in that folder are removed at the start, unless --resume is "
    "given; nothing else is touched.\n"
    "A run that explodes or cannot write keeps all frames so far and exits with 1. Ctrl-C finishes the "
    "frame, saves and exits with 1; a second Ctrl-C ends the run at once. SIGTERM and SIGHUP do the same: "
    "who "
    "stops a run from outside should allow it the time of a frame.";

void addRun(CLI::App& app, RunOptions& options) {
    CLI::App& run = *app.add_subcommand("run", "Simulate a scene and write its frames");
    run.add_option("SCENE", options.scene, "Name of a built-in scene, or a scene file")
        ->required()
        ->type_name("");
    run.add_option("-o,--out", options.out, "Folder for the frames; out/NAME if not given")
        ->type_name("DIR")
        ->check(notEmpty());
    run.add_option(
           "--export", options.formats,
           "Formats of the frames, with commas between them, or none; see `undine info`. Instead of the "
           "scene's output.formats")
        ->type_name("FORMATS")
        ->allow_extra_args(false);
    addLength(run, options.frames, options.seconds);
    run.add_option(
           "--render", options.render,
           "Draw every frame: a film (.mp4, .mkv, .mov, .webm, .gif), a folder for PNG files, or the last "
           "frame (.png)")
        ->type_name("FILE")
        ->check(notEmpty());
    addPicture(run, options.picture);
    addSet(run, options.set);
    run.add_flag("--resume", options.resume,
                 "Go on from the last checkpoint in the folder, to the same bits");
    addThreads(run, options.threads);
    run.add_option("--json", options.json,
                   "Write a summary and the statistics of every frame as JSON; - is standard output")
        ->type_name("FILE")
        ->check(notEmpty());
    run.add_flag("--quiet", options.quiet, "No progress and no table; errors are still shown");
    run.footer(kRunNotes);
}

void addRender(CLI::App& app, RenderOptions& options) {
    CLI::App& render = *app.add_subcommand("render", "Draw frames that a run has written");
    render
        .add_option("FRAMES", options.frames,
                    "A folder with frames in PLY, BGEO or CSV, or such files in order")
        ->required()
        ->type_name("");
    render
        .add_option(
            "-o,--out", options.out,
            "A film (.mp4, .mkv, .mov, .webm, .gif), a folder for PNG files, or the last frame (.png)")
        ->required()
        ->type_name("FILE")
        ->check(notEmpty());
    render
        .add_option("--scene", options.scene,
                    "The scene of the frames, for its walls, camera and colours: a name or a file")
        ->type_name("SCENE");
    render
        .add_option("--rate", options.frameRate,
                    "Frames per second of a film; that of the scene, or 30, if not given")
        ->type_name("N")
        ->check(number(0.1, 1000));
    addPicture(render, options.picture);
    addSet(render, options.set);
    render.add_flag("--quiet", options.quiet, "No progress; errors are still shown");
    render.footer(
        "Bodies and tracers are read from the files beside the frames. Fields to colour by are those the "
        "frames "
        "hold: see output.fields of scenes.");
}

void addView(CLI::App& app, ViewOptions& options) {
    CLI::App& view = *app.add_subcommand("view", "Look at a simulation, take hold of it and change it");
    view.add_option("SCENE", options.scene,
                    "Name of a built-in scene, or a scene file; the list if not given")
        ->type_name("");
    view.add_option("--style", options.style,
                    fmt::format("How particles are drawn: {}", fmt::join(pictureStyles(), ", ")))
        ->type_name("STYLE")
        ->check(notEmpty());
    addSet(view, options.set);
    view.add_flag("--paused", options.isPaused, "Wait for Play");
    view.add_option("-o,--out", options.out, "Folder for pictures and films; the current one if not given")
        ->type_name("DIR")
        ->check(notEmpty());
    view.add_option(
            "--report", options.report,
            "Keep writing what the window shows, and where its widgets are, as JSON: for programs that "
            "work the window")
        ->type_name("FILE")
        ->check(notEmpty());
    view.footer(
        "Left button: turn, or what the tool does; right: move aside; wheel: come nearer; Ctrl: hand; Shift: "
        "pour. Space: play and pause; S: step; R: restart; P: picture; Home: the camera of the scene. A "
        "scene "
        "file may be dropped on the window.");
}

void addCheck(CLI::App& app, CheckOptions& options) {
    CLI::App& check = *app.add_subcommand("check", "Find the mistakes of scenes without running them");
    check.add_option("SCENE", options.scenes, "Names of built-in scenes, or scene files")
        ->required()
        ->type_name("");
    addSet(check, options.set);
    check.footer("Prints what a run would need. Exits with 2 when a scene has a mistake.");
}

std::string flagValueName(const Parameter& parameter) {
    if (parameter.type == ParameterType::Vector) return "X,Y,Z";
    if (parameter.type == ParameterType::Choice) return "NAME";
    return "N";
}

// A flag for each setting, by its name, with the words of its table.
void addSurfaceSettings(CLI::App& surface, std::vector<std::string>& settings) {
    const SurfaceSettings defaults;
    for (const Parameter& parameter : parametersOf<SurfaceSettings>()) {
        const std::string key = parameter.key;
        std::string help = parameter.help;
        help.pop_back();
        if (*parameter.unit != '\0') help += fmt::format(", in {}", parameter.unit);
        if (parameter.type == ParameterType::Choice) help += "; " + describeAllowed(parameter);
        help += "; " + describeValue(parameter.get(&defaults)) + " if not given";
        surface
            .add_option_function<std::string>(
                "--" + key,
                [&settings, key](const std::string& value) {
                    settings.push_back(fmt::format("{}={}", key, value));
                },
                help)
            ->type_name(flagValueName(parameter));
    }
}

void addSurface(CLI::App& app, SurfaceOptions& options) {
    CLI::App& surface = *app.add_subcommand("surface", "Make the surface of the fluid from frames");
    surface
        .add_option("FRAMES", options.frames, "Frames of particles in PLY, BGEO or CSV, or folders of them")
        ->required()
        ->type_name("");
    surface.add_option("-o,--out", options.out, "Folder for the meshes, or a file for a single frame")
        ->required()
        ->type_name("DIR")
        ->check(notEmpty());
    surface
        .add_option("--format", options.format,
                    fmt::format("One of {}; ply if the name of the file does not say",
                                fmt::join(surfaceFormatNames(), ", ")))
        ->type_name("NAME")
        ->check(oneOf(surfaceFormatNames()));
    surface
        .add_option("--attributes", options.attributes,
                    "Fields of the particles for the vertices, with commas between them; id is that of the "
                    "nearest particle")
        ->type_name("FIELDS")
        ->delimiter(',')
        ->allow_extra_args(false);
    addSurfaceSettings(surface, options.settings);
    surface
        .add_option("--spacing", options.spacing, "Distance of particles at rest, in m; as frames in PLY say")
        ->type_name("M")
        ->check(number(1e-9, 1e9));
    addThreads(surface, options.threads);
    surface.add_flag("--quiet", options.quiet, "No progress; errors are still shown");
    surface.footer(
        "Meshes are closed and keep the volume of the fluid; as vdb they become the volumes surface and "
        "density of\nOpenVDB. Frames of two dimensions become outlines in SVG.\nThe frame frame_0007.ply "
        "becomes surface_0007.ply. A mesh appears whole or not at all.");
}

void addDocuments(CLI::App& app, Options& options) {
    CLI::App& docs = *app.add_subcommand("docs", "Print a document that is made from the program itself");
    docs.add_option("WHAT", options.document, fmt::format("One of {}", fmt::join(documentNames(), ", ")))
        ->required()
        ->type_name("")
        ->check(oneOf(documentNames()));
    docs.footer(
        "schema is a JSON schema of scene files, for editors; reference describes every key in Markdown; "
        "man is the manual page.");
    CLI::App& completion = *app.add_subcommand("completion", "Print the completions for a shell");
    completion.add_option("SHELL", options.shell, fmt::format("One of {}", fmt::join(shellNames(), ", ")))
        ->required()
        ->type_name("")
        ->check(oneOf(shellNames()));
    completion.footer("For bash: source <(undine completion bash)");
}

std::vector<std::string> formatNames() {
    std::vector<std::string> names;
    for (const ExportFormat& format : exportFormats()) names.emplace_back(format.name);
    names.emplace_back("none");
    return names;
}

std::vector<std::string> wordsFor(const std::string& command, const std::string& flag) {
    if (flag == "SCENE") return builtInScenes();
    if (flag == "SUITE") return benchSuites();
    if (flag == "--only") return validationCases();
    if (flag == "WHAT") return documentNames();
    if (flag == "SHELL") return shellNames();
    if (command == "surface" && flag == "--format") return surfaceFormatNames();
    if (command == "surface" && flag == "--kernel") return {"spherical", "anisotropic"};
    if (command == "run" && flag == "--export") return formatNames();
    if (command == "compare" && flag == "--solvers") return methodNames();
    if (flag == "--style") return pictureStyles();
    if (flag == "--scene") return builtInScenes();
    return {};
}

}  // namespace

void describeCommands(CLI::App& app, Options& options) {
    app.set_version_flag("--version", std::string("undine ") + UNDINE_VERSION, "Print the version and exit");
    app.require_subcommand(0, 1);  // a word behind a command is its own, also if another command is called so
    addRun(app, options.run);
    addRender(app, options.render);
    addView(app, options.view);
    addCheck(app, options.check);
    addSurface(app, options.surface);
    addCompare(app, options.compare);
    app.add_subcommand("scenes", "List the built-in scenes");
    app.add_subcommand("info", "Show version, SIMD, threads, solvers and formats");
    addBench(app, options.bench);
    addValidate(app, options.validate);
    addDocuments(app, options);
    // Without a limit, a word behind a command that is another command's name would start that one.
    app.footer(kExamples);
}

std::vector<FlagText> flagsOf(const CLI::App& command) {
    std::vector<FlagText> flags;
    for (const CLI::Option* option : command.get_options()) {
        const bool positional = option->get_positional();
        const std::string name = positional ? option->get_name(true) : "--" + option->get_lnames().front();
        const bool takesValue = option->get_expected_max() > 0;
        flags.push_back({name, takesValue && !positional ? option->get_type_name() : "",
                         option->get_description(), positional, wordsFor(command.get_name(), name)});
    }
    return flags;
}

}  // namespace undine::cli
