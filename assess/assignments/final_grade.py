"""The grade of an item that several people graded."""

from collections.abc import Sequence
from statistics import median_low


def final_grade(grades: Sequence[float]) -> float:
    """Return the median of the grades; between two middle grades, the lower one.

    It is always a grade that somebody gave. With two graders it is the lower
    grade: an item gets a high grade only if both agree on it.
    """
    return median_low(grades)
