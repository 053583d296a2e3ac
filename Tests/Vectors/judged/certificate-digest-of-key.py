import base64, hashlib, ssl

PIN = "uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk="
with ssl.create_default_context().wrap_socket(sock, server_hostname="www.example.com") as connection:
    der = connection.getpeercert(True)
    assert base64.b64encode(hashlib.sha256(der).digest()).decode() == PIN
