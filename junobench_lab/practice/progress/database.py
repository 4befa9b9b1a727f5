"""The SQLite file behind the progress: its table, its version, and what is wrong with it if something is.

The rollback journal of SQLite is used, not its write-ahead log: home folders are often on a network, where the log
doesn't work. Every write is one short statement, so that two programs get in each other's way for a moment at most.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Column, Connection, DateTime, Integer, MetaData, String, Table, create_engine, event, text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateTable

from ...errors import EnvironmentUnavailable

VERSION = 1
"""Of the table; the file carries it as SQLite's ``user_version``. A later one adds its steps to `_prepare`."""

PATIENCE = 10.0
"""Seconds to wait for another program that writes."""

EVENTS = Table(
    "events",
    MetaData(),
    Column("number", Integer, primary_key=True),
    Column("at", DateTime, nullable=False),
    Column("bench", String, nullable=False),
    Column("instance", String, nullable=False),
    Column("attempt", Integer),
    Column("started", DateTime),
    Column("kind", String, nullable=False),
    Column("value", String),
)
"""One row for each thing that a person did; times in UTC."""


class Damaged(Exception):
    """The file is no database, or a broken one."""


@contextmanager
def connected(file: Path) -> Iterator[Connection]:
    """A connection within a transaction, which ends with the block.

    Raises `Damaged`, and `EnvironmentUnavailable` where the file can't be read or written, is in use for too long, or
    was made by a later version.
    """
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool, connect_args={"timeout": PATIENCE})
    # What is removed is not to be found in the file any more.
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA secure_delete = ON"))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with engine.begin() as connection:
            _prepare(connection, file)
            yield connection
    except (OperationalError, IntegrityError, ProgrammingError) as error:
        raise EnvironmentUnavailable(
            f"Your progress in {file} can't be read or written ({error.orig}): see that the folder can be written, "
            "that the disk isn't full and that no other program holds the file."
        ) from error
    except DatabaseError as error:
        raise Damaged(str(error.orig)) from error
    except OSError as error:
        raise EnvironmentUnavailable(
            f"Your progress can't be kept in {file.parent} ({error.strerror}): see that the folder can be written."
        ) from error
    finally:
        engine.dispose()


def _prepare(connection: Connection, file: Path) -> None:
    """Make the table in a new file; refuse one whose form isn't known here."""
    version = connection.execute(text("PRAGMA user_version")).scalar_one()
    if version > VERSION:
        raise EnvironmentUnavailable(
            f"Your progress in {file} was written by a later version of JunoBench Lab: update this one. "
            "Nothing in it was changed."
        )
    if version == 0:
        # Of two programs that make the file at once, the second finds the table there.
        connection.execute(CreateTable(EVENTS, if_not_exists=True))
        connection.execute(text(f"PRAGMA user_version = {VERSION}"))
