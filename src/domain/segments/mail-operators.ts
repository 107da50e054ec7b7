import { z } from 'zod';
import { empty, type Sql, sql } from '../../database/connect.ts';
import { record } from '../../validation/text.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';

/** Which mails a rule asks about, and of how many days; of all times where it does not say. */
export interface Asked {
  name: string;
  days: number | undefined;
}

/** The predicates that the operators stand for. */
interface Predicates {
  received(asked: Asked): Sql;
  touched(asked: Asked, kind: 'open' | 'click'): Sql;
}

/**
 * What people got and did with mails that are named by a text, `name`, or by an object with that text under `key` and
 * `within_days`. `problem`: said of a name of nothing.
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

  /** `known`: the names that there are; any will do where there is none. */
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

/** "and …" that a moment lies within the last days, or nothing. */
export const within = (at: Sql, days: number | undefined): Sql =>
  days === undefined ? empty : sql`and ${at} >= now() - ${days}::int * interval '24 hours'`;
