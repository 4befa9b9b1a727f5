"""``image``: the image that kernels in containers are made of."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from ..running.environments.container.images import ImageStep

image = typer.Typer(
    help="Look after the image that kernels in containers are made of: status, build, pull, check, remove.",
    no_args_is_help=True,
)

_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask first.")]


@image.command("status")
def status(as_json: options.Json = False) -> None:
    """Say whether kernels can run in containers here, of which image, and how they are reached.

    The exit code is 0 when they can.
    """
    import asyncio

    from ..running.environments.container.images import container_status
    from ..sizes import bytes_in_words
    from .printing import print_json

    found = asyncio.run(container_status())
    if as_json:
        print_json(found)
    else:
        typer.echo(found.message)
        if found.size is not None:
            typer.echo(f"{found.id}, {bytes_in_words(found.size)}")
        if found.advice:
            typer.echo(f"-> {found.advice}")
    if not found.ready:
        raise typer.Exit(exit_codes.NOT_WELL)


@image.command("build")
def build(
    base: Annotated[
        str | None,
        typer.Option("--base", metavar="IMAGE", help="Image to start from.  [default: python:3.10-slim]"),
    ] = None,
    requirements: Annotated[
        Path | None,
        typer.Option("--requirements", metavar="FILE", help="Packages for it.  [default: the benchmark's pins]"),
    ] = None,
    yes: _Yes = False,
) -> None:
    """Build the light image from the product's own Dockerfile, and install the kernel "JunoBench (container)"."""
    from ..errors import InvalidRequest
    from ..running.environments.container.images import build_image

    if requirements is None:
        _ask("The benchmark's libraries take several GB to fetch and to keep. Build the image?", yes)
    elif not requirements.is_file():
        raise InvalidRequest(f"There is no file {requirements}.")
    _follow(build_image(base, requirements))
    _install_kernel()


@image.command("pull")
def pull(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[IMAGE]", help="Default: the one that the settings name.", show_default=False),
    ] = None,
    published: Annotated[
        bool, typer.Option("--published", help="The image that the data set's authors publish, by its digest.")
    ] = False,
    yes: _Yes = False,
) -> None:
    """Fetch an image, have the settings name it, and install the kernel "JunoBench (container)".

    It says how large the image is, and asks first where that is more than 1 GB.
    """
    import asyncio

    from ..errors import InvalidRequest
    from ..running.environments.container.images import plan_pull, pull_image
    from ..running.environments.container.settings import PUBLISHED_IMAGE, save_image

    if published and name is not None:
        raise InvalidRequest("Name an image or say --published, not both.")
    plan = asyncio.run(plan_pull(PUBLISHED_IMAGE if published else name))
    if plan.question is not None:
        _ask(plan.question, yes)
    _follow(pull_image(plan.image))
    save_image(plan.image)
    _install_kernel()


@image.command("check")
def check(as_json: options.Json = False) -> None:
    """Start the image once on this machine and import its heavy libraries.

    The exit code is 0 when they load.
    """
    import asyncio

    from ..running.environments.container.images import check_image
    from .printing import print_json

    result = asyncio.run(check_image())
    if as_json:
        print_json(result)
    else:
        for name, version in result.versions.items():
            typer.echo(f"{name} {version}".rstrip())
        typer.echo(result.sentence)
    if not result.ok:
        raise typer.Exit(exit_codes.NOT_WELL)


@image.command("remove")
def remove(yes: _Yes = False) -> None:
    """Remove the image and the kernel "JunoBench (container)"."""
    import asyncio

    from ..running.environments.container.images import remove_image
    from ..running.environments.container.kernelspec import remove_kernelspecs

    _ask("Getting the image again takes a while. Remove it?", yes)
    typer.echo("Removed." if asyncio.run(remove_image()) else "The image was not here.")
    remove_kernelspecs()


def _ask(question: str, yes: bool) -> None:
    if not yes:
        typer.confirm(question, abort=True)


def _follow(steps: "AsyncGenerator[ImageStep, None]") -> None:
    import asyncio

    async def show() -> None:
        async for step in steps:
            typer.echo(step.words)

    asyncio.run(show())


def _install_kernel() -> None:
    from ..running.environments.container.kernelspec import install_kernelspecs
    from ..running.environments.container.settings import KERNEL_TITLE

    install_kernelspecs()
    typer.echo(f'The image is ready, and so is the kernel "{KERNEL_TITLE}".')
