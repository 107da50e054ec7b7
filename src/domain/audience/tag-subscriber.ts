import { type Scope, transaction } from '../../scope.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { changeSubscribers } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { lockSubscriber } from './lock-subscriber.ts';
import { readSubscriber, type Subscriber } from './subscribers.ts';
import { ensureTags, findTags, slugOf, tagName } from './tags.ts';

export const tagsInput = record({ tags: listOf(tagName(), 1, 100) });

/** Adds tags to a subscriber, creating missing ones. Throws NotFoundError, ValidationError. */
export function addTags(scope: Scope, id: unknown, input: unknown): Promise<Subscriber> {
  return changeTags(scope, id, input, async (scope, names) => ({
    added: [...(await ensureTags(scope, names)).values()],
  }));
}

/** Removes tags from a subscriber, ignoring tags that it does not have. Throws NotFoundError, ValidationError. */
export function removeTags(scope: Scope, id: unknown, input: unknown): Promise<Subscriber> {
  return changeTags(scope, id, input, async (scope, names) => ({
    removed: [...(await findTags(scope, names.map(slugOf))).values()],
  }));
}

async function changeTags(
  scope: Scope,
  id: unknown,
  input: unknown,
  changeOf: (scope: Scope, names: string[]) => Promise<{ added?: number[]; removed?: number[] }>,
): Promise<Subscriber> {
  const subscriber = await readSubscriber(scope, id);
  const names = parse(tagsInput, input).tags;
  return transaction(scope, async (scope) => {
    await lockSubscriber(scope, subscriber.id);
    await changeSubscribers(scope, [{ id: subscriber.id, ...(await changeOf(scope, names)) }]);
    await announceSubscribers(scope, [subscriber.id]);
    return readSubscriber(scope, subscriber.id);
  });
}
