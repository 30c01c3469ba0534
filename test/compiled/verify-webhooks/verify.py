"""Verifies messages with standardwebhooks of PyPI: a line of JSON for each, and one that says whether it is genuine."""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

for line in sys.stdin:
    message = json.loads(line)
    try:
        Webhook(message["secret"]).verify(message["body"], message["headers"])
        print("true")
    except WebhookVerificationError:
        print("false")
