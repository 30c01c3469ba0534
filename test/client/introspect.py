"""Asks with Authlib what a token is: METHOD KEY_ID KEY URL TOKEN. Prints what it sent the key in, the status, and the answer."""

import json
import sys

from authlib.integrations.requests_client import OAuth2Session

method, key_id, key, url, token = sys.argv[1:]
# Authlib authenticates for this as it does to revoke a token
session = OAuth2Session(key_id, key, revocation_endpoint_auth_method=method)
answer = session.introspect_token(url, token=token, token_type_hint="access_token")
place = "header" if "Authorization" in answer.request.headers else "form"
print(json.dumps([place, answer.status_code, answer.json()]))
