"""The table card, read as a phone would: each code, from either side of the table."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

from device.card import Card, kept_pin, write_card_pdf
from device.cli import main
from device.network import own_network
from tests.device.test_mat import Page
from tests.web.table import PIN, Evening

NETWORK = ("Hakem-417", "k7m2pqrs9xyz")
FULL = Card(address="http://hakem.local", pin="471100", network=NETWORK)


def page(path: Path) -> Page:
    with pypdfium2.PdfDocument(path) as document:
        (only,) = document
        return np.ascontiguousarray(only.render(scale=150 / 72).to_numpy()[..., :3])


def codes(side: Page, *, count: int) -> set[str]:
    """One code after the other, as a phone is held over them."""
    detector, width = cv2.QRCodeDetector(), side.shape[1] // count
    parts = (side[:, at * width : (at + 1) * width] for at in range(count))
    return {detector.detectAndDecode(np.ascontiguousarray(part))[0] for part in parts}


def near(picture: Page) -> Page:
    return picture[picture.shape[0] // 2 :]


@pytest.mark.parametrize("half", ["near", "far"])
def test_both_sides_lead_to_the_network_the_page_and_control(tmp_path: Path, half: str) -> None:
    write_card_pdf(tmp_path / "card.pdf", FULL)
    sheet = page(tmp_path / "card.pdf")
    seen = near(sheet if half == "near" else np.rot90(sheet, 2))
    assert codes(seen, count=3) == {
        "WIFI:T:WPA;S:Hakem-417;P:k7m2pqrs9xyz;;",
        "http://hakem.local",
        "http://hakem.local/#pin=471100",
    }


def test_without_pin_and_network_the_button_leads_to_control(tmp_path: Path) -> None:
    write_card_pdf(tmp_path / "card.pdf", Card(address="http://10.0.0.7:8013"))
    read = codes(near(page(tmp_path / "card.pdf")), count=2)
    assert read == {"http://10.0.0.7:8013", "http://10.0.0.7:8013/dokun"}


def test_the_command_finds_the_pin_beside_a_hakem_that_runs(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.store.set_setting("pin", PIN)
    out = tmp_path / "card.pdf"
    words = ["card", "--data", str(tmp_path), "--out", str(out), "--address", "http://h.local/"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert f"http://h.local/#pin={PIN}" in codes(near(page(out)), count=2)
    assert "PIN bulunamadı" not in done.stderr
    done = CliRunner().invoke(main, [*words, "--no-pin"])
    assert "PIN bulunamadı" not in done.stderr
    assert "http://h.local/dokun" in codes(near(page(out)), count=2)
    evening.close()


def test_a_card_without_its_pin_says_so_on_the_terminal(tmp_path: Path) -> None:
    out = tmp_path / "card.pdf"
    done = CliRunner().invoke(main, ["card", "--data", str(tmp_path), "--out", str(out)])
    assert (done.exit_code, out.exists()) == (0, True)
    assert "PIN bulunamadı" in done.stderr


def test_what_is_not_there_is_left_out(tmp_path: Path) -> None:
    assert kept_pin(tmp_path) is None
    assert own_network(tmp_path / "network") is None
    (tmp_path / "network").write_text("\n".join(NETWORK))
    assert own_network(tmp_path / "network") == NETWORK
