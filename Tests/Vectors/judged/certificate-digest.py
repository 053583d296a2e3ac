import base64, hashlib, ssl

PIN = "jK9/0oJhTIiJRF2x8P6MH8VfEvqttzkbSA6ZIPAFcLo="
with ssl.create_default_context().wrap_socket(sock, server_hostname="www.example.com") as connection:
    der = connection.getpeercert(True)
    assert base64.b64encode(hashlib.sha256(der).digest()).decode() == PIN
