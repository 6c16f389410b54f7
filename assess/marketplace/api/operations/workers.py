"""Calls about workers: block them, send them messages."""

from sqlalchemy import exists, select

from assess.marketplace.api.call import Answer, Call
from assess.marketplace.api.messages import send_message
from assess.marketplace.api.paging import page
from assess.marketplace.errors import not_a_value
from assess.marketplace.tables import Assignment, Block, Hit, Worker

STRANGER = "Cannot send a notification to a worker who has not done any work for you"


def check_worker(call: Call, worker_id: str) -> None:
    """Refuse an unknown worker id, as the live service refuses the ids of its sandbox."""
    if call.session.get(Worker, worker_id) is None:
        raise not_a_value("WorkerId", worker_id)


def create_worker_block(call: Call) -> Answer:
    check_worker(call, call["WorkerId"])
    block = _find_block(call)
    if block:
        block.reason = call["Reason"]
    else:
        call.session.add(Block(requester_id=call.requester.id, worker_id=call["WorkerId"], reason=call["Reason"]))
    return {}


def delete_worker_block(call: Call) -> Answer:
    """Unblock the worker; it is no error if they are not blocked."""
    check_worker(call, call["WorkerId"])
    block = _find_block(call)
    if block:
        call.session.delete(block)
    return {}


def list_worker_blocks(call: Call) -> Answer:
    mine = select(Block).where(Block.requester_id == call.requester.id)
    return page(
        call.session,
        mine,
        Block.id,
        call.parameters,
        "WorkerBlocks",
        lambda block: {"WorkerId": block.worker_id, "Reason": block.reason},
    )


def notify_workers(call: Call) -> Answer:
    """Send a message to the workers; the answer is a success that lists those who could not be reached."""
    strangers = [worker_id for worker_id in call["WorkerIds"] if not _worked_for(call, worker_id)]
    for worker_id in call["WorkerIds"]:
        if worker_id not in strangers:
            send_message(call, worker_id, call["Subject"], call["MessageText"])
    return {"NotifyWorkersFailureStatuses": [_failure(worker_id) for worker_id in strangers]}


def _failure(worker_id: str) -> Answer:
    return {
        "NotifyWorkersFailureCode": "HardFailure",
        "NotifyWorkersFailureMessage": STRANGER,
        "WorkerId": worker_id,
    }


def _worked_for(call: Call, worker_id: str) -> bool:
    reviewed = (
        select(Assignment.id)
        .join(Hit)
        .where(
            Hit.requester_id == call.requester.id,
            Assignment.worker_id == worker_id,
            Assignment.state.in_(("Approved", "Rejected")),
        )
    )
    return bool(call.session.scalar(select(exists(reviewed))))


def _find_block(call: Call) -> Block | None:
    return call.session.scalar(
        select(Block).where(Block.requester_id == call.requester.id, Block.worker_id == call["WorkerId"])
    )
