import { AT, IDS, REFUSED, THINGS } from './example-things.ts';
import { kindOf } from './kinds.ts';

const TOO_MANY = '421 4.7.0 Too many connections';

const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  url: 'https://shop.example/boots',
  verdict: 'human',
  email: 'ada@example.com',
  bounce: 'hard',
  reason: REFUSED,
};

const NOT_SENT = { status: 'failed', failure_reason: REFUSED, sent_at: null, opens: 0, clicks: 0 };

/** How a kind leaves its thing. */
const AFTER: Readonly<Record<string, object>> = {
  'subscriber.unsubscribed': { status: 'unsubscribed', unsubscribed_at: AT },
  'subscriber.bounced': { status: 'bounced' },
  'subscriber.complained': { status: 'complained' },
  'mail.sent': { opens: 0 },
  'mail.failed': NOT_SENT,
  'mail.clicked': { clicks: 1 },
  'mail.bounced': { opens: 0 },
  'campaign.scheduled': {
    status: 'scheduled',
    scheduled_at: '2026-02-01T08:00:00.000Z',
    recipients_count: 0,
    sent_count: 0,
    started_at: null,
    ended_at: null,
  },
  'campaign.paused': {
    status: 'paused',
    pause_reason: 'More than 5 % of the messages bounced.',
    sent_count: 600,
    ended_at: null,
  },
  'campaign.failed': {
    status: 'failed',
    failure_reason: 'The template no longer exists.',
    recipients_count: 0,
    sent_count: 0,
    started_at: null,
  },
  'campaign.cancelled': { status: 'cancelled' },
  'import.completed': {
    errors: [{ row: 7, email: 'ada@example', message: 'The email field must be a valid email address.' }],
  },
  'import.failed': {
    status: 'failed',
    processed: 0,
    added: 0,
    updated: 0,
    failed: 0,
    errors: [{ row: null, email: null, message: 'The file has no column with e-mail addresses.' }],
  },
  'transport.paused': {
    sending_pauses: [
      {
        id: IDS.pause,
        transport: IDS.transport,
        domain: null,
        reason: TOO_MANY,
        failures: 3,
        bulk_only: false,
        paused_until: '2026-01-31T12:01:00.000Z',
        failing_since: AT,
      },
    ],
  },
  'automation.entered': { state: 'active', step: 'welcome', entered_at: AT, ended_at: null },
  'automation.exited': { state: 'exited', exit_reason: 'goal' },
  'automation.failed': { state: 'failed', last_error: 'The template no longer exists.' },
};

/** What a kind says, where it is not the usual. */
const SAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mail.complained': { reason: 'abuse' },
  'transport.paused': { reason: TOO_MANY },
  'sending_domain.failed': { reason: 'The DKIM record is missing.' },
};

/** An example notification of a kind. Long things are shortened, and a deleted one has its id only. */
export function exampleOf(kind: string): object {
  const { shows = [], says = [] } = kindOf(kind) ?? {};
  // A mail is a transactional one or the message of a campaign, so the second is null.
  const things = shows.map(({ thing }, index) => [
    thing,
    thing === 'message' ? null : { ...THINGS[thing], ...(index === 0 && AFTER[kind]) },
  ]);
  const values = { ...EXAMPLE_VALUES, ...SAYS[kind] };
  const data = Object.fromEntries([...things, ...says.map((name) => [name, values[name]])]);
  if (kind.endsWith('.deleted')) return { type: kind, timestamp: AT, sequence: 4711, data: onlyIds(data) };
  return { type: kind, timestamp: AT, sequence: 4711, data };
}

const onlyIds = (data: Record<string, { id?: string }>): object =>
  Object.fromEntries(Object.entries(data).map(([name, { id }]) => [name, { id }]));
