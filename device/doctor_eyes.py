"""The doctor looks through the camera: frame rate, light, focus, order of colours."""

import time
from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np

from device.doctor import SLOW_PER_S, Finding
from device.sight import open_first, open_named
from vision.calibrate import DARK_GREY
from vision.calibrate_mat import MatProblem, find_mat
from vision.frame import Camera, CameraError, Frame, Image

LOOK_S = 2.5
WHITE_SPOT = 0.25
"""Share of the picture burnt out to white from which the lamp is in the way."""
SHARPEST = 0.08
"""Steepest grey step a pixel as a share of the contrast: out of focus below it."""


def look_through(
    cameras: Sequence[str], *, open_one: Callable[[str], Camera] = open_named
) -> Iterator[Finding]:
    """Open the first camera that is there, look for a moment, close it."""
    try:
        camera = open_first(cameras, open_one)
    except CameraError as error:
        yield Finding(
            name="kamera / camera",
            told="yok / none",
            good=False,
            advice=str(error).replace("\n", "\n      "),
        )
        return
    try:
        frames, took_s = _frames(camera)
        yield Finding(name="kamera / camera", told=f"{camera.name}, {_size(frames[-1].image)}")
        yield judge_rate(len(frames), took_s)
        yield from judge_picture(frames[-1].image)
        yield judge_mat(frames[-1].image)
        yield _colours(camera)
    except CameraError as error:
        yield Finding(name="kamera / camera", told=camera.name, good=False, advice=str(error))
    finally:
        camera.close()


def _frames(camera: Camera) -> tuple[list[Frame], float]:
    """Raises CameraError when none comes."""
    began_s = time.monotonic()
    frames: list[Frame] = []
    while time.monotonic() - began_s < LOOK_S and (frame := camera.frame()) is not None:
        frames.append(frame)
    if not frames:
        raise CameraError("it gave no picture")
    return frames, time.monotonic() - began_s


def _size(image: Image) -> str:
    return f"{image.shape[1]}x{image.shape[0]}"


def judge_rate(count: int, took_s: float) -> Finding:
    per_s = count / took_s if took_s > 0 else 0.0
    return Finding(
        name="saniyede resim / pictures a second",
        told=f"{per_s:.1f}",
        good=per_s >= SLOW_PER_S,
        advice="USB kamerayı doğrudan Pi'ye takın. / Plug the camera straight into the Pi.",
    )


def judge_picture(image: Image) -> Iterator[Finding]:
    """Light and focus of any picture, with or without cards on it."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    bright = float(np.percentile(grey, 98))
    burnt = float((image.min(axis=2) >= 254).mean())
    yield Finding(
        name="ışık / light",
        told=f"{bright:.0f}/255" + (f", beyaz / burnt {burnt:.0%}" if burnt > WHITE_SPOT else ""),
        good=bright >= DARK_GREY and burnt <= WHITE_SPOT,
        advice="Masa karanlık: lambayı yaklaştırın. / The table is dark: bring the lamp closer."
        if bright < DARK_GREY
        else "Lamba parlıyor: biraz kaydırın. / The lamp glares: move it a little.",
    )
    contrast = float(np.percentile(grey, 99.8)) - float(np.percentile(grey, 0.2))
    steps = np.abs(np.diff(grey.astype(np.float32), axis=1))
    sharp = float(np.percentile(steps, 99.8)) / contrast if contrast >= 16 else 0.0
    yield Finding(
        name="netlik / focus",
        told=f"{sharp:.2f}" if contrast >= 16 else "boş resim / an empty picture",
        good=sharp >= SHARPEST if contrast >= 16 else None,
        advice="Masaya bir kart koyun; bulanıksa objektifi çevirin. / Lay a card down; if it is "
        "blurred, turn the lens.",
    )


def judge_mat(image: Image) -> Finding:
    """Where the printed mat is in view: how the camera hangs over it."""
    name, mat = "masa örtüsü / mat", find_mat(image)
    if mat is None:
        return Finding(name=name, told="görünmüyor, gerekmez / not in view, not needed", good=None)
    problems = mat.problems()
    return Finding(
        name=name,
        told=f"{mat.markers} işaret / marks, ±{mat.misfit_mm:.1f} mm, kısa kenarda / short side "
        f"{mat.cloth_mm / 10:.0f} cm, eğim / lean {mat.tilt_deg:.0f}°, dönük / turned "
        f"{mat.turn_deg:.0f}°",
        good=not problems,
        advice=_HANGS_WRONG[problems[0]] if problems else "",
    )


_HANGS_WRONG = {
    MatProblem.CUT: "Örtünün bir köşesi görüntünün dışında: kamerayı ortalayın. / A corner of the "
    "mat is out of view: centre the camera.",
    MatProblem.TILT: "Kamera eğik: tam yukarıdan baksın. / The camera leans: let it look straight "
    "down.",
    MatProblem.NEAR: "Kamera alçak: yükseltin, kısa kenarda 60-80 cm örtü görünsün. / The camera "
    "hangs low: raise it until the short side shows 60 to 80 cm.",
    MatProblem.FAR: "Kamera yüksek: alçaltın, kısa kenarda 60-80 cm örtü görünsün. / The camera "
    "hangs high: lower it until the short side shows 60 to 80 cm.",
}


def _colours(camera: Camera) -> Finding:
    """A ribbon camera names its channels in the wrong order; it can compare itself."""
    check: Callable[[], bool] | None = getattr(camera, "colours_in_order", None)
    name = "renk sırası / colour order"
    if check is None:
        return Finding(name=name, told="bu kamera için gerekmez / not needed for this camera")
    if check():
        return Finding(name=name, told="iyi / good")
    return Finding(
        name=name,
        told="kırmızı ile mavi değişmiş / red and blue are swapped",
        good=False,
        advice="picamera2'yi güncelleyin: sudo apt full-upgrade / Update picamera2.",
    )
