import { z } from 'zod';
import { type Sql, sql } from '../../../database/connect.ts';
import { normaliseDomain } from '../../../validation/email.ts';
import { otherwise } from '../../../validation/text.ts';
import { MOMENT, namesDay, timestamp } from '../moment-operators.ts';
import { about, operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';
import { TEXT_COLUMN } from '../text-operators.ts';
import { scalar } from '../value.ts';

const column = (name: string, description: string, text: Sql) =>
  ruleType(
    { name, description, condition: 'Text' },
    about(TEXT_COLUMN, () => ({ text })),
  );

export const firstName = column('FirstName', "The person's first name.", sql`s.first_name`);
export const lastName = column('LastName', "The person's last name.", sql`s.last_name`);
export const timezone = column('Timezone', 'The time zone, such as Europe/Berlin.', sql`s.timezone`);

export const subscribedAt = ruleType(
  { name: 'SubscribedAt', description: 'When the person subscribed.', isAboutDays: namesDay },
  about(MOMENT, (context: SegmentContext) => timestamp(sql`s.subscribed_at`, context)),
);

const PROBLEM = 'must be a valid domain.';

const domain = z.string({ error: otherwise(PROBLEM) }).transform((value, context) => {
  const name = normaliseDomain(value.trim());
  if (name) return name;
  context.addIssue({ code: 'custom', message: PROBLEM });
  return z.NEVER;
});

export const email = ruleType(
  { name: 'Email', description: 'The e-mail address.' },
  {
    ...about(TEXT_COLUMN, () => ({ text: sql`s.email`, lower: sql`s.email` })),
    domain_is: operator(scalar('String', domain), (domain) => sql`(split_part(s.email, '@', 2) = ${domain}::text)`),
  },
);
