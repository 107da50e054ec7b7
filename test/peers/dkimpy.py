"""Verifies the DKIM signature of the message on standard input with dkimpy, which asks the DNS server HOST:PORT."""

import json
import sys

import dkim
import dns.resolver

host, port = sys.argv[1].split(":")
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = [host]
resolver.port = int(port)


def text(name, timeout=5):
    answer = resolver.resolve(name.decode().rstrip("."), "TXT", lifetime=timeout)
    return b"".join(answer[0].strings)


message = dkim.DKIM(sys.stdin.buffer.read())
try:
    passes = message.verify(dnsfunc=text)
except dkim.ValidationError:
    passes = False
signed = [name.decode().strip().lower() for name in message.signature_fields.get(b"h", b"").split(b":")]
print(json.dumps({"pass": passes, "domain": message.signature_fields[b"d"].decode(), "signed": signed}))
