// SPDX-License-Identifier: Zlib
// Frames as VTK XML PolyData, which ParaView, VisIt and PyVista read, and the list of a series' frames with
// their times.
#pragma once

#include <filesystem>

#include "io/file_names.h"
#include "io/frame.h"

namespace undine {

inline constexpr SeriesName kVtpSeries{"frame", "vtp"};
inline constexpr std::string_view kVtpListName = "frames.pvd";

/// All fields, and frames.pvd in the same folder: it lists the frames up to this one with their times.
/// Earlier frames are taken from the list as it was, so that a resumed run goes on with it; frames with
/// higher numbers belong to a run that is being written over.
Result<void> writeVtp(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

}  // namespace undine
