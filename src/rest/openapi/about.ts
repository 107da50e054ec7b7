/** The introduction of the document, in Markdown. */
export const ABOUT = `REST API for a team's lists, subscribers, events, templates, transactional e-mails and campaigns.

## Authentication
Send \`Authorization: Bearer <token>\`. Each operation names the permission that it needs.

## Requests
Bodies are JSON. Unknown keys and parameters are refused (422). Operations that ignore unknown keys of the body list them in the response header \`X-Ignored-Keys\`. Blank text in an optional field counts as absent.

## Errors
Programs read the status, and the header \`X-Error-Codes\` for the code of each field, or for the reason of a 409. Messages are for people and may change. \`X-Hint\` says what to do where the body does not.

## Pages
\`page\` and \`per_page\` choose a page. For long lists, send the value of the response header \`X-Next-Cursor\` as \`after\`: it neither skips nor repeats a row.

## Retries
Send the same \`Idempotency-Key\` when you repeat a write: the first response is repeated for 24 hours. After 429 and 503, wait for the seconds in \`Retry-After\`.

## Rate limits
Each token has its own limit per minute: \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`.

## Webhooks
Notifications are signed as [Standard Webhooks](https://www.standardwebhooks.com) are. Its libraries verify them, or your program does:

1. Join the header \`webhook-id\`, the header \`webhook-timestamp\` and the raw body with dots.
2. Decode the secret after \`whsec_\` from Base64: this is the key.
3. Compute the HMAC-SHA256 of the text, in Base64.
4. Compare it in constant time with each signature in the header \`webhook-signature\`, after \`v1,\`. One must match.
5. Refuse a timestamp older than five minutes, and ignore an id that you have processed.

## Versions
The version is in the path. A newer version may add values to every enumeration in responses and webhooks, and keys to every object. Treat unknown values as "other", and ignore unknown keys. Deprecated parts say so here and in the headers \`Deprecation\` and \`Sunset\`.`;
