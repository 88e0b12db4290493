// SPDX-License-Identifier: Zlib
// The fuzzer for scene files: see `./dev fuzz`.
#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    undine::test::readAnyScene({data, size});
    return 0;
}
