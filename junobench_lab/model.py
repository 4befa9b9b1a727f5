"""The base of all data models: what is computed once is not changed afterwards."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """An immutable value; unknown fields are an error, so that the two halves can't drift unseen."""

    model_config = ConfigDict(frozen=True, extra="forbid")
