import type { JsonSchema } from './json-schema.ts';

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of each notification (Standard Webhooks), as components. */
export const WEBHOOK_HEADERS: Record<string, JsonSchema> = {
  WebhookIdHeader: header(
    'webhook-id',
    'The id of the delivery, the same for each attempt. Ignore an id that you have processed.',
    { type: 'string', examples: ['01a1fe1c-74fd-718b-9e41-478b8cb0f072'] },
  ),
  WebhookTimestampHeader: header(
    'webhook-timestamp',
    'The time of this attempt, in seconds since 1970. Refuse attempts older than five minutes.',
    { type: 'string', pattern: '^\\d+$', examples: ['1769860800'] },
  ),
  WebhookSignatureHeader: header(
    'webhook-signature',
    'Signatures of the id, timestamp and body, separated by spaces: `v1,` and an HMAC-SHA256 in Base64. One of them must match. The introduction says how to verify it.',
    { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  ),
};
