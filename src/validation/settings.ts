import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** `30,60,300`: whole seconds. */
export const seconds = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'must be whole seconds separated by commas, such as 30,60,300')
  .transform((list) => list.split(',').map(Number));

/** A port number; 0 for any free port. */
export const port = () =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65535, 'must be a port number');

/** A whole number. */
export const wholeNumber = (min: number, max: number) => numberFrom(min, max, `must be at least ${min}`);

/** A whole number, where 0 turns a limit off. */
export const wholeOrOff = (max: number) => numberFrom(0, max, 'must be at least 0 (0 turns the limit off)');

/** Processes on one port. By default one for every two cores: PostgreSQL and worker threads need the others. */
export const processCount = () =>
  wholeNumber(1, 64).default(() => Math.min(MOST_BY_DEFAULT, Math.max(1, Math.floor(availableParallelism() / 2))));

/** More would need more connections than the embedded PostgreSQL allows. */
const MOST_BY_DEFAULT = 6;

const numberFrom = (min: number, max: number, tooSmall: string) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, tooSmall)
    .max(max, `must be at most ${max}`);

/** A token that a caller sends in a header. */
export const token = () =>
  z
    .string()
    .min(20, 'must have at least 20 characters')
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');

/** A list with commas. */
export const separated = (isRight: (parts: string[]) => boolean, problem: string) =>
  z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .refine(isRight, problem);

/** `true` or `false`. */
export const switchable = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const SECRET_CHARACTERS = 32;

/** The key for signing and encryption. */
export const secret = () => z.string().min(SECRET_CHARACTERS, `must have at least ${SECRET_CHARACTERS} characters`);

/**
 * One secret, or several separated by commas. A secret may contain commas itself, so each run of neighbours may be
 * one.
 */
export const secrets = () => secret().transform(readSecrets);

function readSecrets(list: string): string[] {
  const parts = list.split(',');
  const runs = parts.flatMap((_, from) =>
    parts.slice(from).map((_, more) =>
      parts
        .slice(from, from + more + 1)
        .join(',')
        .trim(),
    ),
  );
  return [...new Set([...runs, list])].filter(({ length }) => length >= SECRET_CHARACTERS);
}

/** The lowest level of logged lines. */
export const logLevel = z.enum(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  'must be trace, debug, info, warn, error, fatal or silent',
);
