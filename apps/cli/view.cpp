// SPDX-License-Identifier: Zlib
// `undine view`: the window. In a build without it, a sentence that says so.
#include "commands.h"
#include "flags.h"
#include "interrupt.h"

#if UNDINE_WITH_VIEWER
#include "render/renderer.h"
#include "viewer/viewer.h"
#endif

namespace undine::cli {

#if UNDINE_WITH_VIEWER

int viewScene(const ViewOptions& options) {
    const auto overrides = toOverrides(options.set);
    if (!overrides) return complain(kExitBadInput, overrides.error());
    if (const auto style = findRenderStyle(options.style.value_or("fluid")); !style) {
        return complain(kExitBadInput, "--style: " + style.error());
    }
    if (options.scene) {  // mistakes belong on the terminal, as long as there is no window
        const auto scene = loadScene(*options.scene, overrides.value());
        if (!scene) return complain(kExitBadInput, scene.error());
    }
    listenForInterrupt();  // a film that is being recorded is to end well
    const auto shown = viewer::runViewer({.scene = options.scene.value_or(""),
                                          .overrides = overrides.value(),
                                          .style = options.style.value_or(""),
                                          .isPaused = options.isPaused,
                                          .pictureFolder = options.out.value_or("."),
                                          .report = options.report.value_or(""),
                                          .mustClose = isInterrupted});
    return shown ? kExitDone : complain(kExitFailed, shown.error());
}

#else

int viewScene(const ViewOptions&) {
    return complain(
        kExitFailed,
        "this program was built without its window: install GLFW, Dear ImGui and libepoxy (Debian: "
        "libglfw3-dev libimgui-dev libepoxy-dev), and build it again");
}

#endif

}  // namespace undine::cli
