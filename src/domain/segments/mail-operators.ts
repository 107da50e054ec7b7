import { z } from 'zod';
import { empty, type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { oneOf } from '../../validation/text.ts';
import { MACHINE_OPENS, type MachineOpens } from '../ledger/machine-opens.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';
import { nowOf, type SegmentContext } from './segment-context.ts';
import { byDefault, optional, record, type Value } from './value.ts';

/** The mails of a rule, and a period in days; without days, ever. */
export interface Asked {
  name: string;
  days: number | undefined;
  /** For opens: whether machine opens count too. */
  machines?: boolean;
}

/** How the mails are named: by `value`, or in an object under `key`. */
interface Which {
  /** The name of such an object in typed interfaces. */
  record: string;
  key: string;
  value: Value<z.ZodType<string>>;
  /** The names that exist. Undefined: any name is accepted. */
  known(context: SegmentContext): ReadonlySet<string> | undefined;
  /** The message for a name that does not exist. */
  problem: string;
}

/** The predicates behind the operators. */
interface Predicates {
  received(context: SegmentContext, asked: Asked): Sql;
  touched(context: SegmentContext, asked: Asked, kind: 'open' | 'click'): Sql;
  openedByMachine(context: SegmentContext, asked: Asked): Sql;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the name in a value of `mailOperators`, valid or not. */
export const nameIn = (key: string, value: unknown): unknown => (isObject(value) ? value[key] : value);

/**
 * Rules on mails that people received, opened or clicked. The value is the name or id of the mail, or an object with it and
 * `within_days`; for opens, `machine_opens: "count"` includes machine opens.
 */
export function mailOperators(
  which: Which,
  { received, touched, openedByMachine }: Predicates,
): Operators<SegmentContext> {
  const { key, known, problem } = which;
  const name = which.value.schema;
  const check = (sent: unknown, context: SegmentContext): Issue[] => {
    const named = name.safeParse(nameIn(key, sent));
    const fits = !named.success || (known(context)?.has(named.data) ?? true);
    return fits ? [] : [{ path: isObject(sent) ? [key] : [], problem }];
  };
  const asked = nameOrObject(which);
  const askedIn = (value: unknown): Asked => ({
    name: nameIn(key, value) as string,
    days: isObject(value) ? (value.within_days as number | undefined) : undefined,
    machines: isObject(value) && value.machine_opens === 'count',
  });
  const checkOthers = (sent: unknown, context: SegmentContext): Issue[] => [
    ...check(sent, context),
    ...(isObject(sent) && 'machine_opens' in sent ? [NOT_ABOUT_OPENS] : []),
  ];
  const pair = (what: string, holds: (context: SegmentContext, asked: Asked) => Sql): Operators<SegmentContext> => {
    const checks = what === 'opened' ? check : checkOthers;
    return {
      [what]: operator(asked, (value, context) => holds(context, askedIn(value)), checks),
      [`not_${what}`]: operator(asked, (value, context) => sql`(not ${holds(context, askedIn(value))})`, checks),
    };
  };
  const opened = (context: SegmentContext, asked: Asked): Sql => {
    const byPeople = touched(context, asked, 'open');
    return asked.machines ? sql`(${byPeople} or ${openedByMachine(context, asked)})` : byPeople;
  };
  return {
    ...pair('received', received),
    ...pair('opened', opened),
    ...pair('clicked', (context, asked) => touched(context, asked, 'click')),
  };
}

const NOT_ABOUT_OPENS: Issue = {
  path: ['machine_opens'],
  problem: 'applies only to opened and not_opened.',
};

const MACHINES: Value<z.ZodType<MachineOpens>> = {
  schema: oneOf(MACHINE_OPENS),
  form: { is: 'choice', name: 'MachineOpens', description: 'For `opened` and `notOpened`. Default: `IGNORE`.' },
};

function nameOrObject({ record: title, key, value }: Which): Value<z.ZodType<unknown>> {
  const whole = record(title, {
    [key]: value,
    within_days: optional(days()),
    machine_opens: byDefault('ignore', optional(MACHINES)),
  });
  const schema = z.unknown().transform((sent, context): unknown => {
    const read = (isObject(sent) ? whole : value).schema.safeParse(sent);
    if (read.success) return read.data;
    for (const { message, path } of read.error.issues) context.addIssue({ code: 'custom', message, path });
    return z.NEVER;
  });
  return { schema, form: { ...whole.form, short: key } };
}

/** "and …": the moment lies within the last days. Empty without days. */
export const within = (context: SegmentContext, at: Sql, days: number | undefined): Sql =>
  days === undefined ? empty : sql`and ${at} >= ${nowOf(context)} - ${days}::int * interval '24 hours'`;

/** The touch `t` is an open or a click that counts as `kind`: a click counts as an open too (docs/adr/0134). */
export const isTouch = (kind: 'open' | 'click'): Sql =>
  kind === 'click' ? sql`t.kind = 'click'` : sql`t.kind in ('open', 'click')`;
