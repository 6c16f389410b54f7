"""Mechanical Turk by boto3: `client` is the crowd; `errors` sorts its answers, `documents` are its XML."""
