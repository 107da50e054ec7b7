import { z } from 'zod';
import { empty, type Sql, sql } from '../../database/connect.ts';
import { record } from '../../validation/text.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';

/** The mails that a rule is about, and within how many days; without days, ever. */
export interface Asked {
  name: string;
  days: number | undefined;
}

/** The predicates behind the operators. */
interface Predicates {
  received(asked: Asked): Sql;
  touched(asked: Asked, kind: 'open' | 'click'): Sql;
}

/**
 * Rules on mails that people received, opened or clicked. The value is the name or id of the mail, or an object with it
 * under `key` and `within_days`. `problem`: the message for a name that does not exist.
 */
export function mailRules(key: string, name: z.ZodType<string>, problem: string) {
  const withDays = record({ [key]: name, within_days: days().optional() });
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  const nameIn = (value: unknown): unknown => (isObject(value) ? (value as Record<string, unknown>)[key] : value);
  const value = (known: ReadonlySet<string> | undefined) =>
    z.unknown().transform((sent, context) => {
      const read = (isObject(sent) ? withDays : name).safeParse(sent);
      const named = name.safeParse(nameIn(sent));
      if (known && named.success && !known.has(named.data)) {
        context.addIssue({ code: 'custom', message: problem, path: isObject(sent) ? [key] : [] });
      }
      if (read.success) return read.data;
      for (const { message, path } of read.error.issues) context.addIssue({ code: 'custom', message, path });
      return z.NEVER;
    });
  const askedIn = (value: unknown): Asked => ({
    name: nameIn(value) as string,
    days: isObject(value) ? (value as { within_days?: number }).within_days : undefined,
  });

  /** `known`: the names that exist. Absent: any name is accepted. */
  const operators = (known: ReadonlySet<string> | undefined, { received, touched }: Predicates): Operators => {
    const asked = value(known);
    const pair = (what: string, holds: (asked: Asked) => Sql): Operators => ({
      [what]: operator(asked, (value) => holds(askedIn(value))),
      [`not_${what}`]: operator(asked, (value) => sql`(not ${holds(askedIn(value))})`),
    });
    return {
      ...pair('received', received),
      ...pair('opened', (asked) => touched(asked, 'open')),
      ...pair('clicked', (asked) => touched(asked, 'click')),
    };
  };
  return { nameIn, operators };
}

/** "and …": the moment lies within the last days. Empty without days. */
export const within = (at: Sql, days: number | undefined): Sql =>
  days === undefined ? empty : sql`and ${at} >= now() - ${days}::int * interval '24 hours'`;
