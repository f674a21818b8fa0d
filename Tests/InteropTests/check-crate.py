"""Validates the description of a bag with roc-validator. What it would load from the network is the context of
RO-Crate, which the package `rocrate` contains.

Usage: check-crate.py FOLDER

Prints one line for each requirement that is not met, then `valid` or `not valid`.
"""

import email.message
import importlib.resources
import io
import sys
import urllib.request
from urllib.response import addinfourl

import requests

context = (importlib.resources.files("rocrate") / "data/ro-crate.jsonld").read_bytes()


def open_context(self, request, *arguments, **options):
    address = request if isinstance(request, str) else request.full_url
    message = email.message.Message()
    message["Content-Type"] = "application/ld+json"
    return addinfourl(io.BytesIO(context), message, address, 200)


def request_context(self, method, url, **options):
    response = requests.Response()
    response.status_code = 200
    response.url = url
    response.headers["Content-Type"] = "application/ld+json"
    response._content = context
    return response


urllib.request.OpenerDirector.open = open_context
requests.Session.request = request_context

from rocrate_validator import models, services  # noqa: E402

# As the command line does by default. What is recommended are addresses of organizations.
result = services.validate(
    services.ValidationSettings(
        rocrate_uri=sys.argv[1], profile_identifier="ro-crate-1.1",
        requirement_severity=models.Severity.REQUIRED,
    )
)
for issue in result.get_issues():
    print(issue.severity.name, issue.check.identifier, issue.message)
print("valid" if result.passed() else "not valid")
