import { keyPurpose } from '../domain/sending/dkim-key.ts';
import { secretPurpose } from '../domain/sending/feedback-secrets.ts';
import { gmailPurpose } from '../domain/sending/gmail/secrets.ts';
import { oauth2Purpose } from '../domain/transports/oauth2.ts';
import { passwordPurpose } from '../domain/transports/transport-host.ts';
import { stepSecretPurpose } from '../domain/webhooks/step-secrets.ts';
import { webhookPurpose } from '../domain/webhooks/webhook-secrets.ts';

/** A column with secrets, encrypted with the installation's secret. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The column of its key besides `team_id`. Absent: one row per team. */
  id?: 'id';
  purpose(teamId: number, id: string): string;
}

/** All of these columns. A test compares them with the schema. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'transports', column: 'password', id: 'id', purpose: passwordPurpose },
  {
    table: 'transports',
    column: 'oauth2_secrets',
    id: 'id',
    purpose: (teamId, id) => oauth2Purpose({ teamId, id }),
  },
  { table: 'sending_domains', column: 'private_key', id: 'id', purpose: keyPurpose },
  { table: 'sending_domains', column: 'next_private_key', id: 'id', purpose: keyPurpose },
  { table: 'feedback_sources', column: 'secret', id: 'id', purpose: secretPurpose },
  { table: 'gmail_connections', column: 'secrets', purpose: gmailPurpose },
  { table: 'webhooks', column: 'secret', id: 'id', purpose: (teamId, id) => webhookPurpose({ teamId, id }) },
  { table: 'webhooks', column: 'old', id: 'id', purpose: (teamId, id) => webhookPurpose({ teamId, id }) },
  { table: 'webhook_secrets', column: 'secret', purpose: stepSecretPurpose },
  { table: 'webhook_secrets', column: 'old', purpose: stepSecretPurpose },
];
