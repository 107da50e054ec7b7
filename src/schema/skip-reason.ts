import type { WithheldReason } from '../domain/ledger/withheld-reasons.ts';
import { growingEnum } from './enums.ts';

const MEANINGS: Readonly<Record<WithheldReason, string>> = {
  unsubscribed: 'The person unsubscribed.',
  suppressed: 'The address or its domain is suppressed.',
  left_list: 'The person is no longer on the list.',
  bounced: 'The address bounced.',
  complained: 'The person marked an e-mail as spam.',
  unconfirmed: 'The person has not confirmed the subscription.',
  cancelled: 'The campaign was cancelled.',
  frequency: "The person reached the team's frequency cap.",
  own_frequency: 'The person reached the frequency cap they chose.',
  paused: 'The person paused all campaigns.',
  other: 'Another reason, from before reasons were recorded.',
};

export const SkipReason = growingEnum(
  'SkipReason',
  'Why a message was skipped. More may be added.',
  new Map(Object.entries(MEANINGS)),
);
