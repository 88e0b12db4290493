// SPDX-License-Identifier: Zlib
// The surface of the fluid as a mesh, which is in the world already.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

out vec3 facing;   // in the eye's space
out float distance_;

void main() {
    vec4 inEye = view * vec4(position, 1.0);
    facing = mat3(view) * normal;
    distance_ = -inEye.z;
    gl_Position = projection * inEye;
}
