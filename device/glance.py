"""Photos from phones, read in a process of their own.

A bad picture may crash a decoder and a large one eats memory: neither must take the score along.
The process is started by the first photo, reads one after the other, and ends when nobody has sent
one for a while; it shares the eyes' processors politely.
"""

import io
import logging
import multiprocessing
import os
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from device.eyes import EyesSpec
from web.photo import Seen, SeenCard, SeenPawn, Unreadable

if TYPE_CHECKING:  # heavy: imported in the reader's own process only
    from vision.fans import FanCard
    from vision.frame import Image
    from vision.glance import Glance
    from vision.still import StillCard

log = logging.getLogger(__name__)

PATIENCE_S = 60.0
"""For one photo, the start of the process included; then it is ended."""
QUEUE_S = 20.0
"""So long a photo waits for the one before it."""
IDLE_S = 180.0
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 40_000_000
"""To be decoded; a JPEG of more is decoded smaller."""
LONGEST_PX = 2000
"""Larger photos are read at this size: a pawn of 25 mm is still 50 pixels wide on a metre."""
NICER = 5
SIDES = {"upright": "D", "flipped": "T"}


class PhotoReader:
    """``web.photo.ReadPhoto``. ``spec`` tells the layout, the threads and the deck."""

    def __init__(self, spec: EyesSpec) -> None:
        self._spec = spec
        self._context = multiprocessing.get_context("spawn")
        self._one_at_a_time = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __call__(self, photo: bytes, *, fanned: bool) -> Seen:
        """Raises Unreadable."""
        if not self._one_at_a_time.acquire(timeout=QUEUE_S):
            raise Unreadable("FOTO_MESGUL")
        try:
            answer = self._ask(photo, fanned=fanned)
        finally:
            self._one_at_a_time.release()
        if isinstance(answer, str):
            raise Unreadable(answer)
        return answer

    def close(self) -> None:
        """Nothing is read any more."""
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if process is not None and process.is_alive():
            process.kill()
            process.join(timeout=1.5)

    def _ask(self, photo: bytes, *, fanned: bool) -> Seen | str:
        try:
            pipe = self._open()
            pipe.send((photo, fanned))
            if pipe.poll(PATIENCE_S):
                answer: Seen | str = pipe.recv()
                return answer
            log.warning("a photo of %d bytes took too long", len(photo))
        except (EOFError, OSError):
            log.warning("the reader of photos ended over one of %d bytes", len(photo))
        self.close()
        return "FOTO_OKUNAMADI"

    def _open(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=photo_process, args=(self._spec, theirs), name="hakem-photos", daemon=True
        )
        self._process.start()
        theirs.close()
        return self._pipe


def photo_process(spec: EyesSpec, pipe: Connection) -> None:
    """Read photos until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's; it ends us
    with suppress(OSError):
        os.nice(NICER)
    try:
        _serve(_Reader(spec), pipe)
    except (EOFError, OSError):
        pass  # the main process is gone
    except Exception:
        log.exception("the reader of photos failed")
    finally:
        logging.shutdown()
        os._exit(0)  # native threads may still be at work


def _serve(reader: "_Reader", pipe: Connection) -> None:
    while pipe.poll(IDLE_S):
        photo, fanned = pipe.recv()
        pipe.send(reader.read(photo, fanned=fanned))


class _Reader:
    def __init__(self, spec: EyesSpec) -> None:
        from device.sight import card_reader
        from vision.fan_eyes import FanEyes
        from vision.glance import GlanceEyes

        self._eyes: GlanceEyes = GlanceEyes(
            layout=spec.layout, card_reader=card_reader(spec), threads=spec.threads
        )
        self._fans = FanEyes(threads=spec.threads)

    def read(self, photo: bytes, *, fanned: bool) -> Seen | str:
        """What lies there, or the code of why it cannot be read."""
        from device.read import fan_beside

        image = decoded(photo)
        if isinstance(image, str):
            return image
        still = self._eyes.still(image)
        fan = fan_beside(image, self._fans, still) if fanned else ()
        height, width = image.shape[:2]
        return told(self._eyes.look(image, still, fan=fan), width_px=width, height_px=height)


def decoded(photo: bytes) -> "Image | str":
    """BGR, turned as its EXIF says and no longer than ``LONGEST_PX``; or FOTO_DEGIL, FOTO_BUYUK."""
    import numpy as np
    from PIL import Image as Pictures
    from PIL import ImageOps

    try:
        with quiet(), Pictures.open(io.BytesIO(photo), formats=FORMATS) as file:
            file.draft("RGB", (LONGEST_PX, LONGEST_PX))  # a JPEG is decoded smaller at once
            if file.width * file.height > MOST_PIXELS:
                return "FOTO_BUYUK"
            picture = ImageOps.exif_transpose(file).convert("RGB")
    except Pictures.DecompressionBombError:
        return "FOTO_BUYUK"
    except (OSError, ValueError, SyntaxError):  # what Pillow says of a broken file
        return "FOTO_DEGIL"
    picture.thumbnail((LONGEST_PX, LONGEST_PX))
    return np.ascontiguousarray(np.asarray(picture, np.uint8)[:, :, ::-1])


@contextmanager
def quiet() -> Iterator[None]:
    """Without Pillow's warning about large pictures: a large JPEG is decoded smaller."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def told(glance: "Glance", *, width_px: int, height_px: int) -> Seen:
    """The same in the page's words."""
    from vision.glance import in_rows

    def share(x: float, y: float) -> tuple[float, float]:
        return round(float(x) / width_px, 4), round(float(y) / height_px, 4)

    def whole(card: "StillCard") -> SeenCard:
        lies = (name for name, other in glance.places.items() if other is card)
        back = card.label == "back"
        return SeenCard(
            at=share(*card.corners_px.mean(axis=0)),
            card=None if back else card.label,
            rank=None if card.rank is None else str(card.rank),
            back=back,
            place=next((str(name) for name in lies), None),
        )

    def fanned(card: "FanCard") -> SeenCard:
        return SeenCard(
            at=share(*card.indices[0].spot.centre_px),
            card=card.label,
            rank=None if card.rank is None else str(card.rank),
        )

    pawns = zip(glance.still.pawns, glance.standing, strict=True)
    return Seen(
        cards=(*map(whole, in_rows(glance.still.cards)), *map(fanned, glance.fan)),
        pawns=tuple(
            SeenPawn(
                at=share(*pawn.centre_px),
                owner=None if pawn.owner is None else str(pawn.owner),
                side=None if pawn.side is None else SIDES[str(pawn.side)],
                place=None if place is None else str(place),
            )
            for pawn, place in pawns
        ),
        round=tuple(map(str, glance.round)),
        advice=tuple(map(str, glance.advice)),
    )
