"""Kinds of options that several commands have."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

Flag = Annotated[bool, Parameter(show_default=False)]
Count = Annotated[int, Parameter(validator=Number(gte=0))]
PositiveCount = Annotated[int, Parameter(validator=Number(gte=1))]
Duration = Annotated[float, Parameter(validator=Number(gt=0))]
# Numbers separated by blanks or commas, or GeoJSON; until the next option.
Place = Annotated[list[str] | None, Parameter(consume_multiple=True)]
# May begin with a hyphen, such as "-50 % on everything".
FreeText = Annotated[str, Parameter(allow_leading_hyphen=True)]
