"""``hakem deck``: from a photo to eyes that know the deck."""

from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from device.app import deck_file
from device.cli import main
from device.eyes import EyesSpec
from device.sight import card_reader
from rules.games.vale_avi import VALE_AVI, Options
from tests.vision.test_decks import EIGHT, picture
from vision.cameras.staged import DECKS
from vision.decks import DeckError
from vision.readers.corners import CornerReader
from vision.readers.deck import DeckReader
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer

RANKS_ALONE = "J J Q Q / K K A A"


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    renderer = Renderer(FaceLibrary.open(DECKS), size_px=(1280, 960))
    file = tmp_path_factory.mktemp("photo") / "eight.jpg"
    cv2.imwrite(str(file), picture(renderer, "kennard", EIGHT, seed=1))
    return file


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def spec(data: Path) -> EyesSpec:
    layout = VALE_AVI.layout(Options())
    return EyesSpec(cameras=(), layout=layout, deck_file=deck_file(data))


def test_learn_show_forget(photo: Path, tmp_path: Path) -> None:
    assert isinstance(card_reader(spec(tmp_path)), CornerReader)
    status, text = run("deck", "learn", "--photo", photo, "--cards", EIGHT, "--data", tmp_path)
    assert (status, "8 görüntü" in text) == (0, True), text
    assert run("deck", "show", "--data", tmp_path) == (
        0,
        "Vale♠ Vale♥ Kız♠ Kız♥ Kral♠ Kral♥ As♠ As♥\n",
    )
    assert isinstance(card_reader(spec(tmp_path)), DeckReader)
    assert run("deck", "forget", "--data", tmp_path)[0] == 0
    assert "Öğretilmiş deste yok" in run("deck", "show", "--data", tmp_path)[1]


def test_the_deck_lies_where_the_settings_say_and_so_does_its_camera(
    photo: Path, tmp_path: Path
) -> None:
    file = tmp_path / "hakem.toml"
    folder = tmp_path / "box"
    text = f'[data]\nfolder = "{folder}"\n[camera]\nsources = ["usb:66"]\n'
    file.write_text(text, encoding="utf-8")
    status, said = run("deck", "learn", "--photo", photo, "--config", file)
    assert status == 0, said
    assert deck_file(folder).exists()
    assert "As" in run("deck", "show", "--config", file)[1]
    assert "usb:66" in run("deck", "learn", "--config", file)[1]


def test_without_names_the_eight_of_the_hunt_are_meant(photo: Path, tmp_path: Path) -> None:
    status, text = run("deck", "learn", "--photo", photo, "--data", tmp_path)
    assert status == 0, text
    assert run("deck", "show", "--data", tmp_path)[1] == "Vale Kız Kral As\n"


def test_a_layout_that_does_not_fit_learns_nothing(photo: Path, tmp_path: Path) -> None:
    status, text = run("deck", "learn", "--photo", photo, "--cards", "JS", "--data", tmp_path)
    assert (status, "1 kart bekliyordum, 8" in text) == (2, True)
    assert not deck_file(tmp_path).exists()


def test_photos_and_names_come_in_pairs(photo: Path, tmp_path: Path) -> None:
    status, text = run("deck", "learn", "--photo", photo, "--photo", photo, "--data", tmp_path)
    assert (status, "each --photo needs its --cards" in text) == (2, True)


def test_no_camera_says_so(tmp_path: Path) -> None:
    status, text = run("deck", "learn", "--camera", "usb:77", "--data", tmp_path)
    assert (status, "usb:77" in text) == (2, True)


def test_a_torn_deck_is_never_played_with(tmp_path: Path) -> None:
    deck_file(tmp_path).write_bytes(b"torn")
    with pytest.raises(DeckError):
        card_reader(spec(tmp_path))
    assert run("deck", "show", "--data", tmp_path)[0] == 2
