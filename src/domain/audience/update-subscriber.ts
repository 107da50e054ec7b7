import { ValidationError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { JsonObject } from '../../validation/json.ts';
import { parse } from '../../validation/validate.ts';
import { declareTextFields, lockFields, readAttributes, TOO_MANY } from './attributes.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { lockSubscriber } from './lock-subscriber.ts';
import { subscriberChange } from './subscriber-row.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';
import { ensureTags } from './tags.ts';

/**
 * Changes the fields that are given; null clears a field. Tags are replaced. Attributes are merged; null removes one.
 * Throws NotFoundError, ValidationError.
 */
export async function updateSubscriber(scope: Scope, id: unknown, input: unknown): Promise<Subscriber> {
  const subscriber = await readSubscriber(scope, id);
  const { tags, attributes, ...fields } = parse(subscriberChange, input);
  return transaction(scope, async (scope) => {
    const { values, removed } = await validateAttributes(scope, attributes ?? {});
    const locked = await lockSubscriber(scope, subscriber.id);
    const data: Prisma.SubscriberUpdateInput = { ...fields, updatedAt: scope.now() };
    if (tags !== undefined) data.tagIds = [...(await ensureTags(scope, tags ?? [])).values()];
    if (attributes !== undefined) {
      await declareTextFields(scope, Object.keys(values));
      data.attributes = attributes === null ? {} : merge(locked.attributes, values, removed);
    }
    await announceSubscribers(scope, [subscriber.id]);
    return scope.db.subscriber.update({ where: { teamId_id: { teamId: scope.team.id, id: subscriber.id } }, data });
  });
}

async function validateAttributes(scope: Scope, given: JsonObject) {
  const fields = await lockFields(scope, Object.keys(given));
  const { values, removed, issues } = readAttributes(given, fields.types);
  const beyond = fields.declare(Object.keys(values)).map((key) => ({ path: ['attributes', key], problem: TOO_MANY }));
  if (issues.length + beyond.length > 0) throw new ValidationError([...issues, ...beyond]);
  return { values, removed: new Set(removed) };
}

const merge = (current: JsonObject, values: JsonObject, removed: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries({ ...current, ...values }).filter(([key]) => !removed.has(key)));
