import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  RedeliverWebhookDeliveryDocument,
  RedeliverWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDeliveriesDocument,
  WebhookDeliveryDocument,
  WebhookDocument,
  WebhookKindsDocument,
  WebhooksDocument,
} from '../../generated/documents.ts';
import { changedWithSecrets, createdWithSecrets, gone, one, page, pageOf, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

const NEW_WEBHOOK = {
  url: 'https://shop.example/hooks/tidings',
  kinds: ['subscriber.unsubscribed', 'mail.bounced', 'event.recorded'],
  filter: { event_names: ['order'] },
  description: 'Our shop',
};

export const webhooks = [
  route('GET /webhooks', WebhooksDocument, page),
  route('POST /webhooks', CreateWebhookDocument, createdWithSecrets, { example: NEW_WEBHOOK }),
  route('GET /webhooks/:webhook', WebhookDocument, one),
  route('PATCH /webhooks/:webhook', UpdateWebhookDocument, one, { example: { kinds: ['*'], enabled: true } }),
  route('DELETE /webhooks/:webhook', DeleteWebhookDocument, gone),
  route('POST /webhooks/:webhook/test', TestWebhookDocument, one),
  route('POST /webhooks/:webhook/rotate-secret', RotateWebhookSecretDocument, changedWithSecrets),
  route('GET /webhooks/:webhook/deliveries', WebhookDeliveriesDocument, pageOf('deliveries')),
  route('POST /webhooks/:webhook/redeliver', RedeliverWebhookDocument, unlessConflict(one), {
    example: { since: '2026-01-31T12:00:00Z', until: '2026-01-31T18:00:00Z', status: 'failed' },
  }),
  route('GET /webhook-deliveries/:delivery', WebhookDeliveryDocument, one),
  route('POST /webhook-deliveries/:delivery/redeliver', RedeliverWebhookDeliveryDocument, unlessConflict(one)),
  route('GET /webhook-kinds', WebhookKindsDocument, one),
];
