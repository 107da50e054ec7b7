import { ALL_KINDS, WEBHOOK_KINDS } from '../domain/webhooks/kinds.ts';
import { growingEnum } from './enums.ts';

const KINDS = new Map(WEBHOOK_KINDS.map(({ kind, description }) => [kind, description]));

/** The kind of a change, a notification or a delivery. */
export const ChangeKind = growingEnum(
  'ChangeKind',
  'What happened. REST and notifications write CAMPAIGN_SENT as campaign.sent.',
  KINDS,
  { isInput: true },
);

/** The kinds that a webhook gets. */
export const SelectedKind = growingEnum(
  'ChangeKindOrAll',
  'A kind of change, or all kinds.',
  new Map([[ALL_KINDS, 'All kinds, including future ones.'], ...KINDS]),
  { isInput: true },
);
