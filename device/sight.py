"""Inside the eyes' process: which camera, which networks. Imported only there."""

from multiprocessing.connection import Connection

from device.eyes import EyesSpec
from vision.detectors.scripted import (
    Script,
    ScriptedCardReader,
    ScriptedDetector,
    ScriptedPawnReader,
)
from vision.eyes import Eyes
from vision.frame import Camera, CameraError

SCRIPTED_SURE = 0.9995


class Sight:
    """A camera and the eyes to look through it.

    The constructor opens the first camera of ``spec.cameras`` that is there; raises CameraError
    with a sentence for each one that was not, and what to do.
    """

    def __init__(self, spec: EyesSpec, shots: Connection | None) -> None:
        self._spec, self._shots = spec, shots
        self._script = Script(sure=SCRIPTED_SURE) if spec.scripted else None
        self.camera = self._open()

    def _open(self) -> Camera:
        from vision.cameras.noise import NoiseCamera

        reasons: list[str] = []
        for name in self._spec.cameras:
            try:
                camera = self._open_one(name)
            except CameraError as error:
                reasons.append(f"{name}: {error}")
                continue
            return NoiseCamera(camera) if self._spec.noise else camera
        raise CameraError("\n".join(reasons))

    def _open_one(self, name: str) -> Camera:
        kind, _, rest = name.partition(":")
        match kind:
            case "staged":
                from vision.cameras.staged import StagedCamera

                assert self._shots is not None
                return StagedCamera(
                    self._shots, faces_dir=self._spec.faces_dir, script=self._script
                )
            case "photo":
                from vision.cameras.photo import PhotoCamera

                return PhotoCamera(rest)
            case "film":
                from vision.cameras.film import FilmCamera

                return FilmCamera(rest)
            case "usb":
                from vision.cameras.usb import UsbCamera

                return UsbCamera(int(rest or 0))
            case "pi":
                from vision.cameras.pi import PiCamera

                return PiCamera()
            case _:
                raise CameraError(f"unknown camera: there are {', '.join(KINDS)}")

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
        return shipped_eyes(spec)


def shipped_eyes(spec: EyesSpec) -> Eyes:
    """Eyes with the networks that travel with the product. Raises VisionError."""
    from vision.detectors.onnx import OnnxDetector
    from vision.detectors.pawns import PawnFinder
    from vision.detectors.table import TableDetector
    from vision.readers.onnx import OnnxCardReader, OnnxPawnReader

    things = OnnxDetector(threads=spec.threads)
    return Eyes(
        detector=TableDetector(things, PawnFinder(threads=spec.threads)),
        card_reader=OnnxCardReader(threads=spec.threads),
        pawn_reader=OnnxPawnReader(threads=spec.threads),
        layout=spec.layout,
        up_deg=spec.up_deg,
    )


KINDS = ("pi", "usb:N", "staged", "photo:PATH", "film:PATH")
