import { kindOf, type Thing } from './kinds.ts';

const ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';
const LIST = '01a1fe1c-0000-718b-9e41-478b8cb0f001';
const AT = '2026-01-31T12:00:00.000Z';
const REFUSED = '550 5.1.1 No such user';

/** An example of each thing, as REST shows it. */
const THINGS: Readonly<Record<Thing, object>> = {
  subscriber: {
    id: ID,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Albrecht',
    timezone: 'Europe/Berlin',
    locale: 'en',
    status: 'subscribed',
    tags: ['vip'],
    attributes: { city: 'Porto' },
    list: LIST,
    subscribed_at: AT,
    unsubscribed_at: null,
    created_at: AT,
    updated_at: AT,
  },
  mail: {
    id: ID,
    template: 'Thanks',
    subject: 'Thank you, Ada',
    from: 'hello@shop.example',
    to: ['ada@example.com'],
    cc: [],
    bcc: [],
    status: 'sent',
    failure_reason: null,
    opens: 1,
    clicks: 0,
    sent_at: AT,
    created_at: AT,
  },
  message: {
    id: ID,
    campaign: ID,
    automation: null,
    automation_step: null,
    email: 'ada@example.com',
    state: 'sent',
    reason: null,
    failures: 0,
    sent_at: AT,
    due_at: null,
  },
  campaign: { id: ID, name: 'Spring sale', list: LIST, status: 'sent' },
  event: {
    id: ID,
    email: 'ada@example.com',
    name: 'order',
    properties: { items: ['boots'] },
    value: 1250,
    currency: 'EUR',
    occurred_at: AT,
    reference: 'order-1001',
    created_at: AT,
  },
  conversion: {
    id: ID,
    status: 'recorded',
    value: 1250,
    currency: 'EUR',
    occurred_at: AT,
    reference: 'order-1001',
    attribution: { kind: 'campaign', id: ID, touched_at: AT, touch: 'click' },
  },
  import: {
    id: ID,
    status: 'completed',
    file_name: 'customers.csv',
    processed: 1000,
    added: 990,
    updated: 8,
    failed: 2,
    errors: [],
    created_at: AT,
    finished_at: AT,
    url: `https://mail.shop.example/api/v1/imports/${ID}`,
  },
  run: {
    id: ID,
    automation: ID,
    version: 1,
    email: 'ada@example.com',
    state: 'completed',
    exit_reason: null,
    step: null,
    entered_at: null,
    wait_until: null,
    event: null,
    failing_since: null,
    last_error: null,
    started_at: AT,
    ended_at: AT,
    steps: [],
  },
  transport: {
    id: ID,
    name: 'Postmark',
    host: 'smtp.postmarkapp.com',
    port: 587,
  },
  sending_domain: { id: ID, domain: 'shop.example', verified_at: null, checked_at: AT, created_at: AT },
  suppression: { id: ID, email: 'ada@example.com', domain: null, reason: 'hard_bounce', created_at: AT },
  segment: {
    id: ID,
    name: 'Loyal customers',
    list: LIST,
    subscribers_count: 120,
    created_at: AT,
    updated_at: AT,
    conditions: { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] },
  },
};

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
  'campaign.scheduled': { status: 'scheduled' },
  'campaign.paused': { status: 'paused', pause_reason: 'More than 5 % of the messages bounced.' },
  'campaign.failed': { status: 'failed', failure_reason: 'The template no longer exists.' },
  'campaign.cancelled': { status: 'cancelled' },
  'import.failed': { status: 'failed' },
  'automation.entered': { state: 'active', step: 'welcome', entered_at: AT, ended_at: null },
  'automation.exited': { state: 'exited', exit_reason: 'goal' },
  'automation.failed': { state: 'failed', last_error: 'The template no longer exists.' },
};

/** What a kind says, where it is not the usual. */
const SAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'transport.paused': { reason: '421 4.7.0 Too many connections' },
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
