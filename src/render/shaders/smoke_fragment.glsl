// SPDX-License-Identifier: Zlib
// The mean colour of all puffs over what they let through.
in vec2 uv;
out vec4 color;

layout(binding = 0) uniform sampler2D sum;
layout(binding = 1) uniform sampler2D rest;

void main() {
    vec4 all = texture(sum, uv);
    color = vec4(all.rgb / max(all.a, 1e-5), 1.0 - texture(rest, uv).r);
}
