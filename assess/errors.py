"""The errors that users see.

::

    AssessError              shown as one line by the command line, as a page by the web app
    ├── FormatError          a file in the wrong format: the message names file, line, found, expected
    ├── ParameterError       an argument outside its range, or two that contradict each other
    ├── NotDefinedError      a measure that has no value for this input; the message says why
    ├── UnknownNameError     a campaign, topic, item or run that does not exist
    ├── ConflictError        a request that conflicts with what is already stored
    ├── StoreError           a database that cannot be opened, or is newer than this program
    ├── LinkError            a link that is unknown, expired or revoked
    ├── BudgetError          a step that would cost more than the campaign's budget allows
    └── CrowdError           a crowd platform that refused a call or does not answer
"""

from typing import Literal


class AssessError(Exception):
    """Something is wrong with the user's input; the message says what to do about it."""


class FormatError(AssessError):
    """A file in the wrong format."""


class ParameterError(AssessError, ValueError):
    """An argument outside its range, or two that contradict each other."""


class NotDefinedError(AssessError, ValueError):
    """A measure that has no value for this input; the message says why."""


class UnknownNameError(AssessError, LookupError):
    """A campaign, topic, item or run that does not exist."""


class ConflictError(AssessError):
    """A request that conflicts with what is already stored."""


class StoreError(AssessError):
    """A database that cannot be opened, or is newer than this program."""


class LinkError(AssessError):
    """A link that is unknown, expired or revoked."""

    def __init__(self, reason: Literal["unknown", "expired", "revoked"], message: str) -> None:
        super().__init__(message)
        self.reason = reason


class BudgetError(AssessError):
    """A step that would cost more than the campaign's budget allows."""


class CrowdError(AssessError):
    """A crowd platform that refused a call or does not answer."""
