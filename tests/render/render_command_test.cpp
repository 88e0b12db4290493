// SPDX-License-Identifier: Zlib
// Pictures and films through the command: what is written, and what is said when it cannot be.
#include "tests/support/places.h"
#ifdef UNDINE_CLI_PATH
#include <sys/wait.h>

#include <cstdlib>

#include "tests/input/temporary_folder.h"
#include "tests/render/pictures.h"

namespace undine {
namespace {

constexpr const char* kTiny = UNDINE_SOURCE_DIR "/tests/input/tiny.json";

class RenderCommand : public testing::Test {
  protected:
    void SetUp() override {
        if (!hasOpenGl()) GTEST_SKIP() << "no OpenGL here";
    }

    // The exit code of `ENVIRONMENT undine ARGUMENTS`; what it said is in said_.
    int run(const std::string& arguments, const std::string& environment = "") {
        const std::string line = "cd '" + folder_.path().string() + "' && env " + environment +
                                 " '" UNDINE_CLI_PATH "' " + arguments + " > said.txt 2>&1 < /dev/null";
        const int status = std::system(line.c_str());
        said_ = readFile(folder_ / "said.txt");
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    int draw(const std::string& flags, const std::string& environment = "") {
        const std::string size = flags.find("--size") == std::string::npos ? "--size 64x36 " : "";
        return run("run --quiet " + size + "--out o " + flags + " " + kTiny, environment);
    }
    bool isThere(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
    bool hasSaid(const std::string& words) const { return said_.find(words) != std::string::npos; }

    // A program that is found instead of ffmpeg.
    std::string fakeEncoder(const std::string& script) {
        std::filesystem::create_directories(folder_ / "bin");
        writeFile(folder_ / "bin/ffmpeg", "#!/bin/sh\n" + script);
        std::filesystem::permissions(folder_ / "bin/ffmpeg", std::filesystem::perms::owner_all);
        return "PATH='" + (folder_ / "bin") + "':/usr/bin:/bin";
    }

    TemporaryFolder folder_;
    std::string said_;
};

bool hasProgram(const std::string& name) {
    return isHere(std::system(("command -v " + name + " > /dev/null").c_str()) == 0, name.c_str());
}

TEST_F(RenderCommand, WritesTheLastFrameAsOnePicture) {
    ASSERT_EQ(draw("--render last.png --style spheres --color speed"), 0) << said_;
    const std::optional<Image> image = readPng(folder_ / "last.png");
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, 64);
    EXPECT_EQ(image->height, 36);
    EXPECT_FALSE(isThere("last.png.part"));
}

TEST_F(RenderCommand, WritesAFolderWithAPictureForEveryFrame) {
    ASSERT_EQ(draw("--render pictures"), 0) << said_;
    for (const char* name : {"frame_0000.png", "frame_0001.png", "frame_0002.png", "frame_0003.png"}) {
        EXPECT_TRUE(isThere(std::string("pictures/") + name)) << name;
    }
    EXPECT_FALSE(isThere("pictures/frame_0004.png"));
}

TEST_F(RenderCommand, WritesAFilmThatPlayersCanRead) {
    if (!hasProgram("ffmpeg") || !hasProgram("ffprobe")) GTEST_SKIP() << "no ffmpeg here";
    ASSERT_EQ(draw("--render film.mp4 --size 65x35"), 0) << said_;
    EXPECT_FALSE(isThere("film.mp4.part"));
    const std::string probe = "cd '" + folder_.path().string() +
                              "' && ffprobe -v error -count_frames -show_entries "
                              "stream=codec_name,pix_fmt,nb_read_frames,width,height,r_frame_rate "
                              "-of default=nw=1 film.mp4 > probe.txt";
    ASSERT_EQ(std::system(probe.c_str()), 0);
    const std::string said = readFile(folder_ / "probe.txt");
    for (const char* line : {"codec_name=h264", "pix_fmt=yuv420p", "nb_read_frames=4", "width=66",
                             "height=36", "r_frame_rate=100/1"}) {
        EXPECT_NE(said.find(line), std::string::npos) << line << " in\n" << said;
    }
}

TEST_F(RenderCommand, WritesFilmsOfEveryKind) {
    if (!hasProgram("ffmpeg") || !hasProgram("ffprobe")) GTEST_SKIP() << "no ffmpeg here";
    ASSERT_EQ(run(std::string("run --quiet --out o --export ply ") + kTiny), 0) << said_;
    for (const auto& [name, codec] :
         {std::pair{"a.mkv", "h264"}, {"a.mov", "h264"}, {"a.webm", "vp9"}, {"A.GIF", "gif"}}) {
        ASSERT_EQ(run(std::string("render o --quiet --size 65x35 -o ") + name), 0) << said_;
        const std::string probe = "cd '" + folder_.path().string() +
                                  "' && ffprobe -v error -count_frames -show_entries "
                                  "stream=codec_name,nb_read_frames -of default=nw=1 " +
                                  name + " > probe.txt";
        ASSERT_EQ(std::system(probe.c_str()), 0);
        EXPECT_EQ(readFile(folder_ / "probe.txt"),
                  std::string("codec_name=") + codec + "\nnb_read_frames=4\n");
    }
}

TEST_F(RenderCommand, RefusesEndingsThatNoPictureHas) {
    for (const char* name : {"x.jpg", "x.stl", "x.mp5"}) {
        EXPECT_EQ(draw(std::string("--render ") + name), 2) << name;
        EXPECT_TRUE(
            hasSaid("a film ends in .mp4, .mkv, .mov, .webm, .gif, the picture of the last frame in "
                    ".png, and a folder of pictures in a slash or in nothing"))
            << said_;
        EXPECT_FALSE(isThere(name) || isThere("o"));
    }
    EXPECT_EQ(draw("--render pictures.v2/"), 0) << said_;
    EXPECT_TRUE(isThere("pictures.v2/frame_0003.png"));
    EXPECT_EQ(run("render pictures.v2 -o x.avi"), 2);
}

TEST_F(RenderCommand, DrawsFramesOfAllFormatsAlike) {
    ASSERT_EQ(run(std::string("run --quiet --out o --export ply,bgeo,csv ") + kTiny), 0) << said_;
    const std::string flags = std::string(" --size 64x36 --scene ") + kTiny;
    ASSERT_EQ(run("render o/frame_0003.ply -o a.png" + flags), 0) << said_;
    ASSERT_EQ(run("render o/frame_0003.bgeo -o b.png" + flags), 0) << said_;
    EXPECT_EQ(readPng(folder_ / "a.png")->rgb, readPng(folder_ / "b.png")->rgb);
    ASSERT_EQ(run("render o/frame_0003.csv -o d.png" + flags), 0) << said_;
    EXPECT_EQ(readPng(folder_ / "a.png")->rgb, readPng(folder_ / "d.png")->rgb);
    EXPECT_EQ(run("render o/tiny.png -o d.png"), 2);
    EXPECT_TRUE(hasSaid("frames are read from files that end in .ply, .bgeo or .csv")) << said_;
    ASSERT_EQ(run("render o -o c.png" + flags), 0) << said_;
    EXPECT_EQ(readPng(folder_ / "a.png")->rgb, readPng(folder_ / "c.png")->rgb) << "the last of the folder";
    ASSERT_EQ(run("render o -o all --view -1,-1,-1 --size 64x36"), 0) << "without a scene: " << said_;
    EXPECT_TRUE(isThere("all/frame_0003.png"));
}

TEST_F(RenderCommand, SaysWhichParticlesItCannotShow) {
    std::string rows;
    for (int k = 0; k < 400; ++k) rows += std::to_string(k % 20) + " " + std::to_string(k / 20) + " 0 1\n";
    const auto frame = [](int count, const std::string& lines) {
        return "ply\nformat ascii 1.0\ncomment spacing 1\ncomment dimension 3\nelement vertex " +
               std::to_string(count) +
               "\nproperty float x\nproperty float y\nproperty float z\nproperty float heat\nend_header\n" +
               lines;
    };
    writeFile(folder_ / "good.ply", frame(400, rows));
    writeFile(folder_ / "bad.ply", frame(404, rows + "nan 0 0 1\n0 inf 0 1\n5 5 0 nan\n1e25 0 0 1\n"));
    const std::string flags = " --size 64x36 --style spheres --color heat";
    ASSERT_EQ(run("render good.ply -o good.png" + flags), 0) << said_;
    EXPECT_EQ(said_, "");
    ASSERT_EQ(run("render good.ply bad.ply -o bad.png --quiet" + flags), 0) << said_;
    EXPECT_TRUE(hasSaid("colour by is not finite: 3, first in bad.ply")) << said_;
    EXPECT_TRUE(hasSaid("undine: particles that are too far from all others to be framed: 1")) << said_;
    EXPECT_EQ(readPng(folder_ / "good.png")->rgb, readPng(folder_ / "bad.png")->rgb);
    EXPECT_EQ(run("render bad.ply -o s.png --size 64x36 --style surface"), 0) << said_;
}

TEST_F(RenderCommand, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(draw("--render x.png --style vortons"), 2);
    EXPECT_TRUE(hasSaid("--style: style vortons needs particles with the field vorticity")) << said_;
    EXPECT_EQ(draw("--render x.png --style fluidd"), 2);
    EXPECT_TRUE(hasSaid("unknown style \"fluidd\", did you mean \"fluid\"?")) << said_;
    EXPECT_EQ(draw("--render x.png --color sped"), 2);
    EXPECT_TRUE(hasSaid("did you mean \"speed\"?")) << said_;
    EXPECT_EQ(draw("--render x.png --size 64"), 2);
    EXPECT_TRUE(hasSaid("--size: \"64\": must be width x height")) << said_;
    EXPECT_EQ(draw("--render x.png --size 64X36"), 0) << said_;
    std::filesystem::remove(folder_ / "x.png");
    EXPECT_EQ(draw("--render x.png --view 1,2"), 2);
    EXPECT_TRUE(hasSaid("--view: \"1,2\": must be 3 numbers from ")) << said_;
    EXPECT_EQ(draw("--render x.png --view 0,0,0"), 2);
    EXPECT_EQ(draw("--render x.png --color speed --range 1,b"), 2);
    EXPECT_TRUE(hasSaid("--range: \"1,b\": must be 2 numbers from ")) << said_;
    EXPECT_EQ(draw("--render x.png --color speed --range 2,1"), 2);
    EXPECT_EQ(run("render nowhere -o x.png"), 2);
    EXPECT_TRUE(hasSaid("nowhere: there is no such file or folder")) << said_;
    EXPECT_EQ(run("render . -o x.png"), 2);
    EXPECT_TRUE(hasSaid("has no frames")) << said_;
    writeFile(folder_ / "bad.ply",
              "ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nend_header\n1\n");
    EXPECT_EQ(run("render bad.ply -o x.png"), 2);
    EXPECT_TRUE(hasSaid("bad.ply: ")) << said_;
    EXPECT_FALSE(isThere("x.png"));
}

TEST_F(RenderCommand, SaysWhatIsMissingToDraw) {
    for (const char* missing :
         {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent", "MESA_GL_VERSION_OVERRIDE=3.3"}) {
        EXPECT_EQ(draw("--render x.png", missing), 1) << missing;
        EXPECT_TRUE(hasSaid("OpenGL 4.5 (Debian: libegl1 libgl1-mesa-dri")) << said_;
        EXPECT_EQ(run(std::string("run --out o ") + kTiny, missing), 0) << "it still simulates";
        EXPECT_TRUE(hasSaid("no picture: ")) << said_;
    }
}

TEST_F(RenderCommand, SaysThatAFilmNeedsFfmpeg) {
    EXPECT_EQ(draw("--render film.mp4", "PATH=/nonexistent"), 1);
    EXPECT_TRUE(hasSaid("film.mp4: a film needs ffmpeg, which is not on the PATH")) << said_;
    EXPECT_FALSE(isThere("film.mp4") || isThere("film.mp4.part"));
}

TEST_F(RenderCommand, TellsWhatFfmpegSaidWhenItDies) {
    const std::string dies =
        fakeEncoder("head -c 5000 > /dev/null\necho 'No space left on device' >&2\nexit 1\n");
    EXPECT_EQ(draw("--render film.mp4", dies), 1);
    EXPECT_TRUE(hasSaid("No space left on device")) << said_;
    EXPECT_FALSE(isThere("film.mp4") || isThere("film.mp4.part"));

    const std::string failsAtEnd = fakeEncoder("cat > /dev/null\necho 'cannot close' >&2\nexit 3\n");
    EXPECT_EQ(draw("--render film.mp4", failsAtEnd), 1);
    EXPECT_TRUE(hasSaid("ffmpeg could not complete the film: cannot close")) << said_;
    EXPECT_FALSE(isThere("film.mp4") || isThere("film.mp4.part"));
}

TEST_F(RenderCommand, KeepsFramesAndACheckpointWhenFfmpegDies) {
    // It dies with the first picture; the run has more of them than a socket holds.
    const std::string dies = fakeEncoder("head -c 100 > /dev/null\necho 'out of luck' >&2\nexit 1\n");
    EXPECT_EQ(draw("--render film.mp4 --frames 400 --size 256x256 --set output.checkpoint_every=0", dies), 1);
    EXPECT_TRUE(hasSaid("film.mp4: ffmpeg ended before the film did: out of luck")) << said_;
    EXPECT_TRUE(hasSaid("frames 0 to ")) << said_;
    EXPECT_TRUE(hasSaid("Go on with: undine run ")) << said_;
    EXPECT_TRUE(hasSaid("Draw the frames with: undine render o -o film.mp4 --scene ")) << said_;
    EXPECT_TRUE(isThere("o/frame_0000.ply"));
    EXPECT_FALSE(isThere("o/frame_0400.ply")) << "it went on though its film was lost";
    EXPECT_FALSE(isThere("film.mp4") || isThere("film.mp4.part"));
    EXPECT_EQ(draw("--resume --frames 20 --set output.checkpoint_every=0"), 0) << said_;
    EXPECT_FALSE(hasSaid("no checkpoint yet")) << said_;
    EXPECT_TRUE(isThere("o/frame_0020.ply"));
}

TEST_F(RenderCommand, HasNothingToGoOnWithWhenOnlyTheFilmIsMissing) {
    const std::string failsAtEnd = fakeEncoder("cat > /dev/null\nexit 3\n");
    EXPECT_EQ(draw("--render film.mp4", failsAtEnd), 1);
    EXPECT_FALSE(hasSaid("Go on with")) << said_;
    EXPECT_TRUE(hasSaid("frames 0 to 3 are kept in o\nDraw the frames with: ")) << said_;
}

TEST_F(RenderCommand, KeepsTheFilmSoFarWhenInterrupted) {
    ASSERT_EQ(run(std::string("run --quiet --out o --export ply ") + kTiny), 0) << said_;
    // More pictures than a socket holds: the film cannot be done when the first is taken from it.
    std::string frames;
    for (int k = 0; k < 200; ++k) frames += " o/frame_0003.ply";
    const std::string interrupts = fakeEncoder(
        "head -c 9216 > /dev/null\nkill -INT $PPID\nfor last; do :; done\ncat > \"${last#file:}\"\n");
    EXPECT_EQ(run("render --quiet --size 64x36 -o film.mp4" + frames, interrupts), 1);
    EXPECT_TRUE(hasSaid("interrupted: ")) << said_;
    EXPECT_TRUE(isThere("film.mp4"));
    EXPECT_FALSE(isThere("film.mp4.part"));
}

TEST_F(RenderCommand, KeepsTheFilmSoFarWhenAFrameIsDamaged) {
    ASSERT_EQ(run(std::string("run --quiet --out o --export ply ") + kTiny), 0) << said_;
    std::filesystem::remove(folder_ / "o/frame_0000.ply");
    writeFile(folder_ / "o/frame_0003.ply", "ply\nthis is no frame\n");
    EXPECT_EQ(run("render o --quiet --size 64x36 -o p/"), 1);
    EXPECT_TRUE(hasSaid("frame_0003.ply: ")) << said_;
    EXPECT_TRUE(hasSaid("2 of 3 frames are drawn")) << said_;
    EXPECT_TRUE(isThere("p/frame_0002.png") && !isThere("p/frame_0000.png")) << "numbered as the frames";
    const std::string takesAll = fakeEncoder("for last; do :; done\ncat > \"${last#file:}\"\n");
    EXPECT_EQ(run("render o --quiet --size 64x36 -o film.mp4", takesAll), 1);
    EXPECT_TRUE(isThere("film.mp4")) << said_;
}

TEST_F(RenderCommand, RefusesASceneOfAnotherDimension) {
    ASSERT_EQ(run(std::string("run --quiet --out o --export ply ") + kTiny), 0) << said_;
    EXPECT_EQ(run("render o --quiet --size 64x36 -o a.png --scene dam_break"), 2);
    EXPECT_TRUE(hasSaid("--scene: dam_break: has 3 dimensions, but o/frame_0000.ply has 2")) << said_;
}

TEST_F(RenderCommand, SaysThatTheDiskIsFull) {
    if (!isHere(std::filesystem::exists("/dev/full"), "/dev/full")) GTEST_SKIP() << "no /dev/full here";
    Image image{300, 300, std::vector<std::uint8_t>(3 * 300 * 300)};
    for (std::size_t k = 0; k < image.rgb.size(); ++k) image.rgb[k] = static_cast<std::uint8_t>(k * k >> 3U);
    EXPECT_EQ(writePng(image, "/dev/full").error(), "/dev/full: cannot write: No space left on device");
}

TEST_F(RenderCommand, SaysWhereItCannotWrite) {
    EXPECT_EQ(draw("--render /no/such/folder/x.png"), 1);
    EXPECT_TRUE(hasSaid("/no/such/folder/x.png: cannot write: there is no folder /no/such/folder")) << said_;
    EXPECT_EQ(draw("--render /dev/null/pictures"), 1);
    EXPECT_TRUE(hasSaid("cannot make the folder")) << said_;
}

class CompareCommand : public RenderCommand {
  protected:
    int compare(const std::string& flags, const std::string& environment = "") {
        return run(std::string("compare --size 64x36 --out o --solvers wcsph,pbf,sph_pbd,vortex_sph ") +
                       flags + " " + kTiny,
                   environment);
    }
    bool pageSays(const std::string& words) const {
        return readFile(folder_ / "o/index.html").find(words) != std::string::npos;
    }
};

TEST_F(CompareCommand, DrawsAllVariantsInOnePictureWithoutFfmpegToo) {
    ASSERT_EQ(compare("", "PATH=/nonexistent"), 0) << said_;
    const std::optional<Image> image = readPng(folder_ / "o/end.png");
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, 2 * 64 + 4);
    EXPECT_EQ(image->height, 2 * (36 + 13) + 4);
    EXPECT_TRUE(hasSaid("There is no film, only a picture of the end: ")) << said_;
    EXPECT_TRUE(pageSays("a film needs ffmpeg") && pageSays("data:image/png;base64,"));
    EXPECT_FALSE(isThere("o/film.mp4") || isThere("o/film.mp4.part"));
}

TEST_F(CompareCommand, MakesAFilmThatIsPartOfThePage) {
    if (!hasProgram("ffmpeg")) GTEST_SKIP() << "no ffmpeg here";
    ASSERT_EQ(compare(""), 0) << said_;
    EXPECT_TRUE(isThere("o/film.mp4") && isThere("o/end.png"));
    EXPECT_TRUE(pageSays("data:video/mp4;base64,"));
    EXPECT_FALSE(hasSaid("There is no film")) << said_;
}

TEST_F(CompareCommand, MakesThePageWhereNothingCanBeDrawn) {
    std::filesystem::create_directories(folder_ / "o");
    writeFile(folder_ / "o/end.png", "of an earlier comparison");
    ASSERT_EQ(compare("", "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"), 0) << said_;
    EXPECT_TRUE(pageSays("There are no pictures: ") && pageSays("Kinetic energy"));
    EXPECT_FALSE(pageSays("data:image/png") || isThere("o/end.png"));
}

TEST_F(CompareCommand, SaysWhatIsWrongWithThePicturesBeforeItRuns) {
    EXPECT_EQ(compare("--color speed"), 2);
    EXPECT_TRUE(hasSaid("--color: needs --range MIN,MAX")) << said_;
    EXPECT_EQ(compare("--color speed --range 0,1 --style smok"), 2);
    EXPECT_TRUE(hasSaid("--style: ")) << said_;
    EXPECT_FALSE(isThere("o"));
}

}  // namespace
}  // namespace undine
#endif
