"""The web app: the judging pages and the JSON API."""
