/** The floor for single events over HTTP: bare Node, hand-coded validation, one prepared statement by pg for each. */
import pg from 'pg';
import { newId, personKey } from '../../../src/ids.ts';
import { type Answered, EMAIL, serveJson } from './serve-json.ts';

const TEAM = 1;
const DAY_MS = 86_400_000;

const NAME = /^[A-Za-z0-9 _.:-]{1,100}$/;
const CURRENCY = /^[A-Za-z]{3}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const INSERT = `
  with inserted as (
    insert into people (team_id, key, email) values (${TEAM}, $2, $3) on conflict do nothing
  ), referenced as (
    insert into event_references (team_id, reference) select ${TEAM}, $9::text where $9::text is not null
    on conflict do nothing returning reference
  )
  insert into events (team_id, id, person_key, name, properties, value, currency, occurred_at, reference)
  select ${TEAM}, $1::uuid, $2::uuid, $4, $5::jsonb, $6::bigint, $7, $8::timestamptz, $9::text
  where $9::text is null or exists (select from referenced)`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

interface Event {
  email: string;
  name: string;
  properties?: object | null;
  value?: number | null;
  currency?: string | null;
  occurred_at?: string | null;
  reference?: string | null;
}

/** The problems by field; undefined without any. */
function problemsOf(event: Record<keyof Event, unknown>): Record<string, string> | undefined {
  const { email, name, properties, value, currency, occurred_at: at, reference } = event;
  const problems: Record<string, string> = {};
  if (typeof email !== 'string' || email.length > 254 || !EMAIL.test(email.toLowerCase())) problems.email = 'invalid';
  if (typeof name !== 'string' || !NAME.test(name)) problems.name = 'invalid';
  if (properties != null && (typeof properties !== 'object' || Array.isArray(properties))) {
    problems.properties = 'must be an object';
  }
  if (value != null && !(Number.isSafeInteger(value) && (value as number) >= 0)) problems.value = 'invalid';
  if (currency != null && !(typeof currency === 'string' && CURRENCY.test(currency))) problems.currency = 'invalid';
  if ((value == null) !== (currency == null)) problems.value = 'value and currency come together';
  if (at != null) {
    const time = typeof at === 'string' && MOMENT.test(at) ? Date.parse(at) : Number.NaN;
    if (!(time <= Date.now() + DAY_MS)) problems.occurred_at = 'invalid';
  }
  if (reference != null && (typeof reference !== 'string' || reference.length > 255)) problems.reference = 'invalid';
  for (const _ in problems) return problems;
  return undefined;
}

async function recordEvent(text: string): Promise<Answered> {
  const event = JSON.parse(text) as Event;
  const errors = problemsOf(event as unknown as Record<keyof Event, unknown>);
  if (errors) return { status: 422, body: { errors } };
  const id = newId();
  const email = event.email.toLowerCase();
  const { rowCount } = await pool.query({
    name: 'insert',
    text: INSERT,
    values: [
      id,
      personKey(TEAM, email),
      email,
      event.name,
      event.properties ? JSON.stringify(event.properties) : null,
      event.value ?? null,
      event.currency?.toUpperCase() ?? null,
      event.occurred_at ?? new Date().toISOString(),
      event.reference ?? null,
    ],
  });
  return rowCount
    ? { status: 201, body: { data: { index: 0, status: 'recorded', id } } }
    : { status: 200, body: { data: { index: 0, status: 'duplicate' } } };
}

serveJson((_, text) => recordEvent(text));
