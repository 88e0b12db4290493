// SPDX-License-Identifier: Zlib
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/targets.h"
#include "undine/scene.h"

namespace undine::test {

void readAnyScene(std::span<const std::uint8_t> input) {
    std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    std::vector<SceneOverride> overrides;
    if (text.starts_with('=')) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(1, end - 1);
        const std::size_t equals = std::min(line.find('='), line.size());
        overrides.push_back({std::string(line.substr(0, equals)),
                             std::string(line.substr(std::min(equals + 1, line.size())))});
        text.remove_prefix(end);
    }
    const Result<Scene> scene = parseScene(text, "input", overrides);
    if (!scene && scene.error().empty()) std::abort();  // a refusal has to say why
}

}  // namespace undine::test
