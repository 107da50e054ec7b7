import { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import { withBlank } from '../../validation/blank.ts';
import { idRule } from '../../validation/id.ts';
import { type Json, jsonProblem } from '../../validation/json.ts';
import { filled, isBlank, listOf, yesOrNo } from '../../validation/text.ts';
import { tagName } from '../audience/tags.ts';

export const BULK_ACTIONS = [
  ...(['add_tags', 'remove_tags', 'set_attribute'] as const),
  ...(['subscribe', 'unsubscribe', 'suppress', 'delete'] as const),
] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The rules of the settings of actions. */
export const SETTINGS = {
  tags: listOf(tagName(), 1, 100).nullish(),
  attribute: filled(64).nullish(),
  // A blank value would otherwise count as absent, and remove the attribute from everybody.
  value: withBlank(
    z
      .custom<Json>((value) => !isBlank(value) && !jsonProblem(value), {
        error: ({ input }) =>
          isBlank(input) ? 'must not be blank. Send null to remove the attribute.' : jsonProblem(input),
      })
      .nullish(),
  ),
  listId: idRule('a list').nullish(),
  resubscribe: yesOrNo().nullish(),
};

/** The settings of an action, as stored. */
export interface Settings {
  tags?: readonly string[] | null | undefined;
  attribute?: string | null | undefined;
  /** Null removes the attribute. */
  value?: unknown;
  listId?: string | null | undefined;
  resubscribe?: boolean | null | undefined;
}

const NEEDED: Record<BulkAction, readonly (keyof Settings)[]> = {
  add_tags: ['tags'],
  remove_tags: ['tags'],
  set_attribute: ['attribute'],
  subscribe: ['listId'],
  unsubscribe: [],
  suppress: [],
  delete: [],
};

const ALLOWED: Partial<Record<BulkAction, readonly (keyof Settings)[]>> = {
  set_attribute: ['attribute', 'value'],
  subscribe: ['listId', 'resubscribe'],
};

/** The settings that the action has, without absent ones. Throws ValidationError for missing ones, and those of other actions. */
export function settingsOf(action: BulkAction, given: Settings): Settings {
  const names = Object.keys(SETTINGS) as (keyof Settings)[];
  const allowed = ALLOWED[action] ?? NEEDED[action];
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null);
  const issues: Issue[] = [
    ...NEEDED[action]
      .filter((name) => !present.includes(name))
      .map((name) => ({ path: [name], problem: `is required for ${action}.` })),
    ...present
      .filter((name) => !allowed.includes(name))
      .map((name) => ({ path: [name], problem: `cannot be used with ${action}.` })),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
  return Object.fromEntries(present.map((name) => [name, given[name]]));
}
