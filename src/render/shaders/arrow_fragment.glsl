// SPDX-License-Identifier: Zlib
in vec3 facing;
flat in vec3 tone;
flat in float lit;
out vec4 color;

void main() {
    vec3 normal = normalize(facing);
    if (isFlat()) {
        color = vec4(tone, 1.0);
        return;
    }
    float sun = max(dot(normal, light.xyz), 0.0) * lit;
    color = vec4(tone * (0.44 + 0.16 * normal.y + 0.72 * sun), 1.0);
}
