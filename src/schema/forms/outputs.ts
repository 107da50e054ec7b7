import type { z } from 'zod';
import { tokenInput } from '../../domain/platform/tokens.ts';
import { webhookInput } from '../../domain/webhooks/webhook-input.ts';

/** The rules of values that are stored as they were sent, by type and field. */
export const OUTPUT_RULES: Readonly<Record<string, z.ZodType>> = {
  'ApiToken.scopes': tokenInput.shape.scopes,
  'Webhook.kinds': webhookInput.shape.kinds,
};
