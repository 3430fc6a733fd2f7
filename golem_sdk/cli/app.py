"""The commands: what they take, and where their work is done."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import anyio
import typer
from rich.console import Console

from golem_sdk.adapter import Adapter
from golem_sdk.cli.adapters import load_adapter
from golem_sdk.cli.wire import decode_body, decode_recordings, encode_request

__all__ = ["app"]

app: typer.Typer = typer.Typer(
    name="golem",
    help="Dependable AI agents with typed tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_PIPE_WIDTH = 120
_Adapter = Annotated[str, typer.Argument(help="The adapter's name.", metavar="ADAPTER")]


@app.callback()
def _golem() -> None:
    pass


@app.command()
def demo(
    recordings: Annotated[
        Path | None, typer.Option(help="Recorded exchanges to serve, one JSON object a line.")
    ] = None,
    provider: Annotated[str, typer.Option(help="`openai` asks a real model, with the key of the environment.")] = "",
) -> None:
    """Run the README's example over real HTTP, and show the type error that it prevents."""
    from golem_sdk.demo.run import demo as run_demo

    if provider not in ("", "openai"):
        _fail(f"there is no provider {provider!r} for the demo; there is `openai`, and the embedded one without it")
    if recordings is not None and not recordings.is_file():
        _fail(f"{recordings} is not a file")

    async def run() -> bool:
        console = Console()
        # Where no terminal says how wide it is, tables should not be squeezed into eighty columns.
        wide = console if console.is_terminal else Console(width=_PIPE_WIDTH)
        return await run_demo(wide, recordings=recordings, live=bool(provider))

    try:
        good = anyio.run(run)
    except ValueError as error:
        _fail(str(error))
    raise typer.Exit(0 if good else 1)


@app.command()
def decode(
    adapter: _Adapter,
    stream: Annotated[bool, typer.Option("--stream", help="The answer is a streamed one.")] = False,
    recordings: Annotated[Path | None, typer.Option(help="Recorded exchanges: a JSON line for each.")] = None,
) -> None:
    """Say what a provider's answer on standard input means, as a neutral response."""
    chosen = _adapter(adapter)
    if recordings is None:
        ok, line = decode_body(chosen, sys.stdin.buffer.read(), stream=stream)
        typer.echo(line)
        raise typer.Exit(0 if ok else 1)
    if not recordings.is_file():
        _fail(f"{recordings} is not a file")
    with recordings.open("rb") as lines:
        for line in decode_recordings(chosen, lines, stream=stream):
            typer.echo(line)


@app.command()
def encode(adapter: _Adapter, model: Annotated[str, typer.Option(help="The provider's id of a model.")] = "") -> None:
    """Say what would be sent for the neutral request on standard input."""
    ok, line = encode_request(_adapter(adapter, model), sys.stdin.buffer.read())
    typer.echo(line)
    raise typer.Exit(0 if ok else 1)


def _adapter(name: str, model: str = "") -> Adapter:
    try:
        return load_adapter(name, model)
    except LookupError as error:
        _fail(str(error))


def _fail(text: str) -> NoReturn:
    typer.echo(f"golem: {text}", err=True)
    raise typer.Exit(2)
