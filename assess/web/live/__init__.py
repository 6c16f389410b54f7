"""The live page: `views`, what the organiser may change on it (`manage`), who may look (`access`)."""
