import type { ReasonCount } from '../domain/audience/leaving-reasons.ts';
import { LEAVING_REASONS } from '../domain/ledger/leaving-reasons.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

export const UnsubscribeReason = wireEnum(
  'UnsubscribeReason',
  "A person's reason for unsubscribing, chosen on the unsubscribe page.",
  LEAVING_REASONS,
);

export const UnsubscribeReasonCount = builder.objectRef<ReasonCount>('UnsubscribeReasonCount').implement({
  description: 'The number of people who gave one reason for unsubscribing.',
  fields: (t) => ({
    reason: t.expose('reason', { type: UnsubscribeReason }),
    count: t.exposeInt('count'),
  }),
});
