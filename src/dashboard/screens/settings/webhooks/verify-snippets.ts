export const VERIFY_LANGUAGES = ['TypeScript', 'Python'] as const;
export type VerifyLanguage = (typeof VERIFY_LANGUAGES)[number];

/** Code that verifies a notification by its raw body and its headers, without a library. A test runs it. */
export const VERIFY: Readonly<Record<VerifyLanguage, string>> = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the payload. Throws for a request that Tidings did not sign. */
export function verify(body: string, headers: Headers, secret: string) {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) throw new Error('Too old');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isSigned = (headers.get('webhook-signature') ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error('Wrong signature');
  return JSON.parse(body);
}`,
  Python: `import base64, hashlib, hmac, json, time

def verify(body: bytes, headers, secret: str):
    """Returns the payload. Raises ValueError for a request that Tidings did not sign."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("Too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split(" ")):
        raise ValueError("Wrong signature")
    return json.loads(body)`,
};
