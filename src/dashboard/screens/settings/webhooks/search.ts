import type { WebhookDeliveryStatus } from '../../../../generated/dashboard/webhooks.ts';
import { readChoice, readTexts } from '../../../shell/read-search.ts';
import type { PageSearch } from '../../../tables/pages.tsx';

export const STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const satisfies readonly WebhookDeliveryStatus[];

/** The address of a webhook: the filters of its deliveries. */
export interface DeliverySearch extends PageSearch {
  kind?: string | undefined;
  status?: WebhookDeliveryStatus | undefined;
}

export const readDeliverySearch = (given: Record<string, unknown>): DeliverySearch => ({
  ...readTexts(given, ['after', 'before', 'kind']),
  status: readChoice(given.status, STATUSES),
});
