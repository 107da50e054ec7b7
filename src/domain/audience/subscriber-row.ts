import { z } from 'zod';
import { type Issue, refusedKeysOf } from '../../errors.ts';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale, timezone } from '../../validation/locale.ts';
import { isBlank, listOf, oneLine, optionalText, record, yesOrNo } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';
import { tagName } from './tags.ts';

const withoutBlankTags = (tags: unknown): unknown => (Array.isArray(tags) ? tags.filter((tag) => !isBlank(tag)) : tags);

const rule = record({
  email: emailAddress(),
  firstName: optionalText(oneLine(255)),
  lastName: optionalText(oneLine(255)),
  timezone: optionalText(timezone()),
  locale: optionalText(locale()),
  tags: optionalText(z.preprocess(withoutBlankTags, listOf(tagName(), 0, 100))),
  attributes: jsonObject().nullish(),
  resubscribe: yesOrNo().nullish(),
});

/** The fields of a subscriber that may be changed. The address identifies the subscriber and may not. */
export const subscriberChange = rule.omit({ email: true, resubscribe: true });

export type SubscriberChange = z.output<typeof subscriberChange>;

export type SubscriberRow = z.output<typeof rule>;

/** Validates one row of a batch or an import on its own. */
export function validateRow(row: unknown): { value: SubscriberRow } | { issues: Issue[] } {
  const read = validate(rule, row);
  const refused = refusedKeysOf(row);
  return refused.length === 0 ? read : { issues: [...refused, ...('issues' in read ? read.issues : [])] };
}

/** The columns that a row may replace. */
export const REPLACED = ['firstName', 'lastName', 'timezone', 'locale'] as const;
