"""Messages from requesters to workers. No email is sent: workers read them on their dashboard."""

from assess.marketplace.api.call import Call
from assess.marketplace.tables import Message


def send_message(call: Call, worker_id: str, subject: str, text: str) -> None:
    sender = call.requester.name
    call.session.add(Message(worker_id=worker_id, sender=sender, subject=subject, text=text, sent_at=call.now))
