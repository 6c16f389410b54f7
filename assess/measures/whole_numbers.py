"""Cut-offs, depths and counts: whole numbers, as lists are cut by them."""

from operator import index

from assess.errors import ParameterError


def check_whole(name: str, value: int | None) -> None:
    """Refuse 1.5 items; None stands for no limit.

    >>> check_whole("cutoff", 1.5)
    Traceback (most recent call last):
    ...
    assess.errors.ParameterError: found cutoff 1.5, expected a whole number
    """
    try:
        index(0 if value is None else value)
    except TypeError:
        raise ParameterError(f"found {name} {value}, expected a whole number") from None
