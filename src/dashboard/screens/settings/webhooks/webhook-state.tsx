import type { WebhookRowFragment } from '../../../../generated/dashboard/webhooks.ts';
import { Mark } from '../../../tables/mark.tsx';
import { useWebhooksText } from './texts.ts';

/** Whether a webhook is active, or why not. */
export function WebhookState({ webhook: { enabled, disabledReason, failingSince } }: { webhook: WebhookRowFragment }) {
  const t = useWebhooksText();
  const [color, text] = !enabled
    ? (['gray', t(disabledReason ?? 'disabled')] as const)
    : failingSince
      ? (['orange', t('failing')] as const)
      : (['green', t('enabled')] as const);
  return <Mark color={color}>{text}</Mark>;
}
