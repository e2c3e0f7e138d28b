"""Inside the eyes' process: which camera, which networks. Imported only there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection

from device.config.kinds import CAMERA_FORMS, is_camera
from device.eyes import EyesSpec
from vision.cameras.supervisor import WatchedCamera
from vision.detectors.scripted import (
    Script,
    ScriptedCardReader,
    ScriptedDetector,
    ScriptedPawnReader,
)
from vision.eyes import Eyes
from vision.frame import Camera, CameraError
from vision.readers.base import CardReader

SCRIPTED_SURE = 0.9995


class Sight:
    """A camera and the eyes to look through it.

    The constructor opens the first camera of ``spec.cameras`` that is there; raises CameraError
    with a sentence for each one that was not, and what to do.
    """

    def __init__(
        self,
        spec: EyesSpec,
        shots: Connection | None,
        *,
        open_one: Callable[[str], Camera] | None = None,
    ) -> None:
        self._spec, self._shots = spec, shots
        self._open_one = open_one or self._open_named
        self._script = Script(sure=SCRIPTED_SURE) if spec.scripted else None
        self.camera = self._open()

    def _open(self) -> Camera:
        from vision.cameras.noise import NoiseCamera
        from vision.cameras.record import RecordingCamera

        camera: Camera = WatchedCamera(lambda: open_first(self._spec.cameras, self._open_one))
        if self._spec.record_in is not None:
            try:
                camera = RecordingCamera(camera, self._spec.record_in)
            except CameraError:
                camera.close()
                raise
        return NoiseCamera(camera) if self._spec.noise else camera

    def _open_named(self, name: str) -> Camera:
        if name != "staged":
            return open_named(name)
        from vision.cameras.staged import StagedCamera

        assert self._shots is not None
        return StagedCamera(self._shots, faces_dir=self._spec.faces_dir, script=self._script)

    def eyes(self) -> Eyes:
        """The shipped networks on the light run-time, or the script. Raises VisionError."""
        spec = self._spec
        if self._script is not None:
            return Eyes(
                detector=ScriptedDetector(self._script),
                card_reader=ScriptedCardReader(self._script),
                pawn_reader=ScriptedPawnReader(self._script),
                layout=spec.layout,
                up_deg=spec.up_deg,
            )
        if self.camera.simulated:  # the stage has decks of its own
            spec = replace(spec, deck_file=None)
        return shipped_eyes(spec)


def open_first(names: Sequence[str], open_one: Callable[[str], Camera]) -> Camera:
    """The first camera that is there. Raises CameraError with a sentence for each that was not."""
    reasons: list[str] = []
    for name in names:
        try:
            return open_one(name)
        except CameraError as error:
            reasons.append(f"{name}: {error}")
    raise CameraError("\n".join(reasons))


def open_camera(names: Sequence[str]) -> Camera:
    """The first real camera of ``names`` (``pi``, ``usb:N``, ``photo:PATH``, ``film:PATH``) that is
    there. Raises CameraError."""
    return open_first(names, open_named)


def open_named(name: str) -> Camera:
    """Raises CameraError when it is not there, or no such camera is known."""
    kind, _, rest = name.partition(":")
    match kind:
        case "photo":
            from vision.cameras.photo import PhotoCamera

            return PhotoCamera(rest)
        case "film":
            from vision.cameras.film import FilmCamera

            return FilmCamera(rest)
        case "usb" if is_camera(name):
            from vision.cameras.usb import UsbCamera

            return UsbCamera(int(rest or 0))
        case "pi":
            from vision.cameras.pi import PiCamera

            return PiCamera()
        case _:
            raise CameraError(f"unknown camera: there are {', '.join(CAMERA_FORMS)}")


def card_reader(spec: EyesSpec) -> CardReader:
    """The shipped reader; with a deck that was taught, one that knows it. Raises VisionError."""
    from vision.readers.corners import shipped_reader

    reader = shipped_reader(threads=spec.threads)
    if spec.deck_file is None or not spec.deck_file.exists():
        return reader
    from vision.decks import Deck
    from vision.readers.deck import DeckReader

    return DeckReader(reader, Deck.load(spec.deck_file))


def shipped_eyes(spec: EyesSpec) -> Eyes:
    """Eyes with the networks that travel with the product. Raises VisionError."""
    from vision.detectors.onnx import OnnxDetector
    from vision.detectors.pawns import PawnFinder
    from vision.detectors.table import TableDetector
    from vision.detectors.turns import DetectorInTurns
    from vision.readers.onnx import OnnxPawnReader

    things = OnnxDetector(threads=spec.threads)
    pawns = PawnFinder(threads=spec.threads)
    return Eyes(
        detector=TableDetector(things, pawns),
        second_look=TableDetector(DetectorInTurns(things), pawns),
        card_reader=card_reader(spec),
        pawn_reader=OnnxPawnReader(threads=spec.threads),
        layout=spec.layout,
        up_deg=spec.up_deg,
    )
