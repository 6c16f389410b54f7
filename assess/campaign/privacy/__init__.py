"""What people may ask for: to withdraw, and to be forgotten.

Read `withdrawal` (the wish of a person, and what is done at once), `forgetting` (erase what identifies them), `erasure`
(what that means for one person, in numbers). `assess.campaign.retention` says when identities go by themselves,
`assess.recruit.forgetting` waits until a person is paid. `docs/privacy.md` lists what is stored.
"""
