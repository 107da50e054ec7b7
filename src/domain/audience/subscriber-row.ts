import { z } from 'zod';
import { type Issue, refusedKeysOf } from '../../errors.ts';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale, timezone } from '../../validation/locale.ts';
import {
  extended,
  filled,
  isBlank,
  listOf,
  oneLine,
  oneOf,
  optionalText,
  record,
  yesOrNo,
} from '../../validation/text.ts';
import { pastTime } from '../../validation/time.ts';
import { validate } from '../../validation/validate.ts';
import type { PlannedRow, RowSubscription } from './import-terms.ts';
import { SUBSCRIBER_STATUSES } from './subscribers.ts';
import { tagName } from './tags.ts';

const withoutBlankTags = (tags: unknown): unknown => (Array.isArray(tags) ? tags.filter((tag) => !isBlank(tag)) : tags);

/** Tags of a row; blank ones count as absent. */
export const rowTags = () => optionalText(z.preprocess(withoutBlankTags, listOf(tagName(), 0, 100)));

const rule = record({
  email: emailAddress(),
  firstName: optionalText(oneLine(255)),
  lastName: optionalText(oneLine(255)),
  timezone: optionalText(timezone()),
  locale: optionalText(locale()),
  tags: rowTags(),
  attributes: jsonObject().nullish(),
  resubscribe: yesOrNo().nullish(),
});

/** The changeable fields of a subscriber. The address identifies the subscriber and is not one. */
export const subscriberChange = rule.omit({ email: true, resubscribe: true });

export type SubscriberChange = z.output<typeof subscriberChange>;

export type SubscriberRow = z.output<typeof rule>;

/** The subscription fields of a JSON row. In a file they are columns. */
const subscriptionFields = {
  status: optionalText(oneOf(SUBSCRIBER_STATUSES)),
  confirmed: yesOrNo().nullish(),
  consent: optionalText(filled(1_000)),
  subscribedAt: optionalText(pastTime()),
  unsubscribedAt: optionalText(pastTime()),
};

export const subscriberInput = extended(rule, subscriptionFields);

/** Validates one row of a batch or an import on its own. */
export function validateRow(row: unknown): { value: PlannedRow } | { issues: Issue[] } {
  const read = hasSubscription(row) ? validateWithSubscription(row) : validate(rule, row);
  const refused = refusedKeysOf(row);
  return refused.length === 0 ? read : { issues: [...refused, ...('issues' in read ? read.issues : [])] };
}

/** Most rows have no such fields, and skip the extra cost. */
function hasSubscription(row: unknown): row is object {
  if (typeof row !== 'object' || row === null) return false;
  for (const key in subscriptionFields) if (key in row) return true;
  return false;
}

function validateWithSubscription(row: object): { value: PlannedRow } | { issues: Issue[] } {
  const read = validate(subscriberInput, row);
  if ('issues' in read) return read;
  const { status, confirmed, consent, subscribedAt, unsubscribedAt, ...value } = read.value;
  const subscription: RowSubscription = {
    ...((status || unsubscribedAt) && { status: status ?? 'unsubscribed' }),
    ...(typeof confirmed === 'boolean' && { confirmed }),
    ...(consent && { consent }),
    ...(subscribedAt && { subscribedAt: subscribedAt.toISOString() }),
    ...(unsubscribedAt && { unsubscribedAt: unsubscribedAt.toISOString() }),
  };
  return { value: { ...value, standing: subscription } };
}

/** The columns that a row may replace. */
export const REPLACED = ['firstName', 'lastName', 'timezone', 'locale'] as const;
