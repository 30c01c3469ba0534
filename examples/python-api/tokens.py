"""Checks access tokens, and keeps the answers until the service says that a session has ended.

    tokens = Tokens("https://accounts.example.com", os.environ["SERVICE_KEY"])
    user_id = tokens.check(token)["sub"]
"""

import json
import logging
import time
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Thread
from urllib.parse import urlencode, urlsplit

KEPT_SECONDS = 60
KEPT_ANSWERS = 100_000
ANSWER_SECONDS = 5
WAIT_SECONDS = 10
SILENCE_SECONDS = 20
REVOCATIONS = "/events?types=session.ended,user.disabled,account.deleted"

log = logging.getLogger(__name__)


def now():
    # on Linux, time.monotonic() stands still while the machine sleeps
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Unauthorized(Exception):
    """The token is expired or revoked, or there is none."""


class Undecided(Exception):
    """The service could not say, for so many seconds."""

    def __init__(self, seconds=1):
        self.seconds = seconds


class Tokens:
    """One for each process, because a thread follows the events."""

    def __init__(self, service, service_key):
        self.url = urlsplit(service.rstrip("/"))
        self.key = service_key
        self.memory = None  # nothing is kept while the events are not heard
        self.reported = set()
        Thread(target=self.follow, daemon=True).start()

    def check(self, token):
        """Returns what is known of an active token (RFC 7662 section 2.2). Raises Unauthorized or Undecided."""
        memory = self.memory
        digest = sha256(token.encode()).digest()
        answer = memory and memory.recall(digest)
        while not answer:
            asked = now()
            answer = self.ask("POST", "/auth/introspect", {"token": token})
            if not answer["active"]:
                raise Unauthorized
            if memory and memory.has_revoked(answer, asked):
                answer = None  # the event was faster than the answer
            elif memory:
                memory.keep(digest, answer, asked)
        return answer

    def follow(self):
        """Hears of revocations. When anything goes wrong, it forgets everything and begins again at the present."""
        while True:
            seconds = 1
            try:
                after = self.ask("GET", f"{REVOCATIONS}&after=now")["next"]
                # whatever is asked from now on, its revocation will be heard
                self.memory = Memory()
                while self.memory.is_heard():
                    page = self.ask("GET", f"{REVOCATIONS}&after={after}&wait={WAIT_SECONDS}")
                    self.memory.hear(page["events"])
                    after = page["next"]
            except Undecided as undecided:
                seconds = undecided.seconds
            self.memory = None
            time.sleep(seconds)

    def ask(self, method, path, form=None):
        """Follows no redirect: key and token go to the service and to nobody else."""
        connect = HTTPSConnection if self.url.scheme == "https" else HTTPConnection
        connection = connect(self.url.hostname, self.url.port, timeout=ANSWER_SECONDS + (0 if form else WAIT_SECONDS))
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, self.url.path + path, form and urlencode(form), headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status in (401, 403):
                raise self.refused(path.partition("?")[0], answer.status, content.decode())
            if answer.status != 200:
                raise Undecided(int(answer.getheader("Retry-After", "1")))
            return json.loads(content)
        except (OSError, HTTPException, ValueError) as error:
            raise Undecided from error
        finally:
            connection.close()

    def refused(self, path, status, content):
        """The service key is at fault, and nobody's token: the operator has to know, once."""
        if (path, status) not in self.reported:
            log.error("The service refuses this key at %s: %s %s", path, status, content)
        self.reported.add((path, status))
        return Undecided(60)


def revoked_by(event):
    """A session, or everything of a user. Events of a deleted account no longer name the session."""
    return event["type"] == "session.ended" and event["sessionId"] or event["userId"]


class Memory:
    """What the service answered since its events are heard."""

    def __init__(self):
        self.answers = {}
        self.revoked = {}
        self.heard = now()

    def recall(self, digest):
        answer, asked, until = self.answers.get(digest, (None, 0, 0))
        if answer and now() < until and self.is_heard() and not self.has_revoked(answer, asked):
            return answer

    def keep(self, digest, answer, asked):
        if len(self.answers) >= KEPT_ANSWERS:
            self.answers.clear()
        self.answers[digest] = answer, asked, asked + min(KEPT_SECONDS, answer["exp"] - time.time())

    def hear(self, events):
        if self.is_heard():
            self.heard = heard = now()
            ids = [revoked_by(event) for event in events]
            recent = {id: at for id, at in self.revoked.items() if heard - at < KEPT_SECONDS}
            self.revoked = {**recent, **dict.fromkeys(ids, heard)}

    def is_heard(self):
        return now() - self.heard < SILENCE_SECONDS

    def has_revoked(self, answer, asked):
        """Only what was asked after the last revocation of its session or user counts."""
        return any(self.revoked.get(id, 0) >= asked for id in (answer["sid"], answer["sub"]))
