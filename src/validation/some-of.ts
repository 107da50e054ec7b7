import { z } from 'zod';
import { listOf, oneOf } from './text.ts';

/** Some of the wire values of an enumeration. An unknown one is a problem of the whole field. */
export const someOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(
    (given, context) => {
      const isKnown = (one: unknown) => values.some((known) => known === one);
      if (!Array.isArray(given) || given.every(isKnown)) return given;
      context.addIssue({ code: 'custom', message: `must be one of ${values.join(', ')}.`, input: given });
      return z.NEVER;
    },
    listOf(oneOf(values), 1, values.length),
  );
