"""The errors a user may meet.

::

    AssessError              shown as one line by the command line, as a page by the web app
    ├── FormatError          a file that is not what it should be: file, line, found, expected
    ├── ParameterError       an argument outside its range, or two that contradict each other
    ├── UnknownNameError     a campaign, topic, item or run that is not there
    ├── ConflictError        what is asked for does not fit what is already stored
    ├── StoreError           a database that cannot be opened, or is newer than this program
    ├── LinkError            a link that is unknown, expired or revoked
    ├── BudgetError          a step that would cost more than the campaign may
    └── CrowdError           a crowd's platform that refused a call, or does not answer
"""

from typing import Literal


class AssessError(Exception):
    """Anything that is wrong with what the user gave, with words the user can act on."""


class FormatError(AssessError):
    """A file that is not what it should be."""


class ParameterError(AssessError, ValueError):
    """An argument outside its range, or two that contradict each other."""


class UnknownNameError(AssessError, LookupError):
    """A campaign, topic, item or run that is not there."""


class ConflictError(AssessError):
    """What is asked for does not fit what is already stored."""


class StoreError(AssessError):
    """A database that cannot be opened, or is newer than this program."""


class LinkError(AssessError):
    """A link that leads nowhere: unknown, expired or revoked."""

    def __init__(self, reason: Literal["unknown", "expired", "revoked"], message: str) -> None:
        super().__init__(message)
        self.reason = reason


class BudgetError(AssessError):
    """A step that would cost more than the campaign may."""


class CrowdError(AssessError):
    """A crowd's platform that refused a call, or does not answer."""
