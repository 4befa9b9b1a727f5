"""Options that several commands have."""

from typing import Annotated

import typer

Bench = Annotated[
    str | None,
    typer.Option(
        "--bench",
        metavar="PATH|NAME",
        help="Folder of a bench, or the name under which one is kept. Default: the starter bench.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Kernel = Annotated[
    str | None,
    typer.Option(
        "--kernel",
        metavar="NAME",
        help="Kernel to run with, one of `jupyter kernelspec list`. Default: python3.",
        show_default=False,
    ),
]
Environment = Annotated[
    str,
    typer.Option("--environment", metavar="local|container", help="Where the kernels run."),
]
Unconfined = Annotated[
    bool,
    typer.Option("--unconfined", help="Let cells in local kernels read and write all that you can, and connect."),
]
Cold = Annotated[
    bool,
    typer.Option("--cold", help="Start every kernel from scratch rather than from a process with the usual imports."),
]
AllowNetwork = Annotated[
    bool,
    typer.Option("--allow-network", help="Give a container a network where its instance asks for one."),
]
RuntimeFacts = Annotated[
    bool,
    typer.Option(
        "--runtime-facts",
        help="Run what comes before each target, and add what the names it reads stand for (detection only).",
    ),
]
LanguageModel = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="A language model, as LiteLLM names it.")
]
ApiBase = Annotated[
    str | None, typer.Option("--api-base", metavar="URL", help="Address of another OpenAI-compatible endpoint.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS|FILE",
        help="Carry the runs out on a Dask cluster: the address of its scheduler, such as tcp://10.0.0.1:8786, or a "
        ".toml or .json file that says how to make one.",
        show_default=False,
    ),
]
ClusterWait = Annotated[
    float,
    typer.Option("--cluster-wait", metavar="S", min=1, help="Seconds for which the cluster may have no worker."),
]
Variant = Annotated[
    str | None,
    typer.Option("--variant", metavar="V", help="original, reproduced, fixed or fixed2.", show_default=False),
]
