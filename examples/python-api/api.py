"""An API that asks the service whose an access token is. The standard library is all it needs.

    SERVICE_KEY=sp_sk_... python3 examples/python-api/api.py 8000 http://127.0.0.1:3000
"""

import json
import os
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tokens import Tokens, Unauthorized, Undecided

BEARER = re.compile(r"Bearer ([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE)  # RFC 6750 section 2.1


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
            person = self.server.tokens.check(bearer[1])
        except Unauthorized:
            # RFC 6750 section 3.1: a request without a token is told of no error
            challenge = 'Bearer error="invalid_token"' if bearer else "Bearer"
            return self.answer(401, {"code": "unauthorized"}, {"WWW-Authenticate": challenge})
        except Undecided as undecided:
            return self.answer(503, {"code": "unavailable"}, {"Retry-After": undecided.seconds})
        self.answer(200, {"owner": person["sub"], "orders": ["a book"]})

    def answer(self, status, body, headers={}):
        content = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": len(content), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Api)
    server.tokens = Tokens(sys.argv[2], os.environ["SERVICE_KEY"])
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
