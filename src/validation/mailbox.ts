import { z } from 'zod';
import { normaliseEmail } from './email.ts';
import { characters, isBlank, isStorable, otherwise } from './text.ts';

/** An address in its normal form, and the name before it. */
export interface Mailbox {
  email: string;
  name: string | null;
}

const PROBLEM = 'must be a valid email address.';
const NAME_CHARACTERS = 255;
const LONGEST = 2_000;

/**
 * Control characters, line breaks, private characters and invisible ones: they break a header, or make a name look like
 * another. Joiners, which emoji and some scripts need, are allowed.
 */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}]|(?![\u200c\u200d])\p{Cf}/u;

/** Separators of addresses and special characters need quotes in a name. */
const SPECIAL = /["<>,;@\\]/;

/** A name shown next to an address, returned trimmed. */
export const displayName = () =>
  z
    .string({ error: otherwise('must be a string.') })
    .meta({ maxLength: NAME_CHARACTERS })
    .transform((value, context) => {
      const name = trimmed(value);
      const problem = nameProblem(name);
      if (problem === undefined) return name;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    });

/** `address` or `Name <address>`. Quotes around the name are removed. */
export const mailbox = () =>
  z
    .string({ error: otherwise(PROBLEM) })
    .meta({ pattern: '@', maxLength: LONGEST })
    .transform((value, context): Mailbox => {
      const read = isBlank(value) ? { problem: 'is required.' } : readMailbox(trimmed(value));
      if ('email' in read) return read;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    });

/**
 * Mailboxes: one or several texts, each with one or more mailboxes separated by commas, as in a header (RFC 5322).
 * Each address once. Blank text means none. `refuse`: why a mailbox is refused, if it is.
 */
export const mailboxes = (most: number, refuse: (mailbox: Mailbox) => string | undefined) =>
  z
    .union([z.string(), z.array(z.string()).meta({ maxItems: most })], { error: otherwise(PROBLEM) })
    .transform((value, context): Mailbox[] => {
      const written = [value].flat().flatMap(betweenCommas);
      const found = new Map<string, Mailbox>();
      const complain = (message: string) => context.addIssue({ code: 'custom', message });
      if (written.length > most) complain(`must not have more than ${most} addresses.`);
      for (const one of written.slice(0, most)) {
        const read = readMailbox(one);
        const problem = 'email' in read ? refuse(read) : read.problem;
        if (problem !== undefined) complain(problem);
        else if ('email' in read && !found.has(read.email)) found.set(read.email, read);
      }
      return [...found.values()];
    });

/** The parts between commas outside quotes. */
function betweenCommas(value: string): string[] {
  if (isBlank(value)) return [];
  const parts = [''];
  let isQuoted = false;
  for (const [piece] of value.matchAll(/\\.|./gsu)) {
    if (piece === '"') isQuoted = !isQuoted;
    if (piece === ',' && !isQuoted) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map(trimmed);
}

/** Only spaces and tabs: a line break at an end is refused like one inside. */
const trimmed = (value: string): string => value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');

function readMailbox(value: string): Mailbox | { problem: string } {
  if (value.length > LONGEST) return { problem: PROBLEM };
  const [phrase, address] = value.endsWith('>') ? split(value) : ['', value];
  const email = normaliseEmail(address);
  if (email === undefined) return { problem: PROBLEM };
  const name = isVisible(phrase) ? unquoted(phrase) : phrase;
  if (name === undefined) return { problem: 'must have quotes around a name with any of " < > , ; @ and \\.' };
  const problem = nameProblem(name);
  return problem === undefined ? { email, name: name === '' ? null : name } : { problem: `has a name that ${problem}` };
}

function split(value: string): [phrase: string, address: string] {
  const open = value.lastIndexOf('<');
  return [trimmed(value.slice(0, Math.max(open, 0))), value.slice(open + 1, -1)];
}

/** The name in a phrase. Undefined if the phrase is not a single name. */
function unquoted(phrase: string): string | undefined {
  if (!SPECIAL.test(phrase)) return phrase;
  const [, inside] = /^"((?:[^"\\]|\\.)*)"$/s.exec(phrase) ?? [];
  return inside && trimmed(inside.replace(/\\(.)/gs, '$1'));
}

const isVisible = (name: string): boolean => isStorable(name) && !UNFIT.test(name);

function nameProblem(name: string): string | undefined {
  if (!isVisible(name)) return 'must have only visible characters on one line.';
  return characters(name) > NAME_CHARACTERS ? `must not be greater than ${NAME_CHARACTERS} characters.` : undefined;
}
