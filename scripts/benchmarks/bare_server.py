"""The yardstick for judging: bare Flask and sqlite3 answer the same calls, as durably and on the same WSGI server.

Usage: bare_server.py DATABASE PORT THREADS
"""

import sqlite3
import sys
import threading

from flask import Flask, jsonify, render_template_string, request
from flask.typing import ResponseReturnValue
from waitress import serve

TASKS, TEXTS = 13, 1000
TABLES = """
CREATE TABLE text (id INTEGER PRIMARY KEY, topic TEXT, words TEXT);
CREATE TABLE judgment (id INTEGER PRIMARY KEY, hit INTEGER, position INTEGER, answer INTEGER, seconds REAL,
                       changes INTEGER, key TEXT, at TEXT);
"""
SAVE = "INSERT INTO judgment (hit, position, answer, seconds, changes, key, at) VALUES (?, ?, ?, ?, ?, ?, datetime())"
PAGE = """<!doctype html><title>Judging</title><h1>Which is better?</h1>
<script type="application/json" id="page">{{ page | tojson }}</script>"""


def bare_app(path: str) -> Flask:
    """Three calls: the page of an assignment is one SELECT, an answer one committed INSERT, finishing does nothing."""
    app, threads = Flask(__name__), threading.local()

    def connection() -> sqlite3.Connection:
        """One connection per thread, kept open: opening one for each request would be slower."""
        if not hasattr(threads, "connection"):
            opened = threads.connection = sqlite3.connect(path, timeout=60, isolation_level=None)
            opened.execute("PRAGMA journal_mode=WAL")
            opened.execute("PRAGMA synchronous=FULL")
        kept: sqlite3.Connection = threads.connection
        return kept

    connection().executescript(TABLES)
    texts = [(f"t{number % 40}", f"text {number}. " * 40) for number in range(TEXTS)]
    connection().executemany("INSERT INTO text (topic, words) VALUES (?, ?)", texts)

    @app.get("/j/<token>/work")
    def page(token: str) -> ResponseReturnValue:
        first = hash(token) % (TEXTS - 2 * TASKS)
        query = "SELECT topic, words FROM text WHERE id > ? ORDER BY id LIMIT ?"
        rows = iter(connection().execute(query, (first, 2 * TASKS)).fetchall())
        tasks = [
            {"position": position, "topic": topic, "left": {"text": left}, "right": {"text": right}}
            for position, ((topic, left), (_, right)) in enumerate(zip(rows, rows, strict=True), 1)
        ]
        return render_template_string(PAGE, page={"assignment": {"assignment": first, "tasks": tasks}})

    @app.put("/api/assignments/<int:assignment>/tasks/<int:position>")
    def save(assignment: int, position: int) -> ResponseReturnValue:
        sent = request.get_json()
        values = [sent[name] for name in ("answer", "seconds", "changes", "key")]
        connection().execute("BEGIN IMMEDIATE")
        connection().execute(SAVE, (assignment, position, *values))
        connection().execute("COMMIT")
        return jsonify(saved=True, position=position)

    @app.post("/api/assignments/<int:assignment>/finish")
    def finish(assignment: int) -> ResponseReturnValue:
        return jsonify(outcome="kept")

    return app


if __name__ == "__main__":
    database, port, number = sys.argv[1:]
    serve(bare_app(database), host="127.0.0.1", port=int(port), threads=int(number), ident=None, _quiet=True)
