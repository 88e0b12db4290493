// SPDX-License-Identifier: Zlib
#include "commands.h"
namespace undine::cli { int renderFrames(const RenderOptions&) { return complain(kExitFailed, "not yet"); } }
