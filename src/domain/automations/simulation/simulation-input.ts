import { z } from 'zod';
import type { Issue } from '../../../errors.ts';
import { duration } from '../../../validation/duration.ts';
import { emailAddress } from '../../../validation/email.ts';
import { jsonObject } from '../../../validation/json.ts';
import { withKnownKeys } from '../../../validation/known-keys.ts';
import { currency, minorUnits } from '../../../validation/money.ts';
import { listOf, optionalText, otherwise, record, text, yesOrNo } from '../../../validation/text.ts';
import { dateTime } from '../../../validation/time.ts';
import { eventName } from '../../insight/event-input.ts';
import type { Program } from '../definition/program.ts';

export const MAX_EVENTS = 100;
/** Longer waits are pointless, and PostgreSQL's calendar ends. */
const FURTHEST = 'P3650D';
const [FIRST, LAST] = [new Date('1970-01-01T00:00:00Z'), new Date('9000-01-01T00:00:00Z')];

/** How long after the start an assumed event comes. */
export const assumedDelay = duration('PT0S', FURTHEST);

const byStep = <Rule extends z.ZodType>(rule: Rule) =>
  z.record(z.string(), rule, { error: otherwise('must be an object with step ids as keys.') });

/** An object with only these fields: a misspelt key would be ignored otherwise. */
const only = <Shape extends z.ZodRawShape>(shape: Shape, what: string) =>
  withKnownKeys(record(shape), Object.keys(shape), what);

/** Requires both or neither. */
const withCurrency = <
  Rule extends z.ZodType<{ value?: number | null | undefined; currency?: string | null | undefined }>,
>(
  rule: Rule,
) =>
  rule.superRefine(({ value, currency }, context) => {
    const missing =
      value != null && currency == null ? 'currency' : value == null && currency != null ? 'value' : undefined;
    if (missing === undefined) return;
    const message = `is required with ${missing === 'value' ? 'currency' : 'value'}.`;
    context.addIssue({ code: 'custom', path: [missing], message });
  });

const money = { value: minorUnits().nullish(), currency: currency().nullish() };

/** The event that starts the simulated run. */
const event = withCurrency(
  only(
    {
      name: eventName.nullish(),
      properties: jsonObject().nullish(),
      ...money,
      occurred_at: dateTime().nullish(),
    },
    'the event',
  ),
);

/** An event assumed on the way, `after` the start. */
const assumedEvent = withCurrency(
  only({ name: eventName, after: assumedDelay, properties: jsonObject().nullish(), ...money }, 'an assumed event'),
);

const assume = only(
  {
    events: listOf(assumedEvent, 0, MAX_EVENTS).nullish(),
    conditions: byStep(yesOrNo()).nullish(),
    splits: byStep(text(100)).nullish(),
  },
  'the assumptions',
);

/** Years that RFC 3339 and calendars can express, even at the end of the simulation. */
const startAt = dateTime().refine(
  (moment) => moment >= FIRST && moment < LAST,
  'must be between the years 1970 and 9000.',
);

export const simulationInput = record({
  email: optionalText(emailAddress()),
  event: event.nullish(),
  startAt: startAt.nullish(),
  assume: assume.nullish(),
});

export type SimulationInput = z.output<typeof simulationInput>;
export type Assumed = NonNullable<SimulationInput['assume']>;

/** The issues of assumptions about steps: only steps with branches can have a branch assumed. */
export function assumedIssues(
  { conditions, splits }: Assumed,
  { instructions }: Pick<Program, 'instructions'>,
): Issue[] {
  const unknown = (key: string, ids: readonly string[], type: string): Issue[] =>
    ids
      .filter((id) => instructions.get(id)?.step.type !== type)
      .map((id) => ({ path: ['assume', key, id], problem: `must be the id of a step of type ${type}.` }));
  const names = Object.entries(splits ?? {}).flatMap(([id, name]): Issue[] => {
    const instruction = instructions.get(id);
    if (instruction?.step.type !== 'split' || instruction.branches.has(name)) return [];
    const branches = [...instruction.branches.keys()].join(', ');
    return [{ path: ['assume', 'splits', id], problem: `must be one of the branches ${branches}.` }];
  });
  return [
    ...unknown('conditions', Object.keys(conditions ?? {}), 'condition'),
    ...unknown('splits', Object.keys(splits ?? {}), 'split'),
    ...names,
  ];
}
