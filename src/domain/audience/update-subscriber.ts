import { sql } from '../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { JsonObject } from '../../validation/json.ts';
import { validate } from '../../validation/validate.ts';
import { idOf } from '../found.ts';
import { LINGER_MS, shareCalls } from '../share-calls.ts';
import { declareTextFields, type LockedFields, lockFields, readAttributes, TOO_MANY } from './attributes.ts';
import { lockSubscribers, type SubscriberWrite, updateSubscribers } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { type SubscriberChange, subscriberChange } from './subscriber-row.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';
import { ensureTags, slugOf } from './tags.ts';

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
    const ids = updates.map(({ id }) => id);
    const locked = await lockSubscribers(scope, sql`s.id = any(${ids}::uuid[])`);
    const tagsOf = new Map(locked.map(({ id, tagIds }) => [id, tagIds]));
    const changed = updates.map(({ id, change }) => apply(change, id, tagsOf.get(id), fields));
    const written = await write(
      scope,
      changed.filter((one): one is Changed => !(one instanceof Error)),
      fields,
    );
    return changed.map((one) => (one instanceof Error ? one : (written.get(one.id) as Subscriber)));
  });
}

interface Changed {
  id: string;
  /** The ids of its tags. */
  before: readonly number[];
  /** The names of all tags; undefined: unchanged. */
  tags: readonly string[] | undefined;
  fields: NonNullable<SubscriberWrite['fields']>;
  /** New values of attributes, and the keys of those to remove. */
  values: JsonObject;
  without: string[];
  cleared: boolean;
}

/** The change of a locked subscriber, or why it is refused. */
function apply(
  { tags, attributes, firstName, lastName, timezone, locale }: SubscriberChange,
  id: string,
  before: readonly number[] | undefined,
  fields: LockedFields,
): Changed | NotFoundError | ValidationError {
  if (!before) return new NotFoundError();
  const { values, removed, issues } = readAttributes(attributes ?? {}, fields.types);
  const beyond = fields.declare(Object.keys(values)).map((key) => ({ path: ['attributes', key], problem: TOO_MANY }));
  if (issues.length + beyond.length > 0) return new ValidationError([...issues, ...beyond]);
  return {
    id,
    before,
    tags: tags === undefined ? undefined : (tags ?? []),
    fields: { first_name: firstName, last_name: lastName, timezone, locale },
    values,
    without: removed,
    cleared: attributes === null,
  };
}

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
  const written = await updateSubscribers(
    scope,
    changed.map(({ id, before, tags, fields, values, without, cleared }) => ({
      id,
      fields,
      ...(tags && tagChange(before, idsOf(tags, tagIds))),
      attributes: values,
      without,
      cleared,
    })),
  );
  await announceSubscribers(scope, [...written.keys()]);
  return written;
}

const tagChange = (before: readonly number[], after: readonly number[]) => ({
  added: after.filter((tag) => !before.includes(tag)),
  removed: before.filter((tag) => !after.includes(tag)),
});

const idsOf = (names: readonly string[], ids: ReadonlyMap<string, number>): number[] =>
  [...new Set(names.map((name) => ids.get(slugOf(name)) as number))].sort((a, b) => a - b);
