// SPDX-License-Identifier: Zlib
// Fluid over what is behind it.
in vec2 uv;
out vec4 color;

layout(location = 0) uniform float spacing;
layout(binding = 0) uniform sampler2D solid;
layout(binding = 1) uniform sampler2D solidDepth;
layout(binding = 2) uniform sampler2D surface;    // normal and distance, at a lower resolution
layout(binding = 3) uniform sampler2D thickness;  // optical depth and whiteness

// Normal, distance and how much of the pixel is covered: the mean over those of the four around it that have
// fluid and belong to one surface.
vec4 surfaceAt(out float cover) {
    vec2 size = vec2(textureSize(surface, 0));
    vec2 at = uv * size - 0.5;
    vec2 share = fract(at);
    ivec2 first = ivec2(floor(at)), last = ivec2(size) - 1;
    vec4 four[4];
    float nearest = kNothing;
    for (int k = 0; k < 4; ++k) {
        four[k] = texelFetch(surface, clamp(first + ivec2(k & 1, k >> 1), ivec2(0), last), 0);
        nearest = min(nearest, four[k].w);
    }
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    cover = 0.0;
    for (int k = 0; k < 4; ++k) {
        float weight = ((k & 1) == 0 ? 1.0 - share.x : share.x) * ((k >> 1) == 0 ? 1.0 - share.y : share.y);
        if (four[k].w < 0.5 * kNothing) cover += weight;
        if (four[k].w > nearest + 3.0 * spacing) continue;
        sum += weight * four[k];
        weights += weight;
    }
    return weights > 0.0 ? vec4(normalize(sum.xyz), sum.w / weights) : vec4(0.0, 0.0, 1.0, kNothing);
}

void main() {
    vec3 behind = texture(solid, uv).rgb;
    color = vec4(behind, 1.0);
    float cover;
    vec4 front = surfaceAt(cover);
    cover = smoothstep(0.2, 0.8, cover);
    if (cover <= 0.0) return;
    float wall = distanceOf(texture(solidDepth, uv).r);
    if (front.w > wall) return;

    vec4 optical = texture(thickness, uv);
    float depth = (optical.r + optical.g + optical.b) / 3.0;
    vec3 point = eyePoint(uv, front.w);
    vec3 ray = eyeRay(point);
    vec3 normal = front.xyz;
    float facing = clamp(-dot(normal, ray), 0.0, 1.0);
    // Thin and steep at the rim, where the smooth surface has none: let it run out softly.
    float rim = smoothstep(0.0, 0.10, depth);

    // What is behind, shifted by the bend of the light.
    vec2 bend = normal.xy * (0.10 * min(depth, 1.2)) * projection[1][1] * vec2(viewport.y * viewport.z, 1.0) *
                stage.z / max(isPerspective() ? front.w : 1.0, 1e-6) * 0.35;
    vec2 shifted = clamp(uv - bend, vec2(0.002), vec2(0.998));
    if (distanceOf(texture(solidDepth, shifted).r) < front.w) shifted = uv;
    vec3 refracted = texture(solid, shifted).rgb;
    vec3 through = exp(-optical.rgb);

    // The fluid's own colour: light that was scattered back on the way.
    vec3 hue = exp(-optical.rgb / max(depth, 1e-4));
    mat3 toWorld = transpose(mat3(view));
    vec3 worldNormal = toWorld * normal;
    float sunlit = 0.62 + 0.38 * max(dot(worldNormal, light.xyz), 0.0);
    vec3 water = refracted * through + hue * 0.62 * sunlit * (1.0 - through);

    vec3 mirrored = toWorld * reflect(ray, normal);
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    fresnel *= 0.75 * rim;
    vec3 sky = skyColor(mirrored);
    vec3 lit = mix(water, sky, fresnel);
    vec3 bisector = normalize(light.xyz - toWorld * ray);
    lit += kSun * 0.8 * rim * pow(max(dot(worldNormal, bisector), 0.0), 220.0);

    float white = smoothstep(0.10, 0.75, optical.a / max(depth, 1e-3));
    vec3 foam = vec3(0.93, 0.95, 0.97) * (0.62 + 0.36 * max(dot(worldNormal, light.xyz), 0.0));
    lit = mix(lit, foam, 0.85 * white * smoothstep(0.02, 0.25, depth));
    color.rgb = mix(behind, lit, cover * smoothstep(0.0, 0.03, depth));
}
