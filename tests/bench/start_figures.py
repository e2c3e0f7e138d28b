"""From the start of the process to the page, and to the first look at a table: a photo is the
camera, so that nothing but Hakem takes time."""

import json
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
from figure import NotMeasured, figure
from product_figures import PATIENCE_S, await_page, hakem, said_port

from vision.cameras.staged import DECKS
from vision.scene.faces import FaceLibrary
from vision.scene.render import render
from vision.scene.scene import Look, Scene, SceneCard


@figure(unit="s", at_most=3)
def start_to_page() -> float:
    """From the start of the process to the page's first answer, every phone's."""
    with _started() as (began_s, port):
        await_page(port)
        return time.monotonic() - began_s


@figure(unit="s", at_most=8)
def start_to_first_reading() -> float:
    """From the start of the process to the first picture that was read, networks and all."""
    with _started() as (began_s, port):
        while time.monotonic() - began_s < PATIENCE_S:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                if json.load(answer)["stage_ms"].get("read_cards"):
                    return time.monotonic() - began_s
            time.sleep(0.02)
    raise NotMeasured("no picture was read")


@contextmanager
def _started() -> Iterator[tuple[float, int]]:
    """Hakem looking at a photo of a card, its data in a folder of its own; yields when it was
    started, and its port."""
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/said", "w+") as said:
        faces = FaceLibrary.open(DECKS)
        card = SceneCard(face="QH", x_mm=0, y_mm=0, angle_deg=4)
        scene = Scene(look=Look(deck=faces.names[0]), cards=(card,))
        cv2.imwrite(f"{folder}/table.png", render(scene, faces=faces, seed=1).image)
        words = ["play", "--camera", f"photo:{folder}/table.png", "--port", "0", "--pins", "none"]
        began_s = time.monotonic()
        process = subprocess.Popen(
            [hakem(), *words, "--data", f"{folder}/data"], stdout=said, stderr=subprocess.STDOUT
        )
        try:
            yield began_s, said_port(process, Path(said.name))
        finally:
            process.terminate()
            process.wait(timeout=20)
