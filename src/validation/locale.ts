import { z } from 'zod';
import { otherwise } from './text.ts';

const PROBLEM = 'must be a valid language code (BCP 47, such as en or pt-BR).';

/** The canonical form of a BCP 47 language tag ("EN-gb" → "en-GB"), or undefined. `_` is read as `-`. */
export function normaliseLocale(value: string): string | undefined {
  if (value.length > 35 || !/^[A-Za-z0-9_-]+$/.test(value)) return undefined;
  if (locales.has(value)) return locales.get(value);
  let tag: string | undefined;
  try {
    tag = Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0];
  } catch {}
  if (locales.size < MOST_KNOWN) locales.set(value, tag);
  return tag;
}

/** Many people have few languages, and looking one up takes as long as reading the rest of a row. */
const locales = new Map<string, string | undefined>();
const MOST_KNOWN = 2_000;

export const locale = () =>
  z.string({ error: otherwise(PROBLEM) }).transform((value, context) => {
    const tag = normaliseLocale(value);
    if (tag) return tag;
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });

const zones = new Map<string, boolean>();

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z0-9_+\-/]{1,64}$/.test(value) || /^[+-]/.test(value)) return false;
  const known = zones.get(value);
  if (known !== undefined) return known;
  let valid = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    valid = false;
  }
  if (zones.size < MOST_KNOWN) zones.set(value, valid);
  return valid;
}

/** An IANA time zone, such as Europe/Berlin. */
export const timezone = () =>
  z
    .string({ error: otherwise('must be a valid time zone.') })
    .refine(isTimeZone, 'must be a valid time zone (IANA, such as Europe/Berlin).');
