import { BACKLOG_KINDS } from '../domain/ledger/team-queue.ts';
import { openEnum } from './enums.ts';

export const MessageKind = openEnum('MessageKind', 'The kind of a message.', BACKLOG_KINDS, {
  campaign: 'A message of a campaign, or an automation e-mail to a list.',
  data_request: 'A link for people to get or erase their data.',
});
