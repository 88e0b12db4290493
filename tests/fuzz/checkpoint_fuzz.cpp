// SPDX-License-Identifier: Zlib
// The fuzzer for checkpoints: see `./dev fuzz`. With UNDINE_FUZZ_SEEDS set to a folder it first writes valid
// inputs there, for fuzzing to begin with.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
    const char* folder = std::getenv("UNDINE_FUZZ_SEEDS");
    if (folder == nullptr) return 0;
    int number = 0;
    for (const auto& input : undine::test::validCheckpointInputs()) {
        std::ofstream file(std::filesystem::path(folder) / ("valid_" + std::to_string(number++)),
                           std::ios::binary);
        file.write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    undine::test::readAnyCheckpoint({data, size});
    return 0;
}
