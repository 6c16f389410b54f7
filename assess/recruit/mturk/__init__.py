"""Mechanical Turk by boto3: `client` implements `Crowd`, `errors` sorts answers, `documents` writes and reads XML."""
