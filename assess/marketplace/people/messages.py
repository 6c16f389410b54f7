"""Letters from requesters to workers. Nothing is mailed: the worker reads them on her page."""

from assess.marketplace.api.call import Call
from assess.marketplace.tables import Message


def send_letter(call: Call, worker_id: str, subject: str, text: str) -> None:
    sender = call.requester.name
    call.session.add(Message(worker_id=worker_id, sender=sender, subject=subject, text=text, sent_at=call.now))
