"""The renderer keeps its word: what the truth says is where the picture shows it."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.cards import DECK_52
from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Kind
from vision.frame import Image
from vision.scene.faces import FaceLibrary, SceneError
from vision.scene.lamps import Lamp
from vision.scene.pawn_art import OWNER_FILL, pawn_shapes
from vision.scene.render import Rendered, Renderer, SceneAssets, render
from vision.scene.scene import Look, Scene, SceneCard, SceneHand, ScenePawn, SceneProp
from vision.scene.texture import bgr

SIZE_PX = (640, 480)
PLAIN_LIGHT = Lamp(ambient=1.0, shadow=0.0)
MARKS_BGR = ((0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 0, 255))


def marker_card() -> Image:
    """White, with a coloured square in each corner: red, green, blue, magenta clockwise."""
    image = np.full((420, 300, 3), 255, np.uint8)
    corners = (np.s_[:70, :70], np.s_[:70, -70:], np.s_[-70:, -70:], np.s_[-70:, :70])
    for corner, colour in zip(corners, MARKS_BGR, strict=True):
        image[corner] = colour
    return image


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> FaceLibrary:
    folder = tmp_path_factory.mktemp("decks") / "marker"
    folder.mkdir()
    for card in DECK_52:
        cv2.imwrite(str(folder / f"{card}.png"), marker_card())
    return FaceLibrary.open(folder)


def look(**changes: object) -> Look:
    plain = Look(deck="marker", cloth=4, width_mm=500.0, blur_px=0.0, noise=0.0)
    return replace(plain, **changes)  # type: ignore[arg-type]


def drawn(faces: FaceLibrary, scene: Scene, *, seed: int = 1) -> Rendered:
    assets = SceneAssets(lamp=PLAIN_LIGHT, surface=np.full((64, 64, 3), 90, np.uint8))
    return render(scene, faces=faces, size_px=SIZE_PX, seed=seed, assets=assets)


def centre_of(image: Image, colour: tuple[int, int, int]) -> np.ndarray:
    near = np.abs(image.astype(int) - colour).max(axis=2) < 60
    rows, columns = np.nonzero(near)
    assert len(rows) > 20, f"{colour} is not in the picture"
    return np.array([columns.mean(), rows.mean()])


@pytest.mark.parametrize("angle_deg", [0.0, 37.0, 90.0, 181.0, 300.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 35.0])
@pytest.mark.parametrize("roll_deg", [0.0, 120.0])
def test_truth_corners_lie_on_the_printed_corners(
    faces: FaceLibrary, angle_deg: float, tilt_deg: float, roll_deg: float
) -> None:
    card = SceneCard(face="QH", x_mm=40, y_mm=-25, angle_deg=angle_deg)
    scene = Scene(
        look=look(tilt_deg=tilt_deg, roll_deg=roll_deg),
        cards=(card,),
        offset_mm=(6, 4),
        turn_deg=8,
    )
    rendered = drawn(faces, scene)
    (item,) = rendered.truth
    middle = item.corners_px.mean(axis=0)
    for corner, colour in zip(item.corners_px, MARKS_BGR, strict=True):
        printed = centre_of(rendered.image, colour)
        share = np.linalg.norm(printed - corner) / np.linalg.norm(middle - corner)
        assert share < 0.3, f"{colour} printed at {printed}, truth says {corner}"
    edges = np.roll(item.corners_px, -1, axis=0) - item.corners_px
    (x, y), (next_x, next_y) = edges.T, np.roll(edges, -1, axis=0).T
    assert (x * next_y - y * next_x).min() > 0, "clockwise in the picture"


def test_first_edge_is_a_short_side_seen_from_above(faces: FaceLibrary) -> None:
    scene = Scene(look=look(), cards=(SceneCard(face="2C", x_mm=0, y_mm=0, angle_deg=20),))
    corners = drawn(faces, scene).truth[0].corners_px
    short, long = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    assert long / short == pytest.approx(88 / 63, rel=0.01)
    assert short == pytest.approx(63 * SIZE_PX[0] / 500, rel=0.01)


def test_leaning_towards_the_lower_edge_makes_the_lower_card_larger(faces: FaceLibrary) -> None:
    cards = tuple(SceneCard(face="2C", x_mm=0, y_mm=y, angle_deg=0) for y in (-120, 120))
    scene = Scene(look=look(tilt_deg=40, tilt_towards_deg=90), cards=cards)
    far, near = (cv2.contourArea(item.corners_px) for item in drawn(faces, scene).truth)
    assert near > 1.5 * far


def busy(seed: int) -> Scene:
    rng = np.random.default_rng(seed)
    cards = tuple(
        SceneCard(
            face=None if n % 2 else "KS", x_mm=x, y_mm=y, angle_deg=float(rng.uniform(0, 360))
        )
        for n, (x, y) in enumerate(rng.uniform(-150, 150, (8, 2)))
    )
    pawn = ScenePawn(owner=Owner.PINK, side=PawnSide.FLIPPED, x_mm=0, y_mm=0)
    hand = SceneHand(x_mm=60, y_mm=40, angle_deg=80, kind=2, holds=pawn)
    return Scene(
        look=look(noise=3.0, blur_px=0.6, cloth=seed, lamp=seed, back=seed),
        cards=cards,
        pawns=(pawn,),
        hands=(hand,),
        props=(SceneProp(kind="tea_glass", x_mm=-180, y_mm=-120),),
    )


def test_same_scene_and_seed_give_the_same_picture_in_any_order(faces: FaceLibrary) -> None:
    renderer = Renderer(faces, size_px=SIZE_PX)
    first = [renderer.render(busy(seed), seed=seed).image for seed in (1, 2, 3)]
    again = [Renderer(faces, size_px=SIZE_PX).render(busy(s), seed=s).image for s in (3, 2, 1)]
    for one, other in zip(first, again[::-1], strict=True):
        assert np.array_equal(one, other)
    assert not np.array_equal(first[0], renderer.render(busy(1), seed=2).image), "grain has a seed"


def test_every_style_of_cloth_and_back_differs(faces: FaceLibrary) -> None:
    card = SceneCard(face=None, x_mm=0, y_mm=0, angle_deg=0)
    pictures = [
        render(
            Scene(look=look(cloth=seed, back=seed, lamp=1), cards=(card,)),
            faces=faces, size_px=SIZE_PX, seed=1,
        ).image
        for seed in range(5)
    ]  # fmt: skip
    for first in range(5):
        for second in range(first):
            apart = np.abs(pictures[first].astype(int) - pictures[second])
            assert apart.mean() > 5


def test_a_hand_hides_what_it_covers_and_stays_whole(faces: FaceLibrary) -> None:
    card = SceneCard(face="AS", x_mm=0, y_mm=0, angle_deg=0)
    free = drawn(faces, Scene(look=look(), cards=(card,))).truth[0]
    assert free.visible > 0.97
    hand = SceneHand(x_mm=0, y_mm=-60, angle_deg=90, kind=0)
    covered, seen_hand = drawn(faces, Scene(look=look(), cards=(card,), hands=(hand,))).truth
    assert covered.visible < 0.6
    assert covered.corners_px == pytest.approx(free.corners_px), "the outline stays the whole card"
    assert (seen_hand.kind, seen_hand.visible) == (Kind.HAND, 1.0)
    assert cv2.contourArea(seen_hand.corners_px) > cv2.contourArea(covered.corners_px)


def test_a_card_on_another_takes_its_share(faces: FaceLibrary) -> None:
    below = SceneCard(face="AS", x_mm=0, y_mm=0, angle_deg=0)
    above = replace(below, face=None, x_mm=31.5)
    lower, upper = drawn(faces, Scene(look=look(), cards=(below, above))).truth
    assert lower.visible == pytest.approx(0.5, abs=0.03)
    assert upper.visible == pytest.approx(1.0, abs=0.03)
    assert (lower.kind, lower.label, upper.kind, upper.label) == (
        Kind.FACE, "AS", Kind.BACK, None,
    )  # fmt: skip
    reach = lower.visible_px.max(axis=0) - lower.visible_px.min(axis=0)
    assert reach[0] == pytest.approx(31.5 * SIZE_PX[0] / 500, abs=3)


def test_what_leaves_the_picture_counts_as_hidden(faces: FaceLibrary) -> None:
    card = SceneCard(face="AS", x_mm=250, y_mm=0, angle_deg=0)
    gone = replace(card, x_mm=900)
    half, nothing = drawn(faces, Scene(look=look(), cards=(card, gone))).truth
    assert half.visible == pytest.approx(0.5, abs=0.03)
    assert nothing.visible == 0.0
    assert half.corners_px[:, 0].max() > SIZE_PX[0]


def test_a_bump_moves_everything_on_the_cloth(faces: FaceLibrary) -> None:
    card = SceneCard(face="AS", x_mm=0, y_mm=0, angle_deg=0)
    pawn = ScenePawn(owner=Owner.RED, side=PawnSide.UPRIGHT, x_mm=60, y_mm=0)
    still = Scene(look=look(), cards=(card,), pawns=(pawn,))
    before = drawn(faces, still).truth
    after = drawn(faces, replace(still, offset_mm=(50, 0))).truth
    for old, new in zip(before, after, strict=True):
        moved = new.corners_px.mean(axis=0) - old.corners_px.mean(axis=0)
        assert moved == pytest.approx((50 * SIZE_PX[0] / 500, 0), abs=1.0)


@pytest.mark.parametrize("owner", list(Owner))
@pytest.mark.parametrize("side", list(PawnSide))
def test_a_pawn_shows_its_print(faces: FaceLibrary, owner: Owner, side: PawnSide) -> None:
    pawn = ScenePawn(owner=owner, side=side, x_mm=0, y_mm=0, angle_deg=33)
    rendered = drawn(faces, Scene(look=look(width_mm=120.0), pawns=(pawn,)))
    (item,) = rendered.truth
    assert (item.owner, item.side, item.kind) == (owner, side, Kind.PAWN)
    left, top = item.corners_px.min(axis=0).astype(int)
    right, bottom = item.corners_px.max(axis=0).astype(int)
    assert right - left == pytest.approx(25 * SIZE_PX[0] / 120, rel=0.06)
    disc = rendered.image[top:bottom, left:right].astype(int)

    def share(colour: str) -> float:
        return float((np.abs(disc - bgr(colour)).max(axis=2) < 40).mean())

    assert share(OWNER_FILL[owner]) > 0.12
    ivory, ink = share("#FBF8F0"), share("#16181A")
    assert (ivory > ink) == (side is PawnSide.UPRIGHT), "light or dark body"


def test_pawn_geometry_stays_inside_the_bleed() -> None:
    for owner in Owner:
        for side in PawnSide:
            for shape in pawn_shapes(owner, side):
                reach = np.linalg.norm(shape.polygon, axis=1).max() + shape.stroke_mm / 2
                assert reach < 17.21, (owner, side)


def test_missing_face_and_deck_are_named(faces: FaceLibrary, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "10H.jpg"), marker_card())
    partial = FaceLibrary.open(tmp_path)
    deck = partial.names[0]
    card = SceneCard(face="TH", x_mm=0, y_mm=0, angle_deg=0)
    scene = Scene(look=look(deck=deck), cards=(card,))
    assert drawn(partial, scene).truth[0].visible > 0.9
    with pytest.raises(SceneError, match=r"QS.*expected QS\.png"):
        drawn(partial, Scene(look=look(deck=deck), cards=(replace(card, face="QS"),)))
    with pytest.raises(SceneError, match="no deck 'other': there are marker"):
        drawn(faces, Scene(look=look(), cards=(replace(card, deck="other"),)))
    with pytest.raises(SceneError, match="lacks 51 of 52"):
        partial.complete(deck)
    assert faces.complete("marker").name == "marker"


def test_a_folder_without_cards_says_what_it_wants(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"no card pictures .* expected QH\.png"):
        FaceLibrary.open(tmp_path)
    with pytest.raises(SceneError, match="no folder"):
        FaceLibrary.open(tmp_path / "nowhere")
    (tmp_path / "QH.png").write_bytes(b"not a picture")
    scene = Scene(
        look=look(deck=tmp_path.name), cards=(SceneCard(face="QH", x_mm=0, y_mm=0, angle_deg=0),)
    )
    with pytest.raises(SceneError, match="not a picture that can be read"):
        drawn(FaceLibrary.open(tmp_path), scene)


def test_a_decks_own_back_is_used(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "QH.png"), marker_card())
    cv2.imwrite(str(tmp_path / "back.png"), np.full((420, 300, 3), (10, 200, 10), np.uint8))
    card = SceneCard(face=None, x_mm=0, y_mm=0, angle_deg=0)
    scene = Scene(look=look(deck=tmp_path.name), cards=(card,))
    image = drawn(FaceLibrary.open(tmp_path), scene).image
    assert centre_of(image, (10, 200, 10)) == pytest.approx((320, 240), abs=2)
