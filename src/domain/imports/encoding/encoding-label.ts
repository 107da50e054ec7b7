import { z } from 'zod';
import { otherwise } from '../../../validation/text.ts';
import { encodingNamed } from './encodings.ts';

const PROBLEM = 'must be cp850 or a label from the WHATWG Encoding standard, such as utf-8, windows-1250 or shift_jis.';

/** The label of an encoding, such as `latin2`. Returns the name of the encoding. */
export const encodingLabel = () =>
  z.string({ error: otherwise(PROBLEM) }).transform((value, context) => {
    const encoding = encodingNamed(value);
    if (encoding) return encoding;
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });
