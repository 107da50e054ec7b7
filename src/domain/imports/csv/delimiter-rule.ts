import { z } from 'zod';
import { isBlank, withBlank } from '../../../validation/blank.ts';
import { DELIMITERS } from './delimiter.ts';

const PROBLEM = 'must be one of , ; | tab.';

/** A delimiter as callers name it: the character itself, or `tab`, which is easy to type in a URL or a shell. */
export const delimiterRule = () =>
  withBlank(
    z.preprocess(
      asCharacter,
      z
        .enum(DELIMITERS, { error: PROBLEM })
        .meta({ enum: [...DELIMITERS, 'tab'] })
        .nullish(),
    ),
  );

/** A tab is a value although it is blank; any other blank text is absent. */
function asCharacter(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.toLowerCase() === 'tab' || value === '\t') return '\t';
  return isBlank(value) ? undefined : value;
}
