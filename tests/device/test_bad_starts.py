"""What cannot start says why in one sentence, with its own exit status, and touches nothing."""

import socket
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.app import SIMULATION_FOLDER
from device.cli import main


def play(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(
        main, ["play", "--camera", "staged", "--pins", "none", "--data", str(data), *arguments]
    )


def database(data: Path) -> Path:
    folder = data / SIMULATION_FOLDER
    folder.mkdir(parents=True)
    return folder / "hakem.db"


def test_a_damaged_log_is_named_and_kept(tmp_path: Path) -> None:
    path = database(tmp_path)
    path.write_bytes(b"crumbs" * 2000)
    result = play(tmp_path, "--headless", "--hands", "1")
    assert result.exit_code == 3
    assert str(path) in result.output
    assert "--data" in result.output
    assert path.read_bytes() == b"crumbs" * 2000


def test_a_log_from_a_newer_hakem_is_named_and_kept(tmp_path: Path) -> None:
    path = database(tmp_path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    result = play(tmp_path, "--headless", "--hands", "1")
    assert result.exit_code == 3
    assert "newer" in result.output
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_port_in_use_is_named_with_another(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = play(tmp_path, "--port", str(port))
    assert result.exit_code == 4
    assert f"--port {port + 1}" in result.output


@pytest.mark.parametrize("camera", ["photo:nothing.jpg", "film:nothing", "photo:."])
def test_no_camera_is_said_and_no_table_invented(tmp_path: Path, camera: str) -> None:
    result = CliRunner().invoke(
        main, ["play", "--camera", camera, "--headless", "--data", str(tmp_path)]
    )
    assert result.exit_code == 2
    assert camera.partition(":")[2] in result.output
    assert "--camera staged" in result.output
    assert not (tmp_path / SIMULATION_FOLDER).exists()
