"""Scenes of lamp, lens and cloth: a forearm all evening, a swaying camera, flicker, lights out."""

import math
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from rules.codes import Ask, Say
from tests.scenes.director import WRITTEN_S, Director, Shift
from tests.scenes.film import Deed
from tests.scenes.take import Effect, Take
from vision.calibrate import Advice
from vision.frame import Image
from vision.scene.scene import Scene

STRAIGHT = {"tilt_deg": 8.0, "tilt_towards_deg": 70.0, "roll_deg": 4.0, "width_mm": 680.0}
"""A camera under which the near edge of the table is the picture's lower one."""
WARM = np.array((0.82, 0.93, 1.0))
"""Of blue, green and red, another lamp's share."""


def exposed(light: npt.NDArray[np.floating]) -> Image:
    """What is brighter than white is white."""
    return np.asarray(np.clip(light, 0, 255), np.uint8)


def forearm() -> Take:
    """Somebody's forearm lies on the cloth all evening, and over the edge of a corner card, from
    its being dealt or a while later: it is read once the arm gives it free, the others before."""
    d = Director("forearm", "bütün akşam masada bir kol", players=2, seed=31, **STRAIGHT)
    beside, over = ((-10, 205), (10, 152))
    d.rest_arm(0, *over, angle_deg=165)
    d.begin()
    d.deal("QS AH QD JC KD")
    d.lay_all("KD:D KB:T")
    d.finish()
    d.rest_arm(0, *beside, angle_deg=165)
    d.act(Deed.NEXT)
    d.deal("KC QH AD KS JH")
    d.rest_arm(0, *over, angle_deg=165)
    d.lay(1, "KD", "D")
    d.lay(0, "GB", "D", off_mm=(0, -25))
    d.finish()
    d.rest_arm(0, *beside, angle_deg=165)
    d.look(WRITTEN_S)
    return d.cut(tells=(Say.KART_BEKLENIYOR,))


def sway(mm: float, deg: float, period_s: float) -> Shift:
    """The camera hangs from something that swings: the cloth wanders in the picture."""

    def moved(scene: Scene, at_s: float) -> Scene:
        a, b = math.sin(2 * math.pi * at_s / period_s), math.cos(2.7 * at_s)
        x, y = scene.offset_mm
        turned = scene.turn_deg + deg * b
        return replace(scene, offset_mm=(x + mm * a, y + 0.6 * mm * b), turn_deg=turned)

    return moved


def swaying() -> Take:
    """The camera hangs from a lamp that swings."""
    d = Director("swaying", "kamera sallanıyor", players=2, seed=32)
    d.ground = sway(mm=9.0, deg=1.5, period_s=2.3)
    d.begin()
    d.play("QS AH QD JC KD", "GD:D KB:T")
    d.ground = sway(mm=3.0, deg=0.5, period_s=3.1)
    d.look(2.4)
    return d.cut()


def glare(at: tuple[float, float], radius_px: float, strength: float) -> Effect:
    """A lamp mirrored in the varnish of a card: a spot that is burnt out. ``at`` in shares."""

    def burnt(image: Image, at_s: float) -> Image:
        height, width = image.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        away = np.hypot(x - at[0] * width, y - at[1] * height) / radius_px
        light = strength * np.exp(-(away**4))[..., None]
        return exposed(image + light)

    return burnt


def burnt_spot() -> Take:
    """The lamp burns a white spot on a corner's card: half of its face is gone."""
    d = Director("burnt_spot", "lamba kartta parlıyor", players=2, seed=33, **STRAIGHT)
    d.light = glare((0.335, 0.3), 62, 230)
    d.begin()
    d.play("QS AH QD JC KD", "GD:D KB:T")
    d.answer()
    return d.cut(due=(Ask.HANGI_KART, Ask.KIM_NEREDE))


def flicker(depth: float) -> Effect:
    """A lamp at 50 Hz and a short exposure: bands that wander over the picture."""

    def banded(image: Image, at_s: float) -> Image:
        rows = np.arange(image.shape[0], dtype=np.float32)
        wave = np.sin(rows / 90.0 + 5.3 * at_s) + 0.5 * math.sin(7.1 * at_s)
        gain = (1.0 - depth * (0.5 + wave / 3.0))[:, None, None]
        return exposed(image * gain)

    return banded


def flickering() -> Take:
    """A bad lamp flickers all the time."""
    d = Director("flickering", "lamba titriyor", players=2, seed=34, cloth=32)
    d.light = flicker(0.35)
    d.begin()
    d.play("KS AH QD JC KD", "GD:T KB:D")
    return d.cut()


def busy_cloth() -> Take:
    """Lace, crumbs, two glasses of tea, sunflower shells, and a phone with its screen on."""
    d = Director("busy_cloth", "dantel örtü, çay, çekirdek, telefon", players=3, seed=35, cloth=33)
    for kind, x, y, size in (
        ("tea_glass", -285, -150, 95), ("tea_glass", 280, 170, 95), ("phone", 270, -130, 150),
        ("shells", -270, 120, 60), ("shells", 0, 205, 50), ("coins", 20, -200, 60),
        ("crumbs", -60, 60, 240), ("crumbs", 120, -40, 200),
    ):  # fmt: skip
        d.put(kind, x, y, size)
    d.begin()
    d.play("AS AH QD JC KD", "GD:D KB:T GB:D")
    return d.cut()


def upside_down() -> Take:
    """The camera hangs upside down: the corners are called as the picture shows them."""
    d = Director("upside_down", "kamera ters asılı", players=2, seed=36, roll_deg=181.0)
    d.begin()
    d.play("QS AH QD JC KD", "GD:D KB:T")
    return d.cut()


def unlit(image: Image, at_s: float) -> Image:
    return np.asarray(cv2.convertScaleAbs(image, alpha=0.015, beta=1), np.uint8)


def lights_out() -> Take:
    """The light goes for ten seconds in the middle of a hand, and comes back warmer."""
    d = Director("lights_out", "on saniye ışık gitti", players=2, seed=37)
    d.begin()
    d.deal("QS AH QD JC KD")
    d.lay(0, "GD", "D")
    d.light = unlit
    d.look(10.0)
    d.light = lambda image, at_s: exposed(image * WARM)
    d.look(2.0)
    d.lay(1, "KB", "T")
    d.finish()
    return d.cut(tells=(Advice.DARK,))


SCENES = (forearm, swaying, burnt_spot, flickering, busy_cloth, upside_down, lights_out)
