"""Inside the eyes' process: which camera, which networks. Imported only there."""

from multiprocessing.connection import Connection

from device.eyes import EyesSpec
from vision.eyes import Eyes
from vision.frame import Camera, CameraError


def open_camera(spec: EyesSpec, shots: Connection | None) -> Camera:
    """The first camera of ``spec.cameras`` that is there.

    Raises CameraError with a sentence for each one that was not, and what to do.
    """
    from vision.cameras.noise import NoiseCamera

    reasons: list[str] = []
    for name in spec.cameras:
        try:
            camera = _open_one(name, spec, shots)
        except CameraError as error:
            reasons.append(f"{name}: {error}")
            continue
        return NoiseCamera(camera) if spec.noise else camera
    raise CameraError("\n".join(reasons))


def _open_one(name: str, spec: EyesSpec, shots: Connection | None) -> Camera:
    kind, _, rest = name.partition(":")
    match kind:
        case "staged":
            from vision.cameras.staged import StagedCamera

            assert shots is not None
            return StagedCamera(shots, faces_dir=spec.faces_dir)
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
            raise CameraError(f"unknown camera {name!r}: pi, usb:N, staged, photo:PATH, film:PATH")


def open_eyes(spec: EyesSpec) -> Eyes:
    """The shipped networks, on the light run-time."""
    from vision.detectors.onnx import OnnxDetector
    from vision.readers.onnx import OnnxCardReader, OnnxPawnReader

    return Eyes(
        detector=OnnxDetector(threads=spec.threads),
        card_reader=OnnxCardReader(threads=spec.threads),
        pawn_reader=OnnxPawnReader(threads=1),
        layout=spec.layout,
        up_deg=spec.up_deg,
    )
