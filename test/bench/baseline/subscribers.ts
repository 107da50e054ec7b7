/** The floor for one person per request: bare Node, hand-coded validation, one prepared upsert by pg for each. */
import pg from 'pg';
import { newId, personKey } from '../../../src/ids.ts';
import { type Answered, EMAIL, serveJson } from './serve-json.ts';

const TEAM = 1;

const SHOWN = `id, email, first_name, last_name, timezone, locale, status, attributes, list_id as list,
  subscribed_at, unsubscribed_at, created_at,
  array(select name from tags t where t.team_id = ${TEAM} and t.id = any(s.tag_ids) order by name) as tags`;

const SUBSCRIBE = `
  with inserted as (
    insert into people (team_id, key, email) values (${TEAM}, $2, $3) on conflict do nothing
  )
  insert into subscribers as s (team_id, id, list_id, person_key, email, status, subscribed_at, first_name, last_name,
                                attributes, tag_ids)
  values (${TEAM}, $1, $4, $2, $3, 'subscribed', now(), $5, $6, $7,
          array(select id from tags where team_id = ${TEAM} and slug = any($8::text[])))
  on conflict (team_id, list_id, person_key) do update set first_name = excluded.first_name,
    last_name = excluded.last_name, attributes = s.attributes || excluded.attributes, updated_at = now()
  returning ${SHOWN}`;

const UPDATE = `
  update subscribers s set first_name = coalesce($2, first_name), attributes = attributes || $3, updated_at = now()
  where team_id = ${TEAM} and id = $1
  returning ${SHOWN}`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

interface Person {
  email: string;
  first_name?: string;
  last_name?: string;
  tags?: string[];
  attributes?: Record<string, string>;
}

const isName = (value: unknown): boolean => value == null || (typeof value === 'string' && value.length <= 255);
const isTexts = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && Object.values(values).every((value) => typeof value === 'string');

/** The problems by field; undefined without any. */
function problemsOf({ first_name, last_name, tags = [], attributes = {} }: Person): object | undefined {
  const problems: Record<string, string> = {};
  if (!isName(first_name)) problems.first_name = 'invalid';
  if (!isName(last_name)) problems.last_name = 'invalid';
  if (!Array.isArray(tags) || !isTexts(tags)) problems.tags = 'invalid';
  if (!isTexts(attributes)) problems.attributes = 'invalid';
  for (const _ in problems) return problems;
  return undefined;
}

async function subscribe(list: string, person: Person): Promise<Answered> {
  const email = String(person.email).toLowerCase();
  const errors = EMAIL.test(email) ? problemsOf(person) : { email: 'invalid' };
  if (errors) return { status: 422, body: { errors } };
  const { first_name = null, last_name = null, attributes = {}, tags = [] } = person;
  const slugs = tags.map((tag) => tag.toLowerCase());
  const values = [newId(), personKey(TEAM, email), email, list, first_name, last_name, attributes, slugs];
  const { rows } = await pool.query({ name: 'subscribe', text: SUBSCRIBE, values });
  return { status: 201, body: { data: rows[0] } };
}

async function update(id: string, person: Person): Promise<Answered> {
  const errors = problemsOf(person);
  if (errors) return { status: 422, body: { errors } };
  const values = [id, person.first_name ?? null, person.attributes ?? {}];
  const { rows } = await pool.query({ name: 'update', text: UPDATE, values });
  return rows[0] ? { status: 200, body: { data: rows[0] } } : { status: 404, body: { message: 'Not found.' } };
}

serveJson(({ method, url }, text) => {
  const [, , , id] = url!.split('/') as [string, string, string, string];
  const person = JSON.parse(text) as Person;
  return method === 'POST' ? subscribe(id, person) : update(id, person);
});
