"""How a command ends that cannot do what was asked."""

import click


class Failure(click.ClickException):
    """One clear sentence and an exit status that fits."""

    def __init__(self, message: str, *, status: int = 2) -> None:
        super().__init__(message)
        self.status = status

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        return self.status


def check_game(name: str) -> None:
    """Raises Failure, naming the games there are."""
    from rules.game import IllegalAction
    from rules.games import GAMES

    try:
        GAMES[name]
    except IllegalAction as error:
        known = ", ".join(sorted(GAMES))
        raise Failure(f"oyun yok / no game {name!r}. Olanlar / there are: {known}") from error
