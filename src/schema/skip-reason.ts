import { WITHHELD_REASONS } from '../domain/ledger/withheld-reasons.ts';
import { wireEnum } from './enums.ts';

export const SkipReason = wireEnum('SkipReason', 'Why a message was skipped. More may be added.', WITHHELD_REASONS, {
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
});
