import type { ReasonCount } from '../domain/audience/leaving-reasons.ts';
import { LEAVING_REASONS } from '../domain/ledger/leaving-reasons.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

export const UnsubscribeReason = wireEnum(
  'UnsubscribeReason',
  'Why a person left: one of a few, as they said on the page.',
  LEAVING_REASONS,
);

export const UnsubscribeReasonCount = builder.objectRef<ReasonCount>('UnsubscribeReasonCount').implement({
  description: 'How many of those who left said one reason.',
  fields: (t) => ({
    reason: t.expose('reason', { type: UnsubscribeReason }),
    count: t.exposeInt('count'),
  }),
});
