import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { JsonObject } from '../../validation/json.ts';
import { validate } from '../../validation/validate.ts';
import { idOf } from '../found.ts';
import { LINGER_MS, shareCalls } from '../share-calls.ts';
import { declareTextFields, type LockedFields, lockFields, readAttributes, TOO_MANY } from './attributes.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { lockSubscribersById } from './lock-subscriber.ts';
import { keepingChanges } from './note-changes.ts';
import { subscriberColumns } from './subscriber-columns.ts';
import { type SubscriberChange, subscriberChange } from './subscriber-row.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';
import { ensureTags, slugOf } from './tags.ts';
import { prepareAttributes } from './written-attributes.ts';

interface Update {
  id: string;
  change: SubscriberChange;
}

/**
 * Changes the given fields; null clears a field. Tags are replaced. Attributes are merged; null removes one. Simultaneous
 * calls of a team share a transaction. Throws NotFoundError, ValidationError.
 */
export async function updateSubscriber(scope: Scope, id: unknown, input: unknown): Promise<Subscriber> {
  const read = validate(subscriberChange, input);
  if ('value' in read) return shareSet(scope, { id: idOf(id), change: read.value });
  await readSubscriber(scope, id);
  throw new ValidationError(read.issues);
}

/** A subscriber is in a set only once: a second call sees the result of the first. */
const shareSet = shareCalls<Update, Subscriber>(updateSet, { keyOf: ({ id }) => id, lingerMs: LINGER_MS });

/** Half a dozen statements for any number of subscribers. */
function updateSet(scope: Scope, updates: readonly Update[]): Promise<(Subscriber | Error)[]> {
  return transaction(scope, async (scope) => {
    const fields = await lockFields(
      scope,
      updates.flatMap(({ change }) => Object.keys(change.attributes ?? {})),
    );
    const locked = await lockSubscribersById(
      scope,
      updates.map(({ id }) => id),
    );
    const changed = updates.map(({ id, change }) => apply(change, locked.get(id), fields));
    const written = await write(
      scope,
      changed.filter((one): one is Changed => !(one instanceof Error)),
      fields,
    );
    return changed.map((one) => (one instanceof Error ? one : (written.get(one.subscriber.id) as Subscriber)));
  });
}

interface Changed {
  subscriber: Subscriber;
  /** The names of all tags; undefined: unchanged. */
  tags: readonly string[] | undefined;
  /** Unchanged attributes, and those with a new value. */
  kept: JsonObject;
  values: JsonObject;
}

/** The subscriber with the change, or why it is refused. */
function apply(
  { tags, attributes, ...given }: SubscriberChange,
  subscriber: Subscriber | undefined,
  fields: LockedFields,
): Changed | NotFoundError | ValidationError {
  if (!subscriber) return new NotFoundError();
  const { values, removed, issues } = readAttributes(attributes ?? {}, fields.types);
  const beyond = fields.declare(Object.keys(values)).map((key) => ({ path: ['attributes', key], problem: TOO_MANY }));
  if (issues.length + beyond.length > 0) return new ValidationError([...issues, ...beyond]);
  const kept = attributes === null ? {} : without(subscriber.attributes as JsonObject, new Set(removed));
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    subscriber: { ...subscriber, ...named },
    tags: tags === undefined ? undefined : (tags ?? []),
    kept,
    values,
  };
}

const without = (current: JsonObject, removed: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(current).filter(([key]) => !removed.has(key)));

/** Writes locked subscribers and announces them. Returns their new state, by id. */
async function write(
  scope: Scope,
  changed: readonly Changed[],
  fields: LockedFields,
): Promise<Map<string, Subscriber>> {
  if (changed.length === 0) return new Map();
  const tagIds = await ensureTags(
    scope,
    changed.flatMap(({ tags }) => tags ?? []),
  );
  await declareTextFields(
    scope,
    changed.flatMap(({ values }) => Object.keys(values)).filter((key) => !fields.types.has(key)),
  );
  const rows = changed.map(
    ({ subscriber: { id, firstName, lastName, timezone, locale, tagIds: before }, tags, kept, values }) => ({
      id,
      first_name: firstName,
      last_name: lastName,
      timezone,
      locale,
      // Not as an array literal: PostgreSQL does not treat parsing one as immutable, which a distributed database requires
      // in SET.
      tag_ids: (tags ? idsOf(tags, tagIds) : before).join(),
      kept,
      attributes: values,
    }),
  );
  const ids = rows.map(({ id }) => id);
  const attributes = await prepareAttributes(scope);
  const written = await keepingChanges(scope, sql`s.id = any(${ids}::uuid[])`, () =>
    run<Subscriber>(
      scope.db,
      sql`update subscribers s set first_name = given.first_name, last_name = given.last_name, timezone = given.timezone,
                 locale = given.locale, tag_ids = string_to_array(given.tag_ids, ',')::int[], updated_at = now(),
                 attributes = (${attributes.withoutRemoved(sql`given.kept`)}) || given.attributes, ${attributes.afterRemovals}
          from ${recordset('given', rows, COLUMNS)}
          where s.team_id = ${scope.team.id} and s.id = given.id
          returning ${subscriberColumns(attributes.shown)}`,
    ),
  );
  await announceSubscribers(
    scope,
    written.map(({ id }) => id),
  );
  return new Map(written.map((row) => [row.id, row]));
}

const COLUMNS = {
  ...({ id: 'uuid', first_name: 'text', last_name: 'text', timezone: 'text', locale: 'text' } as const),
  ...({ tag_ids: 'text', kept: 'jsonb', attributes: 'jsonb' } as const),
};

const idsOf = (names: readonly string[], ids: ReadonlyMap<string, number>): number[] =>
  [...new Set(names.map((name) => ids.get(slugOf(name)) as number))].sort((a, b) => a - b);
