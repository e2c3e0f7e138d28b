"""What a person is told when something is missing at the start, and what to do about it."""

from pathlib import Path

from device.config import Problem
from device.eyes import Trouble
from device.store import StoreError
from rules.log import LogError


class CannotStart(Exception):
    """Hakem cannot start; the text says why and what to do. ``status``: the exit status."""

    def __init__(self, text: str, *, status: int = 2) -> None:
        super().__init__(text)
        self.status = status


def no_camera_advice(trouble: Trouble) -> str:
    return (
        "Kamera bulunamadı. Puanları elle yazabilirsiniz; kamerayı takınca Hakem onu bulur.\n"
        "No camera found. Enter points by hand; plug a camera in and Hakem will find it.\n"
        f"{trouble.text}\n"
        "Kamerasız bir gösteri için / for a show without one: hakem play --camera staged"
    )


def config_problem(problems: tuple[Problem, ...]) -> dict[str, str | int]:
    """The first problem of the configuration, as the page says it."""
    first = problems[0]
    about = f"{first.key}: " if first.key else ""
    return {"file": first.place, "text": f"{about}{first.turkish} / {first.english}"}


def store_advice(error: StoreError) -> str:
    """One sentence in each language: what is wrong with the log, and what to do."""
    path = error.path
    match error.code:
        case "CORRUPT":
            return (
                f"Maç defteri okunamıyor: {path}. Dosyaya dokunulmadı. Başka klasörle başlatın: "
                "hakem play --data KLASÖR\n"
                f"The match log is damaged: {path}. It was left as it is. Start with another "
                "folder: hakem play --data FOLDER"
            )
        case "NEWER":
            return (
                f"Maç defteri daha yeni bir Hakem ile yazılmış: {path}. Hakem'i güncelleyin ya da "
                f"başka bir klasör seçin: hakem play --data KLASÖR\nThe match log was written by a "
                f"newer Hakem: {path}. Update Hakem, or: hakem play --data FOLDER"
            )
        case "LOCKED":
            return (
                f"Hakem zaten çalışıyor ({path.parent}). Önce onu durdurun.\n"
                f"Hakem is already running on {path.parent}. Stop it first."
            )
        case "FULL":
            return f"Disk dolu: {path}. Yer açın.\nThe disk is full: {path}. Make room."
        case _:
            return (
                f"Bu klasöre yazılamıyor: {path.parent}. Başka klasör: hakem play --data KLASÖR\n"
                f"Cannot write to {path.parent}. Another folder: hakem play --data FOLDER"
            )


def damage_advice(damage: LogError, folder: Path) -> str:
    """The latest match cannot be taken up; everything else goes on."""
    return (
        f"Son maç okunamıyor ({damage.number}. kayıt): {folder}. El sürülmedi; öbürleri duruyor, "
        "yeni maç başlatabilirsiniz.\n"
        f"The latest match cannot be read ({damage}): {folder}. It was left as it is; the other "
        "matches are there, and a new one may begin."
    )
