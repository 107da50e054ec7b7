import { z } from 'zod';
import { locale } from '../../validation/locale.ts';
import {
  extended,
  filled,
  oneLine,
  oneOf,
  optionalText,
  otherwise,
  record,
  text,
  yesOrNo,
} from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { EDITORS } from './compiling/editors.ts';

/** Characters of one source. */
export const MAX_CONTENT = 500_000;
const MAX_VARIANTS = 50;

const content = () =>
  text(MAX_CONTENT)
    .refine((value) => value.trim() !== '', 'is required.')
    .meta({ minLength: 1, pattern: '\\S' });
const subject = () => oneLine(998);

const textPart = () => optionalText(text(MAX_CONTENT));

const variant = record({ subject: subject().nullish(), content: content().nullish(), text: textPart() });

/** The fields of a template that a language replaces. */
export type Variant = z.output<typeof variant>;

const variants = z
  .record(locale(), variant, {
    error: (issue) =>
      issue.code === 'invalid_key'
        ? issue.issues[0]?.message
        : otherwise('must be an object with languages as keys.')(issue),
  })
  .refine((all) => Object.keys(all).length <= MAX_VARIANTS, `must not have more than ${MAX_VARIANTS} languages.`);

export const templateInput = record({
  name: filled(255),
  editor: oneOf(EDITORS),
  subject: subject().nullish(),
  content: content(),
  styles: text(MAX_CONTENT).nullish(),
  text: textPart(),
  localeVariants: variants.nullish(),
  strict: yesOrNo().nullish(),
});

export const templateChange = extended(templateInput.partial({ name: true, editor: true, content: true }), {
  unchangedSince: dateTime().nullish(),
});
