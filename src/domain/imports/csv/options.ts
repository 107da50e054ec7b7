import { z } from 'zod';
import { filled, listOf, oneLine, oneOf, optionalText, otherwise, record, yesOrNo } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { ON_INVALID } from '../../audience/batch-options.ts';
import { SUBSCRIBER_STATUSES } from '../../audience/subscribers.ts';
import { tagName } from '../../audience/tags.ts';
import { encodingNamed } from '../encoding/encodings.ts';
import { delimiterRule } from './delimiter-rule.ts';
import { formatRule } from './formats.ts';
import { contradicted } from './statuses.ts';
import { readTags } from './tags-cell.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, or an object as JSON text for query strings. */
const mapping = z
  .preprocess(fromJson, z.custom<Record<string, unknown>>(isObject, 'must be an object of column names to fields.'))
  .nullish();

/** An object of words or columns, with a rule for each value. */
const objectOf = <Rule extends z.ZodType>(rule: Rule, problem: string) =>
  z.preprocess(
    fromJson,
    z
      .record(z.string(), rule, { error: problem })
      .refine((value) => Object.keys(value).length <= MAX_ENTRIES, `must not have more than ${MAX_ENTRIES} entries.`)
      .nullish(),
  );

const MAX_ENTRIES = 1_000;

const NO_ENCODING =
  'must be cp850 or a label from the WHATWG Encoding standard, such as utf-8, windows-1250 or shift_jis.';

/** The label of an encoding, such as `latin2`. Returns the name of the encoding. */
const encodingLabel = () =>
  z.string({ error: otherwise(NO_ENCODING) }).transform((value, context) => {
    const encoding = encodingNamed(value);
    if (encoding) return encoding;
    context.addIssue({ code: 'custom', message: NO_ENCODING });
    return z.NEVER;
  });

const options = record({
  mapping,
  tags: z.preprocess(
    (value) => (typeof value === 'string' ? readTags(value) : value),
    listOf(tagName(), 0, 100).nullish(),
  ),
  resubscribe: yesOrNo().nullish(),
  statuses: objectOf(oneOf(SUBSCRIBER_STATUSES), 'must be an object of words to statuses.').superRefine(
    (statuses, context) => {
      for (const word of contradicted(statuses ?? {})) {
        context.addIssue({
          code: 'custom',
          path: [word],
          message: 'means an unsubscribed person and cannot be mapped to subscribed.',
        });
      }
    },
  ),
  importUnsubscribed: yesOrNo().nullish(),
  formats: objectOf(formatRule, 'must be an object of column names to formats.'),
  onInvalid: oneOf(ON_INVALID).nullish(),
  confirmed: yesOrNo().nullish(),
  consent: optionalText(filled(1_000)),
  header: yesOrNo().nullish(),
  delimiter: delimiterRule(),
  encoding: encodingLabel().nullish(),
  fileName: oneLine(255).nullish(),
});

/** Options for reading a file, as sent. Validated by readOptions. */
export type GivenOptions = { [Name in keyof z.input<typeof options>]?: unknown };

/** Validates the options. Throws ValidationError. */
export const readOptions = (given: GivenOptions): z.output<typeof options> => parse(options, given);

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
