// SPDX-License-Identifier: Zlib
// All of Undine's core in one include.
#pragma once

#include "undine/fields.h"
#include "undine/log.h"
#include "undine/parameters.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "undine/surface.h"
#include "undine/types.h"
#include "undine/world.h"
