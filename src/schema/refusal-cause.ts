import { CAUSES } from '../domain/refusals/refusal.ts';
import { wireEnum } from './enums.ts';

const MEANINGS = {
  user_unknown: 'The mailbox does not exist.',
  host_unknown: 'The domain does not exist.',
  moved: 'The mailbox has moved.',
  not_accepting: 'The domain does not accept mail.',
  suspended: 'The mailbox is disabled.',
  filtered: 'The recipient or a filter rejected the message.',
  policy: "The server's sender policy.",
  authentication: 'SPF, DKIM or DMARC failed.',
  blocked: 'Our address or domain is blocklisted or has a bad reputation.',
  rate: 'We sent too much in too short a time.',
  expired: 'All attempts failed until the message expired.',
  relaying: 'The server took the message for an attempt to relay mail.',
  unknown: 'The reason fits no other cause.',
} as const;

export const RefusalCause = wireEnum('RefusalCause', 'Why a mail server refused a message.', CAUSES, MEANINGS, {
  unknown: 'UNCLASSIFIED',
});
