"""An API that asks the service whose an access token is. The standard library is all it needs.

    python3 examples/python-api/api.py 8000 http://127.0.0.1:3000
"""

import json
import re
import sys
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

BEARER = re.compile(r"Bearer ([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE)  # RFC 6750 section 2.1
ANSWER_SECONDS = 5


class Unauthorized(Exception):
    """There is no token, or it is expired or revoked."""


class Undecided(Exception):
    """The service could not say. Its argument is the seconds to wait."""


def account_of(service, token):
    """Returns the account as its owner sees it. Nothing is cached, so a sign-out takes effect at once."""
    url = urlsplit(service)
    connect = HTTPSConnection if url.scheme == "https" else HTTPConnection
    connection = connect(url.hostname, url.port, timeout=ANSWER_SECONDS)
    try:
        # follows no redirect: the token goes to the service and to nobody else
        connection.request("GET", f"{url.path}/users/me", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        if answer.status == 401:
            raise Unauthorized
        if answer.status != 200:
            raise Undecided(answer.getheader("Retry-After", "1"))
        return json.load(answer)
    except (OSError, HTTPException, ValueError) as error:
        raise Undecided("1") from error
    finally:
        connection.close()


class Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_GET(self):
        if self.path != "/orders":
            return self.answer(404, {"message": "There is nothing here."})
        bearer = BEARER.fullmatch(self.headers.get("Authorization", ""))
        try:
            if not bearer:
                raise Unauthorized
            account = account_of(self.server.service, bearer[1])
        except Unauthorized:
            # RFC 6750 section 3.1: a request without a token is told of no error
            challenge = 'Bearer error="invalid_token"' if bearer else "Bearer"
            return self.answer(401, {"code": "unauthorized"}, {"WWW-Authenticate": challenge})
        except Undecided as undecided:
            return self.answer(503, {"code": "unavailable"}, {"Retry-After": str(undecided)})
        # by id, because an address can change
        self.answer(200, {"owner": account["id"], "orders": ["a book"]})

    def answer(self, status, body, headers={}):
        content = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": len(content), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Api)
    server.service = sys.argv[2].rstrip("/")
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
