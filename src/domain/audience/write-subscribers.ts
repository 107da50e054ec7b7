import { join, run, runOnce, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { type Columns, recordset } from '../../database/recordset.ts';
import { FEW } from '../../database/rows-to-insert.ts';
import type { Scope } from '../../scope.ts';
import { keepingChanges } from './note-changes.ts';
import { noteNewSubscribers } from './note-subscribers.ts';
import type { Change } from './subscribe-plan.ts';
import { slugOf } from './tags.ts';
import { unitedTags } from './united-tags.ts';
import { type AttributesWriter, prepareAttributes } from './written-attributes.ts';

/** A subscriber in the database, and whether this write inserted it. */
export interface Written {
  id: string;
  isNew: boolean;
}

/**
 * Writes changes to a list as sets: one statement for new subscribers and one for existing ones. The people are already
 * locked. Returns the subscribers by person key.
 */
export async function writeSubscribers(
  scope: Scope,
  listId: string,
  changes: Change[],
  tagIds: ReadonlyMap<string, number>,
): Promise<Map<string, Written>> {
  const rows = changes.map((change) => toRow(change, tagIds));
  // In id order, in which the changes began: three indexes grow at their end.
  const added = rows.filter((_, index) => changes[index]?.isNew);
  const known = rows.filter((_, index) => !changes[index]?.isNew);
  const written = new Map<string, Written>(changes.map(({ personKey, id }) => [personKey, { id, isNew: false }]));
  const keys = rows.map(({ key }) => key);
  const theirs = sql`s.list_id = ${listId}::uuid and s.person_key = any(${keys}::uuid[])`;
  const attributes = await prepareAttributes(scope);
  await keepingChanges(scope, theirs, async () => {
    if (added.length > 0) {
      for (const { id, key } of added) written.set(key, { id, isNew: true });
      for (const { id, key } of await insertSubscribers(scope, listId, added, attributes))
        written.set(key, { id, isNew: false });
    }
    if (known.length > 0) await updateSubscribers(scope, known, attributes);
  });
  const fresh = added.filter(({ key }) => written.get(key)?.isNew);
  await noteNewSubscribers(
    scope,
    fresh.map(({ id, key }) => ({ id, person: key })),
  );
  return written;
}

interface Row {
  id: string;
  key: string;
  email: string;
  status: string;
  joins: boolean;
  subscribed_at: string | null;
  unsubscribed_at: string | null;
  consent: string | null;
  fields: Record<string, string | null>;
  tags: number[];
  attributes: object;
  removed: string[];
}

function toRow(change: Change, tagIds: ReadonlyMap<string, number>): Row {
  const { fields } = change;
  return {
    id: change.id,
    key: change.personKey,
    email: change.email,
    status: change.status,
    joins: change.joins && change.status === 'subscribed',
    subscribed_at: change.subscribedAt,
    unsubscribed_at: change.unsubscribedAt,
    consent: change.consent,
    fields: {
      ...(fields.firstName !== undefined && { first_name: fields.firstName }),
      ...(fields.lastName !== undefined && { last_name: fields.lastName }),
      ...(fields.timezone !== undefined && { timezone: fields.timezone }),
      ...(fields.locale !== undefined && { locale: fields.locale }),
    },
    tags: [...new Set(change.tags.map((name) => tagIds.get(slugOf(name)) ?? 0))].sort((a, b) => a - b),
    attributes: change.attributes,
    removed: [...change.removed],
  };
}

const given = (rows: Row[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
  id uuid, key uuid, email text, status "SubscriberStatus", joins boolean, subscribed_at timestamptz,
  unsubscribed_at timestamptz, consent text, fields jsonb, tags int[], attributes jsonb, removed text[])`;

/**
 * If a concurrent request has added the same address, the rows are merged and the other one's status stays. Returns the
 * subscribers that already existed.
 */
async function insertSubscribers(
  scope: Scope,
  listId: string,
  rows: Row[],
  attributes: AttributesWriter,
): Promise<{ id: string; key: string }[]> {
  const isFew = isDistributed(scope.db) && rows.length <= FEW;
  const inserted = isFew ? await insertValues(scope, listId, rows, attributes) : new Set<string>();
  const left = rows.filter(({ key }) => !inserted.has(key));
  return left.length === 0 ? [] : upsertSubscribers(scope, listId, left, attributes);
}

const INSERTED = sql`team_id, id, list_id, person_key, email, status, subscribed_at, unsubscribed_at, consent,
                     tag_ids, attributes, removals, first_name, last_name, timezone, locale`;

/**
 * New subscribers, as values: selects and merges would go through a distributed database's coordinator and commit in two
 * phases. Returns the keys of the inserted ones.
 */
async function insertValues(
  scope: Scope,
  listId: string,
  rows: Row[],
  attributes: AttributesWriter,
): Promise<Set<string>> {
  const values = rows.map(toColumns).map(
    (row) => sql`(${scope.team.id}::int, ${row.id}::uuid, ${listId}::uuid, ${row.key}::uuid, ${row.email}::text,
         ${row.status}::text::"SubscriberStatus",
         ${row.subscribed_at ?? (row.joins ? sql`now()` : null)}::timestamptz,
         ${row.status === 'unsubscribed' ? (row.unsubscribed_at ?? sql`now()`) : null}::timestamptz, ${row.consent}::text,
         ${row.tags}::int[], ${JSON.stringify(row.attributes)}::jsonb, ${attributes.removalNumbers},
         ${row.first_name}::text, ${row.last_name}::text, ${row.timezone}::text, ${row.locale}::text)`,
  );
  const inserted = await runOnce<{ key: string }>(
    scope.db,
    sql`insert into subscribers (${INSERTED}) values ${join(values)}
        on conflict (team_id, list_id, person_key) do nothing returning person_key as key`,
  );
  return new Set(inserted.map(({ key }) => key));
}

const upsertSubscribers = (scope: Scope, listId: string, rows: Row[], attributes: AttributesWriter) =>
  run<{ id: string; key: string }>(
    scope.db,
    sql`with written as (
        insert into subscribers as s (${INSERTED})
        select ${scope.team.id}, id, ${listId}::uuid, key, email, status::"SubscriberStatus",
               coalesce(subscribed_at, case when joins = 1 then now() end),
               case when status = 'unsubscribed' then coalesce(unsubscribed_at, now()) end, consent,
               tags::int[], attributes, ${attributes.removalNumbers}, first_name, last_name, timezone, locale
        from ${recordset('given', rows.map(toColumns), COLUMNS)}
        on conflict (team_id, list_id, person_key) do update set
          tag_ids = ${unitedTags(sql`s.tag_ids`, sql`excluded.tag_ids`)},
          attributes = (${attributes.withoutRemoved(sql`s.attributes`)}) || excluded.attributes,
          ${attributes.afterRemovals},
          first_name = coalesce(excluded.first_name, s.first_name),
          last_name = coalesce(excluded.last_name, s.last_name),
          timezone = coalesce(excluded.timezone, s.timezone),
          locale = coalesce(excluded.locale, s.locale),
          updated_at = excluded.updated_at
        returning id, person_key as key, xmax = 0 as is_new)
        select id, key from written where not is_new`,
  );

/** The row as plain columns: PostgreSQL reads them faster than JSON. */
const toColumns = ({ id, key, email, status, joins, consent, fields, tags, attributes, ...at }: Row) => ({
  id,
  key,
  email,
  status,
  joins: joins ? 1 : 0,
  subscribed_at: at.subscribed_at === null ? null : new Date(at.subscribed_at),
  unsubscribed_at: at.unsubscribed_at === null ? null : new Date(at.unsubscribed_at),
  consent,
  tags: `{${tags}}`,
  attributes,
  first_name: fields.first_name ?? null,
  last_name: fields.last_name ?? null,
  timezone: fields.timezone ?? null,
  locale: fields.locale ?? null,
});

const COLUMNS: Columns<ReturnType<typeof toColumns>> = {
  ...({ id: 'uuid', key: 'uuid', email: 'text', status: 'text', joins: 'bigint', tags: 'text' } as const),
  ...({ subscribed_at: 'timestamptz', unsubscribed_at: 'timestamptz', consent: 'text' } as const),
  ...({ attributes: 'jsonb', first_name: 'text', last_name: 'text', timezone: 'text', locale: 'text' } as const),
};

const updateSubscribers = (scope: Scope, rows: Row[], attributes: AttributesWriter) =>
  run(
    scope.db,
    sql`update subscribers s set
          status = given.status,
          subscribed_at = case when joins then coalesce(given.subscribed_at, clock.now) else s.subscribed_at end,
          unsubscribed_at = case when joins then null when given.status <> 'unsubscribed' then s.unsubscribed_at
            when s.status = 'unsubscribed' then coalesce(s.unsubscribed_at, given.unsubscribed_at, clock.now)
            else coalesce(given.unsubscribed_at, clock.now) end,
          consent = coalesce(given.consent, s.consent),
          first_name = case when fields ? 'first_name' then fields->>'first_name' else s.first_name end,
          last_name = case when fields ? 'last_name' then fields->>'last_name' else s.last_name end,
          timezone = case when fields ? 'timezone' then fields->>'timezone' else s.timezone end,
          locale = case when fields ? 'locale' then fields->>'locale' else s.locale end,
          tag_ids = ${unitedTags(sql`s.tag_ids`, sql`given.tags`)},
          attributes = ((${attributes.withoutRemoved(sql`s.attributes`)}) || given.attributes) - given.removed,
          ${attributes.afterRemovals},
          updated_at = clock.now
        from ${given(rows)} cross join (select now() as now) clock
        where s.team_id = ${scope.team.id} and s.id = given.id`,
  );
