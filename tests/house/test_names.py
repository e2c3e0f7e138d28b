"""The plain package names belong to Hakem alone, and it refuses to start where they do not."""

from pathlib import Path
from typing import Any

import pytest

from device.guard import OURS, NamesTaken, refuse_strangers

HOME = Path(__file__).parents[2]


def test_no_other_distribution_owns_our_names() -> None:
    refuse_strangers()


def test_our_names_are_the_packages_that_are_shipped(settings: dict[str, Any]) -> None:
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert sorted(wheel["packages"]) == sorted(OURS)
    assert all((HOME / name / "__init__.py").is_file() for name in OURS)


@pytest.mark.parametrize(
    ("listing", "text"),
    [
        ("RECORD", "stranger/__init__.py,,\nweb/__init__.py,,\n"),
        ("RECORD", "vision.py,sha256=abc,12\n"),
        ("top_level.txt", "rules\n"),
    ],
)
def test_a_strangers_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listing: str, text: str
) -> None:
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (info / listing).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NamesTaken, match=r"distribution stranger.*make play"):
        refuse_strangers()


def test_names_inside_other_packages_are_no_concern(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (info / "RECORD").write_text("stranger/web/__init__.py,,\nwebsite/models.py,,\n")
    monkeypatch.syspath_prepend(tmp_path)
    refuse_strangers()


def test_a_folder_in_front_of_ours_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NamesTaken, match=f"'web' in {tmp_path}"):
        refuse_strangers()
