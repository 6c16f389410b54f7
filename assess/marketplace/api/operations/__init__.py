"""The operations of the requester API: each is a function from a call to its answer."""

from collections.abc import Callable, Mapping

from assess.marketplace.api.call import Answer, Call
from assess.marketplace.api.operations import account, assignments, hit_types, hits, qualifications, workers
from assess.marketplace.api.operations import qualification_types as kinds

OPERATIONS: Mapping[str, Callable[[Call], Answer]] = {
    "AcceptQualificationRequest": qualifications.accept_qualification_request,
    "ApproveAssignment": assignments.approve_assignment,
    "AssociateQualificationWithWorker": qualifications.associate_qualification,
    "CreateAdditionalAssignmentsForHIT": hits.create_additional_assignments,
    "CreateHIT": hits.create_hit,
    "CreateHITType": hit_types.create_hit_type,
    "CreateHITWithHITType": hits.create_hit_with_hit_type,
    "CreateQualificationType": kinds.create_qualification_type,
    "CreateWorkerBlock": workers.create_worker_block,
    "DeleteHIT": hits.delete_hit,
    "DeleteQualificationType": kinds.delete_qualification_type,
    "DeleteWorkerBlock": workers.delete_worker_block,
    "DisassociateQualificationFromWorker": qualifications.disassociate_qualification,
    "GetAccountBalance": account.get_account_balance,
    "GetAssignment": assignments.get_assignment,
    "GetFileUploadURL": assignments.get_file_upload_url,
    "GetHIT": hits.get_hit,
    "GetQualificationScore": qualifications.get_qualification_score,
    "GetQualificationType": kinds.get_qualification_type,
    "ListAssignmentsForHIT": assignments.list_assignments_for_hit,
    "ListBonusPayments": assignments.list_bonus_payments,
    "ListHITs": hits.list_hits,
    "ListHITsForQualificationType": hits.list_hits_for_qualification_type,
    "ListQualificationRequests": qualifications.list_qualification_requests,
    "ListQualificationTypes": kinds.list_qualification_types,
    "ListReviewPolicyResultsForHIT": account.list_review_policy_results,
    "ListReviewableHITs": hits.list_reviewable_hits,
    "ListWorkerBlocks": workers.list_worker_blocks,
    "ListWorkersWithQualificationType": qualifications.list_workers_with_qualification_type,
    "NotifyWorkers": workers.notify_workers,
    "RejectAssignment": assignments.reject_assignment,
    "RejectQualificationRequest": qualifications.reject_qualification_request,
    "SendBonus": assignments.send_bonus,
    "SendTestEventNotification": account.send_test_event_notification,
    "UpdateExpirationForHIT": hits.update_expiration,
    "UpdateHITReviewStatus": hits.update_review_status,
    "UpdateHITTypeOfHIT": hits.update_hit_type_of_hit,
    "UpdateNotificationSettings": account.update_notification_settings,
    "UpdateQualificationType": kinds.update_qualification_type,
}
