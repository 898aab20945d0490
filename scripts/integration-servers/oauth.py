"""A real OAuth 2.0 server for the integration tests: Authlib on Flask, on a free port of loopback.

Refresh tokens rotate, and one that comes a second time revokes its whole family (RFC 9700, section 4.14.2). The first line
printed is the server's address.
"""

import os
import secrets
import time

# Plain http is what a test on loopback has.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from flask import Flask, jsonify, request
from werkzeug.serving import make_server


class User:
    def __init__(self, name):
        self.name = name

    def get_user_id(self):
        return self.name


class Client(ClientMixin):
    def __init__(self, client_id, secret, method):
        self.client_id, self.secret, self.method = client_id, secret, method

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return scope or ""

    def check_redirect_uri(self, redirect_uri):
        return False

    def check_client_secret(self, client_secret):
        return secrets.compare_digest(self.secret, client_secret)

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.method

    def check_response_type(self, response_type):
        return False

    def check_grant_type(self, grant_type):
        return grant_type in ("password", "refresh_token")


class Token(TokenMixin):
    def __init__(self, values, client, user, family):
        self.values, self.client, self.user, self.family = values, client, user, family
        self.expires_at = time.monotonic() + values["expires_in"]
        self.is_used = False

    def check_client(self, client):
        return client.client_id == self.client.client_id

    def get_scope(self):
        return self.values.get("scope", "")

    def get_expires_in(self):
        return self.values["expires_in"]

    def is_expired(self):
        return time.monotonic() >= self.expires_at

    def is_revoked(self):
        return self.family in revoked

    def get_user(self):
        return self.user

    def get_client(self):
        return self.client


USERS = {"ada": "difference engine & co"}
CLIENTS = {
    client.client_id: client
    for client in [
        Client("app", "", "none"),
        Client("basic client", "s:e%c r+t", "client_secret_basic"),
        Client("form-client", "s&e=c+r t", "client_secret_post"),
    ]
}
by_access, by_refresh, revoked = {}, {}, set()
counts = {"refreshes": 0, "reuses": 0}


def save(values, oauth_request):
    old = getattr(oauth_request, "refresh_token", None)
    family = old.family if isinstance(old, Token) else secrets.token_hex(8)
    token = Token(values, oauth_request.client, oauth_request.user, family)
    by_access[values["access_token"]] = token
    if "refresh_token" in values:
        by_refresh[values["refresh_token"]] = token


class PasswordGrant(grants.ResourceOwnerPasswordCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]

    def authenticate_user(self, username, password):
        return User(username) if USERS.get(username) == password else None


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        counts["refreshes"] += 1
        token = by_refresh.get(refresh_token)
        if token is None or token.is_revoked():
            return None
        if token.is_used:
            counts["reuses"] += 1
            revoked.add(token.family)
            return None
        return token

    def authenticate_user(self, refresh_token):
        self.request.refresh_token = refresh_token
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        refresh_token.is_used = True


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"password": 3600, "refresh_token": 3600}
server = AuthorizationServer(app, query_client=CLIENTS.get, save_token=save)
server.register_grant(PasswordGrant)
server.register_grant(RefreshGrant)


@app.post("/oauth/token")
def issue_token():
    return server.create_token_response()


@app.get("/me")
def me():
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    token = by_access.get(value)
    if scheme != "Bearer" or token is None or token.is_expired() or token.is_revoked():
        return jsonify(error="invalid_token"), 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return jsonify(name=token.user.name)


@app.post("/test/expire")
def expire():
    for token in by_access.values():
        token.expires_at = 0
    return "", 204


@app.post("/test/revoke")
def revoke():
    revoked.update(token.family for token in by_access.values())
    return "", 204


@app.get("/test/counts")
def show_counts():
    return jsonify(counts)


listener = make_server("127.0.0.1", 0, app, threaded=True)
print(f"http://127.0.0.1:{listener.server_port}", flush=True)
listener.serve_forever()
