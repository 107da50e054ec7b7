import { oneOf } from '../../../validation/text.ts';
import { byDefault, type Form, scalar } from '../../segments/value.ts';
import { apart, type Fields, maybe, maybeApart } from './declared.ts';
import type { Exit } from './definition.ts';
import { EVENT_FIELDS, yes } from './shared-fields.ts';
import { waiting } from './waiting.ts';

export const AGAIN = ['never', 'after_end', 'always', 'restart'] as const;

/** One run of a person at a time. */
export const AFTER_END = 'after_end';

const again = {
  schema: oneOf(AGAIN),
  form: {
    is: 'choice',
    name: 'ReEntry',
    description: 'Whether a person enters more than once. Default: after the run has ended.',
  } satisfies Form,
};

/** The keys of the entry rules. */
export const ENTRY_FIELDS = {
  again: byDefault(AFTER_END, maybe(again)),
  not_within: maybe(scalar('Duration', waiting(), 'The shortest time between two runs of a person, such as P30D.')),
  if: maybeApart({ is: 'conditions', description: 'Conditions that a person must match to enter.' }),
};

const goal = byDefault(false, yes('Whether the exit counts as a goal. Default: false.'));

/** The keys of each type of exit, besides its type. */
export const EXIT_FIELDS = {
  event: { ...EVENT_FIELDS, goal },
  segment: { if: apart({ is: 'conditions', description: 'The conditions.' }), goal },
} satisfies Record<Exit['type'], Fields>;

/** When each type of exit ends a run. */
export const EXIT_DESCRIPTIONS: Readonly<Record<Exit['type'], string>> = {
  event: 'An event of the person ends the run.',
  segment: 'The run ends when the person matches the conditions.',
};
