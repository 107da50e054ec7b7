import { z } from 'zod';
import { remembered } from '../async/remembered.ts';
import { languageNamed } from './language-names.ts';
import { isRegistered, registeredPart } from './registered-subtags.ts';
import { otherwise } from './text.ts';

const PROBLEM = 'must be a valid language code (BCP 47, such as en or pt-BR).';

/**
 * The canonical form of a BCP 47 language tag ("EN-gb" → "en-GB"), or undefined. `_` is read as `-`. Its language,
 * script, region and variants must be registered (docs/adr/0124), because well-formed but unregistered tags, such as
 * `german`, have no meaning.
 */
export function normaliseLocale(value: string): string | undefined {
  return value.length > LONGEST ? undefined : canonical(value);
}

const LONGEST = 35;
const WORDS = /^[A-Za-z0-9_-]+$/;

/** Many people share few languages, and a look-up takes as long as reading the rest of a row. */
const canonical = remembered((value): string | undefined => {
  const tag = wellFormed(value);
  return tag !== undefined && registeredPart(tag) === tag ? tag : undefined;
});

function wellFormed(value: string): string | undefined {
  if (!WORDS.test(value)) return undefined;
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The code meant by an unregistered `value`. Undefined if none is similar. */
function languageMeant(value: string): string | undefined {
  const named = languageNamed(value);
  if (named) return named;
  const [first = '', ...rest] = value.trim().split(/[-_]/);
  const language = languageNamed(first) ?? mainLanguageOf(first);
  return language && (normaliseLocale([language, ...rest].join('-')) ?? language);
}

/** The main language of a region whose code is mistaken for a language code, such as jp or cz. */
function mainLanguageOf(region: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(region) || !isRegistered('region', region)) return undefined;
  const { language } = new Intl.Locale('und', { region }).maximize();
  return isRegistered('language', language) && language !== 'und' ? language : undefined;
}

/** The problem of an invalid language code, with the code that is probably meant. */
const problemOf = remembered((value): string => {
  const tag = wellFormed(value);
  const meant = (tag && registeredPart(tag)) ?? languageMeant(value);
  return meant === undefined ? PROBLEM : `${PROBLEM} Did you mean ${meant}?`;
});

export const locale = () =>
  z
    .string({ error: otherwise(PROBLEM) })
    .meta({ maxLength: LONGEST, pattern: WORDS.source })
    .transform((value, context) => {
      const tag = normaliseLocale(value);
      if (tag) return tag;
      context.addIssue({ code: 'custom', message: value.length > LONGEST ? PROBLEM : problemOf(value) });
      return z.NEVER;
    });

const ZONE = /^[A-Za-z0-9_][A-Za-z0-9_+\-/]{0,63}$/;

/** Whether this is the name of an IANA time zone known to this process. */
export function isTimeZone(value: string): boolean {
  return ZONE.test(value) && isKnownZone(value);
}

/** A look-up creates a formatter, which takes even longer. */
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
    .meta({ maxLength: 64, pattern: ZONE.source })
    .refine(isTimeZone, 'must be a valid time zone (IANA, such as Europe/Berlin).');
