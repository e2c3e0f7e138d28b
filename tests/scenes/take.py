"""What was staged of a scene, and how it becomes a film."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from device.stage import FRAME_S
from tests.scenes.film import Film
from vision.cameras.staged import DECKS, STAGE_SIZE_PX, Shot
from vision.frame import Image
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer

CRF, PRESET = "31", "slow"

Effect = Callable[[Image, float], Image]
"""What lamp and lens do to a picture, at a time in seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """``film``: the script; ``shots``: what the camera saw, each in its light. Nothing is drawn
    before it is asked for."""

    film: Film
    shots: tuple[tuple[Shot, Effect], ...]

    def write(self) -> None:
        """The film and its script."""
        write_video(self.film.path, self._pictures(), Fraction(1 / FRAME_S).limit_denominator(100))
        self.film.write()

    def _pictures(self) -> Iterator[Image]:
        renderer = Renderer(FaceLibrary.open(DECKS), size_px=STAGE_SIZE_PX)
        for shot, light in self.shots:
            yield light(renderer.render(shot.scene, seed=shot.seq).image, shot.at_s)


def write_video(path: Path, pictures: Iterator[Image], fps: Fraction) -> None:
    """H.264 in an mp4, which OpenCV reads everywhere."""
    import av

    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=fps)
        stream.width, stream.height = STAGE_SIZE_PX
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": CRF, "preset": PRESET}
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
