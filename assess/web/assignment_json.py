"""An assignment as JSON, for the API and the page: without docnos and grades, and challenges look like pairings."""

from typing import Any

from assess.campaign.judging.assignment_view import HeldAssignment, ShownItem, ShownTask
from assess.web.site import site


def assignment_as_json(assignment: HeldAssignment, token: str) -> dict[str, Any]:
    """The whole assignment. ``seconds_left`` is None where each answer renews the lease."""
    left = None if assignment.renews else max(0, int((assignment.expires_at - site().now()).total_seconds()))
    shown: dict[str, Any] = {
        "assignment": assignment.id,
        "kind": assignment.kind,
        "expires_at": assignment.expires_at.isoformat(),
        "seconds_left": left,
        "answers": assignment.answers,
        "tasks": [_task(assignment, task, token) for task in assignment.tasks],
    }
    if assignment.grades:
        shown["grades"] = [
            {"value": grade.value, "name": grade.name, "guideline": grade.guideline} for grade in assignment.grades
        ]
    return shown


def _task(assignment: HeldAssignment, task: ShownTask, token: str) -> dict[str, Any]:
    images = f"/j/{token}/images/{assignment.id}/{task.position}"
    shown: dict[str, Any] = {
        "position": task.position,
        "topic": task.topic,
        "question": task.question,
        "description": task.description,
        "answer": task.answer,
    }
    if task.right is None:
        return shown | {"item": _item(task.left, f"{images}/item")}
    return shown | {"left": _item(task.left, f"{images}/left"), "right": _item(task.right, f"{images}/right")}


def _item(item: ShownItem, image: str) -> dict[str, Any]:
    """What is shown of an item; an image is served by the app, under an address that tells nothing about it."""
    if item.material == "text":
        return {"kind": "text", "text": item.body or ""}
    shown = {name: item.body[name] for name in ("text", "alt", "results") if name in item.body}
    return {"kind": item.material, **shown, **({"image": image} if item.material == "image" else {})}
