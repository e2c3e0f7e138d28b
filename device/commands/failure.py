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


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4 only
    """One of the games there are; a wrong or missing one is answered with all of them."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from rules.game import IllegalAction
        from rules.games import GAMES

        try:
            GAMES[value]
        except IllegalAction as error:
            raise Failure(f"oyun yok / no game {value!r}. {_games()}") from error
        return value

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        return _games()


def _games() -> str:
    from rules.games import GAMES

    return f"Olanlar / there are: {', '.join(sorted(GAMES))}"
