"""Exclusions at the platform: workers who failed are offered no more HITs there, without a message."""

from assess.recruit.recruiter import Recruiter
from assess.store.exclusions import to_exclude, to_readmit
from assess.store.tables import Exclusion


def sync_exclusions(recruiter: Recruiter) -> None:
    """Tell the platform who is excluded, and who is not any more."""
    with recruiter.reading() as session:
        _, launch, _ = recruiter.launch(session)
        excluded, readmitted = to_exclude(session, launch), to_readmit(session, launch)
    for assessor in excluded:
        with recruiter.skipping_failures(f"worker {assessor.identity} is excluded by us alone"):
            recruiter.crowd.exclude(assessor.identity)
            with recruiter.writing() as session:
                session.merge(Exclusion(launch_id=launch.id, assessor_id=assessor.id, at=recruiter.now()))
            recruiter.tally.excluded += 1
    for assessor in readmitted:
        with recruiter.skipping_failures(f"worker {assessor.identity} is readmitted by us alone"):
            recruiter.crowd.readmit(assessor.identity)
            with recruiter.writing() as session:
                if kept := session.get(Exclusion, (launch.id, assessor.id)):
                    session.delete(kept)
            recruiter.tally.readmitted += 1
