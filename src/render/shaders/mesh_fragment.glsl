// SPDX-License-Identifier: Zlib
// Bodies: dull, with a little sheen.
in vec3 place;
in vec3 facing;
out vec4 color;

layout(location = 0) uniform vec3 tone;
layout(location = 1) uniform int isSingleSided;

layout(binding = 0) uniform sampler2DShadow solidShadow;
layout(binding = 1) uniform sampler2D fluidShadow;

void main() {
    vec3 normal = normalize(facing);
    vec3 toEye = isPerspective() ? normalize(eye.xyz - place) : -forwardAxis.xyz;
    float front = dot(normal, toEye);
    if (isSingleSided != 0 && front < 0.0) discard;
    if (front < 0.0) normal = -normal;
    if (isFlat()) {
        color = vec4(tone * (0.75 + 0.25 * abs(front)), 1.0);
        return;
    }
    vec3 lit = lightAt(place + 0.02 * stage.z * normal, solidShadow, fluidShadow, true);
    float sun = max(dot(normal, light.xyz), 0.0);
    float sky = 0.38 + 0.20 * normal.y;
    float shine = pow(max(dot(normal, normalize(light.xyz + toEye)), 0.0), 30.0);
    color = vec4(tone * (sky + 0.85 * sun * lit) + 0.10 * shine * lit, 1.0);
}
