import { z } from 'zod';
import { sql } from '../../../database/connect.ts';
import { normaliseDomain } from '../../../validation/email.ts';
import { otherwise } from '../../../validation/text.ts';
import { about, operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import { TEXT_COLUMN } from '../text-operators.ts';
import { scalar } from '../value.ts';

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
