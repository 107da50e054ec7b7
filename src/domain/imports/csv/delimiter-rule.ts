import { z } from 'zod';
import { DELIMITERS } from './delimiter.ts';

const PROBLEM = 'must be one of , ; | tab.';

/** A delimiter as callers name it: the character itself, or `tab`, which an address or a shell can carry. */
export const delimiterRule = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.toLowerCase() === 'tab' ? '\t' : value),
    z.enum(DELIMITERS, { error: PROBLEM }).nullish(),
  );
