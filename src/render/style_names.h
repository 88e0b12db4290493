// SPDX-License-Identifier: Zlib
// The names of the styles, in the order of RenderStyle. A program without undine::render knows them too.
#pragma once

namespace undine {

inline constexpr const char* kRenderStyleNames[] = {"points",  "spheres", "fluid",
                                                    "surface", "smoke",   "vortons"};

}  // namespace undine
