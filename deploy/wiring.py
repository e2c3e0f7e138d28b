"""Draws deploy/wiring.svg from the wiring that the settings begin with: python deploy/wiring.py

A picture that was drawn by hand is wrong after the first change of a pin; this one is tested.
"""

from __future__ import annotations

import sys
from pathlib import Path

OUT = Path(__file__).with_name("wiring.svg")
HEADER = {  # BCM number -> place on the 40-pin header
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
POWER = {1: "3V3", 2: "5V", 4: "5V", 17: "3V3"}
PITCH, TOP, LEFT = 22, 70, 330
PARTS = (
    ("next", 17, 9, "düğme / button: sonraki el", "#1F7A5C"),
    ("undo", 22, 25, "düğme / button: geri al", "#8A5A00"),
    ("light", 27, 14, "LED + 330 Ω", "#B3261E"),
    ("buzzer", 18, 20, "zil / buzzer (aktif / active)", "#3D5A99"),
)


def place(pin: int) -> tuple[int, int]:
    """Where a header pin is drawn; odd numbers on the left."""
    return LEFT + (0 if pin % 2 else PITCH), TOP + PITCH * ((pin - 1) // 2)


def text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 12) -> str:
    halo = 'stroke="#FFFFFF" stroke-width="4" paint-order="stroke"'
    where = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}"'
    return f"<text {where} {halo}>{words}</text>"


def header() -> list[str]:
    names = {**dict.fromkeys(GROUND, "GND"), **POWER}
    names |= {pin: f"GPIO {bcm}" for bcm, pin in HEADER.items()}
    drawn = [
        f'<rect x="{LEFT - 14}" y="{TOP - 14}" width="{PITCH + 28}" height="{19 * PITCH + 28}" '
        'rx="6" fill="#20332B"/>'
    ]
    for pin in range(1, 41):
        x, y = place(pin)
        fill = "#D9A441" if pin not in POWER else "#B3261E"
        drawn.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{fill}"/>')
        side = -22 if pin % 2 else 22
        anchor = "end" if pin % 2 else "start"
        drawn.append(text(x + side, y + 4, f"{names.get(pin, '')} · {pin}", anchor=anchor, size=10))
    return drawn


def part(number: int, wired: tuple[str, int, int, str, str]) -> list[str]:
    """A part on the side of its signal pin, with two wires to the header."""
    _, bcm, ground, words, colour = wired
    x, y = place(HEADER[bcm])
    gx, gy = place(ground)
    left = HEADER[bcm] % 2 == 1
    box_x, box_y = (20 if left else 520), 90 + 115 * number
    edge = box_x + 190 if left else box_x
    drawn = [
        f'<rect x="{box_x}" y="{box_y}" width="190" height="58" rx="8" fill="#FBF8F0" '
        f'stroke="{colour}" stroke-width="2"/>',
        text(box_x + 95, box_y + 24, words, anchor="middle", size=13),
        text(box_x + 95, box_y + 44, f"GPIO {bcm} ({HEADER[bcm]}) + GND ({ground})",
             anchor="middle", size=11),
    ]  # fmt: skip
    bend = edge + (22 + 9 * number) * (1 if left else -1)
    for (px, py), dy, dash in (((x, y - 3), 18, ""), ((gx, gy + 3), 40, 'stroke-dasharray="5 4"')):
        path = f"M{edge} {box_y + dy} H{bend} V{py} H{px}"
        drawn.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" {dash}/>')
    return drawn


def drawing() -> str:
    parts = [line for number, wired in enumerate(PARTS) for line in part(number, wired)]
    below = TOP + 19 * PITCH
    words = [
        text(20, 30, "Hakem: düğmeler, lamba, zil / buttons, light, buzzer", size=18),
        text(20, 48, "SD kart üstte. Kesik çizgi toprak; 5V'a hiçbir şey bağlamayın.", size=11),
        text(420, 48, "SD card at the top. Dashed: ground; nothing to 5V.", size=11),
        text(20, below + 42, "Yalnız “sonraki el” ve LED baştan açıktır.", size=11),
        text(20, below + 58, "Öbürleri için ayar dosyasına undo = 22, buzzer = 18 yazın.", size=11),
        text(420, below + 42, "Only “next” and the LED are on from the start.", size=11),
        text(420, below + 58, "For the others set undo = 22 and buzzer = 18.", size=11),
    ]
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 730 580" font-family="sans-serif" '
        'fill="#16181A"><rect width="730" height="580" fill="#FFFFFF"/>'
    )
    return "\n".join([head, *parts, *header(), *words, "</svg>"]) + "\n"


if __name__ == "__main__":
    OUT.write_text(drawing(), encoding="utf-8")
    print(OUT, file=sys.stderr)
