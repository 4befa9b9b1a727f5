"""When two names of an exception type mean the same one."""


def exception_key(name: str) -> str:
    """The part by which exception types are compared: the last dotted part, in lower case."""
    return name.strip().rpartition(".")[2].casefold()


def same_exception(a: str, b: str) -> bool:
    """Whether two exception types are the same as far as a label can tell.

    The label sheet writes ``valueerror`` where a kernel reports ``ValueError``, and a kernel reports
    ``InvalidArgumentError`` where another spells out its module. An empty name equals nothing.
    """
    return exception_key(a) == exception_key(b) != ""
