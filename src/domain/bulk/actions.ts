import { z } from 'zod';
import { ValidationError } from '../../errors.ts';
import { withBlank } from '../../validation/blank.ts';
import { idRule } from '../../validation/id.ts';
import { type Json, jsonProblem } from '../../validation/json.ts';
import { filled, isBlank, listOf, otherwise, record, yesOrNo } from '../../validation/text.ts';
import { tagName } from '../audience/tags.ts';

export const BULK_ACTIONS = [
  ...(['add_tags', 'remove_tags', 'set_attribute'] as const),
  ...(['subscribe', 'unsubscribe', 'suppress', 'delete'] as const),
] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The problem of an object with several keys, or none, of which one chooses. */
export const ONE_KEY = 'requires exactly one key.';

// A blank value would otherwise count as absent, and remove the attribute from everybody.
const value = withBlank(
  z
    .custom<Json>((value) => !isBlank(value) && !jsonProblem(value), {
      error: ({ input }) =>
        isBlank(input) ? 'must not be blank. Send null to remove the attribute.' : jsonProblem(input),
    })
    .nullish(),
);

const tags = listOf(tagName(), 1, 100).nullish();
const chosen = z.literal(true, { error: otherwise('must be true.') }).nullish();

/** The rules of a change: the key of an action, with its settings. */
export const bulkChange = record({
  addTags: tags,
  removeTags: tags,
  setAttribute: record({ key: filled(64), value }).nullish(),
  subscribe: record({ listId: idRule('a list'), resubscribe: yesOrNo().nullish() }).nullish(),
  unsubscribe: chosen,
  suppress: chosen,
  delete: chosen,
});

/** The settings of an action, as stored. */
export interface Settings {
  tags?: readonly string[] | null | undefined;
  attribute?: string | null | undefined;
  /** Null removes the attribute. */
  value?: unknown;
  listId?: string | null | undefined;
  resubscribe?: boolean | null | undefined;
}

/** A change as stored. */
export interface BulkChange {
  action: BulkAction;
  settings: Settings;
}

type Given = z.output<typeof bulkChange>;

/** What each key makes. */
const READ: readonly ((given: Given) => BulkChange | null | undefined)[] = [
  ({ addTags: tags }) => tags && { action: 'add_tags', settings: { tags } },
  ({ removeTags: tags }) => tags && { action: 'remove_tags', settings: { tags } },
  ({ setAttribute }) =>
    setAttribute && {
      action: 'set_attribute',
      settings: { attribute: setAttribute.key, value: setAttribute.value ?? undefined },
    },
  ({ subscribe }) =>
    subscribe && {
      action: 'subscribe',
      settings: { listId: subscribe.listId, resubscribe: subscribe.resubscribe ?? false },
    },
  (given) => given.unsubscribe && { action: 'unsubscribe', settings: {} },
  (given) => given.suppress && { action: 'suppress', settings: {} },
  (given) => given.delete && { action: 'delete', settings: {} },
];

/** The action and its settings. Throws ValidationError unless the change has exactly one key. */
export function readChange(given: Given): BulkChange {
  const [change, ...others] = READ.flatMap((read) => read(given) ?? []);
  if (!change || others.length > 0) throw new ValidationError([{ path: [], problem: ONE_KEY }]);
  return change;
}
