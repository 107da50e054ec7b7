import { sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { lockSubscriber } from './lock-subscriber.ts';
import { keepingChanges } from './note-changes.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';
import { ensureTags, findTags, slugOf, tagName } from './tags.ts';

const given = record({ tags: listOf(tagName(), 1, 100) });

/** Adds tags to a subscriber, creating missing ones. Throws NotFoundError, ValidationError. */
export function addTags(scope: Scope, id: unknown, tags: unknown): Promise<Subscriber> {
  return changeTags(scope, id, tags, async (scope, names, tagIds) => {
    const added = await ensureTags(scope, names);
    return [...new Set([...tagIds, ...added.values()])];
  });
}

/** Removes tags from a subscriber, ignoring tags that it does not have. Throws NotFoundError, ValidationError. */
export function removeTags(scope: Scope, id: unknown, tags: unknown): Promise<Subscriber> {
  return changeTags(scope, id, tags, async (scope, names, tagIds) => {
    const removed = new Set((await findTags(scope, names.map(slugOf))).values());
    return tagIds.filter((tag) => !removed.has(tag));
  });
}

async function changeTags(
  scope: Scope,
  id: unknown,
  tags: unknown,
  change: (scope: Scope, names: string[], tagIds: number[]) => Promise<number[]>,
): Promise<Subscriber> {
  const subscriber = await readSubscriber(scope, id);
  const names = parse(given, { tags }).tags;
  return transaction(scope, async (scope) => {
    const { tagIds } = await lockSubscriber(scope, subscriber.id);
    const data = { tagIds: await change(scope, names, tagIds), updatedAt: scope.now() };
    await announceSubscribers(scope, [subscriber.id]);
    await keepingChanges(scope, sql`s.id = ${subscriber.id}::uuid`, () =>
      scope.db.subscriber.updateMany({ where: { teamId: scope.team.id, id: subscriber.id }, data }),
    );
    return readSubscriber(scope, subscriber.id);
  });
}
