// SPDX-License-Identifier: Zlib
// Frames and the formats they are written in, read back by readers that know only the formats.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/body_files.h"
#include "io/formats.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/worlds.h"
#include "tests/unit/export_readers.h"

namespace undine {
namespace {

using test::Table;

const std::vector<std::string> kFields = {"velocity", "density", "pressure", "id", "fluid"};

/// More particles than a piece of a file holds, with gaps in the ids, in another order than their ids.
World sortedWorld() {
    World world = test::makeTank(WcsphSettings{}, {.tank = {2, 2, 2}, .water = {1.7F, 1.7F, 1.7F}});
    std::vector<ParticleId> some(777);
    std::iota(some.begin(), some.end(), ParticleId{1000});
    world.removeParticles(some);
    for (Index i = 0; i < world.particleCount(); ++i) {
        world.setVelocity(i, {1e-5F * static_cast<float>(world.ids()[i]), 2, -0.1F});
    }
    EXPECT_TRUE(world.step().ok());
    EXPECT_FALSE(std::ranges::is_sorted(world.ids()));
    return world;
}

const World& sharedWorld() {
    static const World world = sortedWorld();
    return world;
}

Frame sortedFrame(const World& world, std::uint64_t number, const std::vector<std::string>& fields) {
    const ThreadPool pool(2);
    Frame frame;
    EXPECT_TRUE(frame.take(world, number, fields).ok());
    FrameSorter().sort(frame, pool);
    return frame;
}

/// The frame written in a format, as bytes.
std::string written(const Frame& frame, std::string_view format) {
    const TemporaryFolder folder;
    const ThreadPool pool(2);
    const Result<void> done = findExportFormat(format).value()->write(frame, folder.path() / "file", pool);
    EXPECT_TRUE(done.ok()) << done.error();
    return readFile(folder / "file");
}

/// `column` must hold `value(i)` of the world's particles in the order of ids, bit for bit.
template <class Value>
void expectColumn(const Table& table, const std::string& column, Value&& value) {
    const World& world = sharedWorld();
    ASSERT_TRUE(table.columns.contains(column)) << column;
    const std::vector<double>& words = table.columns.at(column);
    ASSERT_EQ(words.size(), world.particleCount()) << column;
    std::vector<ParticleId> ids(world.ids().begin(), world.ids().end());
    std::ranges::sort(ids);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        ASSERT_EQ(words[k], static_cast<double>(value(*world.findParticle(ids[k])))) << column << ' ' << k;
    }
}

struct ColumnNames {
    std::string x, y, z, vx, vy, vz;
};

void expectWorld(const Table& table, const ColumnNames& names) {
    const World& world = sharedWorld();
    EXPECT_TRUE(table.isWhole);
    EXPECT_GT(table.rows, 32768U);
    expectColumn(table, names.x, [&](Index i) { return world.positions()[i].x; });
    expectColumn(table, names.y, [&](Index i) { return world.positions()[i].y; });
    expectColumn(table, names.z, [&](Index i) { return world.positions()[i].z; });
    expectColumn(table, names.vx, [&](Index i) { return world.velocities()[i].x; });
    expectColumn(table, names.vy, [&](Index i) { return world.velocities()[i].y; });
    expectColumn(table, names.vz, [&](Index i) { return world.velocities()[i].z; });
    expectColumn(table, "density", [&](Index i) { return world.densities()[i]; });
    expectColumn(table, "pressure", [&](Index i) { return world.pressures()[i]; });
    expectColumn(table, "id", [&](Index i) { return world.ids()[i]; });
    expectColumn(table, "fluid", [&](Index i) { return world.fluidIndices()[i]; });
}

TEST(Export, PlyHoldsEveryFieldInTheOrderOfIds) {
    const Table table = test::readPly(written(sortedFrame(sharedWorld(), 1, kFields), "ply"));
    EXPECT_EQ(table.names, (std::vector<std::string>{"x", "y", "z", "vx", "vy", "vz", "density", "pressure",
                                                     "id", "fluid"}));
    expectWorld(table, {"x", "y", "z", "vx", "vy", "vz"});
}

TEST(Export, CsvHoldsTheSameBits) {
    const std::string text = written(sortedFrame(sharedWorld(), 1, kFields), "csv");
    Table table = test::readCsv(text);
    // Text is read as double, and the nearest float is the number that was written.
    for (auto& [name, column] : table.columns) {
        if (name == "id" || name == "fluid") continue;
        for (double& word : column) word = static_cast<float>(word);
    }
    expectWorld(table, {"x", "y", "z", "vx", "vy", "vz"});
}

TEST(Export, BgeoHoldsEveryFieldBigEndian) {
    const Table table = test::readBgeo(written(sortedFrame(sharedWorld(), 1, kFields), "bgeo"));
    expectWorld(table, {"P.0", "P.1", "P.2", "v.0", "v.1", "v.2"});
    expectColumn(table, "P.3", [](Index /*unused*/) { return 1; });
}

TEST(Export, VtpHoldsEveryFieldAndAVertexForEachParticle) {
    const Table table = test::readVtp(written(sortedFrame(sharedWorld(), 1, kFields), "vtp"));
    expectWorld(table, {"Points.0", "Points.1", "Points.2", "velocity.0", "velocity.1", "velocity.2"});
    const std::vector<double>& cells = table.columns.at("connectivity");
    const std::vector<double>& offsets = table.columns.at("offsets");
    for (std::size_t k = 0; k < table.rows; ++k) {
        ASSERT_EQ(cells[k], static_cast<double>(k));
        ASSERT_EQ(offsets[k], static_cast<double>(k + 1));
    }
}

TEST(Export, WritesOnlyTheFieldsAskedForAndEachOnce) {
    const Frame frame = sortedFrame(sharedWorld(), 1, {"density", "position", "density"});
    const std::vector<std::string> ply = {"x", "y", "z", "density"};
    EXPECT_EQ(test::readPly(written(frame, "ply")).names, ply);
    EXPECT_EQ(test::readCsv(written(frame, "csv")).names, ply);
    EXPECT_EQ(test::readBgeo(written(frame, "bgeo")).names, (std::vector<std::string>{"P", "density"}));
    EXPECT_EQ(test::readVtp(written(frame, "vtp")).names,
              (std::vector<std::string>{"density", "Points", "connectivity", "offsets"}));
}

TEST(Export, AFrameThatIsTakenAgainForgetsItsOldFields) {
    Frame frame = sortedFrame(sharedWorld(), 1, kFields);
    frame.setBodies(std::vector<BodyState>(1));
    const World small = World::create().value();
    const std::vector<std::string> fields = {"tag"};
    ASSERT_TRUE(frame.take(small, 2, fields).ok());
    EXPECT_EQ(frame.size(), 0U);
    EXPECT_EQ(frame.number(), 2U);
    ASSERT_EQ(frame.fields().size(), 1U);
    EXPECT_EQ(frame.fields()[0]->info.name, "tag");
    EXPECT_TRUE(frame.bodies().empty());
}

TEST(Export, EveryFormatWritesAnEmptyWorld) {
    const World world = World::create().value();
    const Frame frame = sortedFrame(world, 0, kFields);
    for (const ExportFormat& format : exportFormats()) {
        if (format.write == nullptr || format.dimension == 2) continue;
        EXPECT_FALSE(written(frame, format.name).empty()) << format.name;
    }
    EXPECT_TRUE(test::readPly(written(frame, "ply")).isWhole);
    EXPECT_TRUE(test::readBgeo(written(frame, "bgeo")).isWhole);
    EXPECT_TRUE(test::readVtp(written(frame, "vtp")).isWhole);
    EXPECT_EQ(written(frame, "csv"), "x,y,z,vx,vy,vz,density,pressure,id,fluid\n");
}

TEST(Export, EveryFormatReportsAFolderThatDoesNotExist) {
    const Frame frame = sortedFrame(World::create().value(), 0, kFields);
    const ThreadPool pool(1);
    for (const ExportFormat& format : exportFormats()) {
        if (format.write == nullptr || format.dimension == 2) continue;
        EXPECT_EQ(format.write(frame, "/no/such/file", pool).error(),
                  "/no/such/file: cannot write: there is no folder /no/such");
    }
}

TEST(Export, EveryFormatReportsAFullDisk) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const Frame frame = sortedFrame(sharedWorld(), 0, kFields);
    const ThreadPool pool(1);
    for (const ExportFormat& format : exportFormats()) {
        if (format.write == nullptr || format.dimension == 2) continue;
        EXPECT_TRUE(format.write(frame, "/dev/full", pool).error().starts_with("/dev/full: cannot write: "))
            << format.name;
    }
}

TEST(Export, UnknownFieldsAreNamedWithTheNearestAndAllKnown) {
    Frame frame;
    const std::vector<std::string> fields = {"velocity", "presure"};
    const std::string error = frame.take(sharedWorld(), 0, fields).error();
    EXPECT_TRUE(
        error.starts_with("unknown field \"presure\", did you mean \"pressure\"? (known with solver "
                          "wcsph: position, velocity, id, tag, fluid, "))
        << error;
}

TEST(Export, UnknownFormatsAreNamedWithTheNearestAndAllKnown) {
    EXPECT_EQ(findExportFormat("pyl").error(),
              "unknown format \"pyl\", did you mean \"ply\"? (known: ply, vtp, csv, bgeo, vdb, vdb_surface, "
              "vdb_density, bodies, tracers, surface, surface_obj, surface_gltf, outline)");
    const ExportFormat* vdb = &exportFormats()[4];
    if (vdb->write == nullptr) {
        EXPECT_EQ(findExportFormat("vdb").error(), "vdb: this program was built without OpenVDB");
    } else {
        EXPECT_EQ(findExportFormat("vdb").value(), vdb);
    }
}

TEST(Export, FileNamesOfARunAreRecognised) {
    EXPECT_EQ(findExportFormat("ply").value()->fileName(7), "frame_0007.ply");
    for (const ExportFormat& format : exportFormats()) {
        EXPECT_TRUE(isExportFileName(format.fileName(0)));
        EXPECT_TRUE(isExportFileName(format.fileName(123456)));
    }
    EXPECT_TRUE(isExportFileName("frames.pvd"));
    EXPECT_TRUE(isExportFileName("body_0001.obj"));
    for (const char* other :
         {"frame_7.ply", "frame_000x.ply", "frame_0007.ply.part", "my_frame_0007.ply", "x", "frame", "frame_",
          "frame_-001.ply", "frame_00007.ply", "bodies_0001.ply", ""}) {
        EXPECT_FALSE(isExportFileName(other)) << other;
    }
}

/// Writes three particles, one of them with this tag.
Result<void> writeTag(std::uint64_t tag, const std::string& formatName, const std::filesystem::path& path) {
    World world = World::create().value();
    const FluidIndex water = world.addFluid({}).value();
    EXPECT_TRUE(world.addParticles(water, std::vector<Vec3>(3)).ok());
    world.tags()[2] = tag;
    const ThreadPool pool(1);
    return findExportFormat(formatName).value()->write(sortedFrame(world, 0, {"tag"}), path, pool);
}

TEST(Export, BgeoRefusesNumbersItWouldCut) {
    const TemporaryFolder folder;
    const std::string path = folder / "frame_0000.bgeo";
    EXPECT_TRUE(writeTag(2147483647, "bgeo", path).ok());
    EXPECT_EQ(writeTag(1ULL << 40U, "bgeo", path).error(),
              path + ": field tag: 1099511627776 does not fit: whole numbers must be at most 2147483647");
}

TEST(Export, PlyRefusesNumbersItWouldRound) {
    const TemporaryFolder folder;
    const std::string path = folder / "frame_0000.ply";
    EXPECT_TRUE(writeTag(1ULL << 53U, "ply", path).ok());
    std::filesystem::remove(path);
    EXPECT_EQ(
        writeTag((1ULL << 53U) + 1, "ply", path).error(),
        path + ": field tag: 9007199254740993 does not fit: whole numbers must be at most 9007199254740992");
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Export, AListOfVtpFramesThatCannotBeReadIsNotReplaced) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "frames.pvd");
    const std::string path = folder / "frame_0000.vtp";
    EXPECT_EQ(writeTag(0, "vtp", path).error(),
              std::string(folder / "frames.pvd") + ": is a folder, not a list file");
}

TEST(Export, TheListOfVtpFramesGoesOnAfterAResumedRun) {
    const TemporaryFolder folder;
    const ThreadPool pool(1);
    World world = World::create({.timeStep = 0.25F}).value();
    const auto write = [&](std::uint64_t number) {
        const ExportFormat& vtp = *findExportFormat("vtp").value();
        const Frame frame = sortedFrame(world, number, {});
        ASSERT_TRUE(vtp.write(frame, folder / vtp.fileName(number), pool).ok());
        static_cast<void>(world.step());
    };
    for (std::uint64_t number = 0; number < 3; ++number) write(number);
    const std::string before = readFile(folder / "frames.pvd");
    write(3);  // at 0.75 s
    // Resume before frame 3: what was there is replaced and what came before stays.
    world = World::create({.timeStep = 0.25F}).value();
    for (int step = 0; step < 2; ++step) static_cast<void>(world.step());
    write(2);
    EXPECT_EQ(readFile(folder / "frames.pvd"), before);
    EXPECT_NE(before.find("<DataSet timestep=\"0\" part=\"0\" file=\"frame_0000.vtp\"/>\n"
                          "<DataSet timestep=\"0.25\" part=\"0\" file=\"frame_0001.vtp\"/>\n"
                          "<DataSet timestep=\"0.5\" part=\"0\" file=\"frame_0002.vtp\"/>\n</Collection>"),
              std::string::npos)
        << before;
}

TEST(Export, TracersArePointsWithColors) {
    Frame frame = sortedFrame(World::create().value(), 4, {});
    const float x[] = {1, 2}, y[] = {3, 4}, z[] = {5, 6};
    const Vec3 colors[] = {{0, 0.5F, 1}, {2, -1, 0.2F}};
    frame.setTracers(VectorView(x, y, z, 2), colors);
    const Table table = test::readPly(written(frame, "tracers"));
    EXPECT_TRUE(table.isWhole);
    EXPECT_EQ(table.columns.at("y"), (std::vector<double>{3, 4}));
    EXPECT_EQ(table.columns.at("red"), (std::vector<double>{0, 255}));
    EXPECT_EQ(table.columns.at("green"), (std::vector<double>{128, 0}));
    EXPECT_EQ(table.columns.at("blue"), (std::vector<double>{255, 51}));
    EXPECT_FALSE(table.columns.contains("temperature"));
}

TEST(Export, TracersThatKnowHeatHaveTemperatureAndSmoke) {
    Frame frame = sortedFrame(World::create().value(), 4, {});
    const float x[] = {1, 2}, temperature[] = {300, 1250.5F}, smoke[] = {0, 0.25F};
    const Vec3 colors[] = {{0, 0.5F, 1}, {0, 0, 0}};
    frame.setTracers(VectorView(x, x, x, 2), colors, temperature, smoke);
    const Table table = test::readPly(written(frame, "tracers"));
    EXPECT_TRUE(table.isWhole);
    EXPECT_EQ(table.columns.at("temperature"), (std::vector<double>{300, 1250.5}));
    EXPECT_EQ(table.columns.at("smoke"), (std::vector<double>{0, 0.25}));
}

TEST(Export, BodiesAreWhereTheyAre) {
    Frame frame = sortedFrame(World::create().value(), 4, {});
    const BodyState paddle{"paddle", {1, 2, 3}, {0, 0.5F, 0, 0.75F}, {4, 5, 6}, {7, 8, 9}};
    frame.setBodies(std::vector<BodyState>{paddle, {}});
    const auto json = nlohmann::json::parse(written(frame, "bodies"));
    EXPECT_EQ(json.at("frame"), 4);
    ASSERT_EQ(json.at("bodies").size(), 2U);
    const auto& body = json["bodies"][0];
    EXPECT_EQ(body.at("name"), "paddle");
    EXPECT_EQ(body.at("position"), (nlohmann::json{1, 2, 3}));
    EXPECT_EQ(body.at("rotation"), (nlohmann::json{0, 0.5, 0, 0.75}));
    EXPECT_EQ(body.at("velocity"), (nlohmann::json{4, 5, 6}));
    EXPECT_EQ(body.at("angular_velocity"), (nlohmann::json{7, 8, 9}));
}

/// By the divergence theorem: positive when all faces look outwards.
double volumeOfObj(const std::string& text) {
    std::istringstream stream(text);
    std::vector<Vec3> vertices;
    double volume = 0;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line.substr(2));
        if (line.starts_with("v ")) {
            Vec3 v;
            words >> v.x >> v.y >> v.z;
            vertices.push_back(v);
        } else if (line.starts_with("f ")) {
            std::vector<Vec3> face;
            for (std::size_t k = 0; words >> k;) face.push_back(vertices.at(k - 1));
            for (std::size_t k = 2; k < face.size(); ++k) {
                const Vec3 a = face[0], b = face[k - 1], c = face[k];
                volume += dot(a, {b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x}) / 6.0;
            }
        }
    }
    return volume;
}

TEST(Export, MeshesOfBodiesAreClosedAndLookOutwards) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeBodyMesh({{}, BoxBody{.size = {1, 2, 3}}}, folder / "box.obj").ok());
    EXPECT_NEAR(volumeOfObj(readFile(folder / "box.obj")), 6, 1e-6);
    ASSERT_TRUE(writeBodyMesh({{}, SphereBody{.radius = 2}}, folder / "sphere.obj").ok());
    EXPECT_NEAR(volumeOfObj(readFile(folder / "sphere.obj")), 33.51, 0.7);

    const double pi = std::acos(-1.0);
    const TerrainBody steps{.heights = {0, 1, 0, 1, 0, 1}, .columns = 2, .cell = 1, .depth = 1};
    const std::pair<BodyShape, double> others[] = {
        {CapsuleBody{.radius = 1, .height = 2}, 2 * pi + 4 * pi / 3},
        {CylinderBody{.radius = 1, .height = 2}, 2 * pi},
        {ConeBody{.radius = 1, .height = 3}, pi},
        {steps, 3},
        {HollowBoxBody{.size = {1, 1, 1}, .thickness = 0.1F}, 6 * 0.1},  // edges of plates overlap
    };
    for (const auto& [shape, volume] : others) {
        Body body;
        body.shape = shape;
        ASSERT_TRUE(writeBodyMesh(body, folder / "other.obj").ok());
        EXPECT_NEAR(volumeOfObj(readFile(folder / "other.obj")) / volume, 1, 0.02) << shape.index();
    }
}

}  // namespace
}  // namespace undine
