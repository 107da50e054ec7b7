import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { SubscriberWrite } from './change-subscribers.ts';
import type { Change } from './subscribe-plan.ts';
import { slugOf } from './tags.ts';

/** Of the writes to a list. */
interface Options {
  /** The ids of the changes' tags, by slug. */
  tagIds: ReadonlyMap<string, number>;
  /** The keys of people who are new, and were never active. */
  missing: ReadonlySet<string>;
  importId: string | undefined;
}

/**
 * Writes changes to a list: adds new subscribers and changes the others (`subscribe_people`). The people and the existing
 * subscribers are already locked. One statement, however many.
 */
export async function writeSubscribers(
  { db, team }: Scope,
  listId: string,
  changes: readonly Change[],
  { tagIds, missing, importId }: Options,
): Promise<void> {
  if (changes.length === 0) return;
  const added = changes.filter(({ isNew }) => isNew).map((change) => newRow(listId, change, tagIds, missing));
  const changed = changes.filter(({ isNew }) => !isNew).map((change) => changeOf(change, tagIds));
  await run(
    db,
    sql`select * from subscribe_people(${team.id}::int, ${importId ?? null}::uuid,
          ${JSON.stringify(added)}::jsonb, ${JSON.stringify(changed)}::jsonb)`,
  );
}

/** A new subscriber, as `add_subscribers` reads it. */
const newRow = (listId: string, change: Change, tagIds: Options['tagIds'], missing: Options['missing']) => ({
  ...partsOf(change, tagIds),
  ...fieldsOf(change),
  list: listId,
  person: change.personKey,
  is_known: !missing.has(change.personKey),
  email: change.email,
  attributes: change.attributes,
});

const changeOf = (change: Change, tagIds: Options['tagIds']): SubscriberWrite => ({
  ...partsOf(change, tagIds),
  fields: fieldsOf(change),
  attributes: change.attributes,
  without: [...change.removed],
});

/** Absent parts are left out of the JSON, which PostgreSQL then reads sooner. */
const partsOf = (change: Change, tagIds: Options['tagIds']) => ({
  id: change.id,
  status: change.status,
  joins: change.joins && change.status === 'subscribed',
  subscribed_at: change.subscribedAt ?? undefined,
  unsubscribed_at: change.unsubscribedAt ?? undefined,
  consent: change.consent ?? undefined,
  added: [...new Set(change.tags.map((name) => tagIds.get(slugOf(name)) ?? 0))].sort((a, b) => a - b),
});

const fieldsOf = ({ fields }: Change) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  timezone: fields.timezone,
  locale: fields.locale,
});
