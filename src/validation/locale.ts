import { z } from 'zod';
import { remembered } from '../async/remembered.ts';
import { otherwise } from './text.ts';

const PROBLEM = 'must be a valid language code (BCP 47, such as en or pt-BR).';

/** The canonical form of a BCP 47 language tag ("EN-gb" → "en-GB"), or undefined. `_` is read as `-`. */
export function normaliseLocale(value: string): string | undefined {
  if (value.length > 35 || !/^[A-Za-z0-9_-]+$/.test(value)) return undefined;
  return canonical(value);
}

/** Many people have few languages, and looking one up takes as long as reading the rest of a row. */
const canonical = remembered((value): string | undefined => {
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
});

export const locale = () =>
  z.string({ error: otherwise(PROBLEM) }).transform((value, context) => {
    const tag = normaliseLocale(value);
    if (tag) return tag;
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });

function isTimeZone(value: string): boolean {
  return /^[A-Za-z0-9_+\-/]{1,64}$/.test(value) && !/^[+-]/.test(value) && isKnownZone(value);
}

/** Looking one up makes a formatter, which takes longer still. */
const isKnownZone = remembered((timeZone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
});

/** An IANA time zone, such as Europe/Berlin. */
export const timezone = () =>
  z
    .string({ error: otherwise('must be a valid time zone.') })
    .refine(isTimeZone, 'must be a valid time zone (IANA, such as Europe/Berlin).');
