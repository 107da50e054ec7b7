import { sql } from '../../../database/connect.ts';
import { MOMENT, TIMESTAMPS } from '../moment-operators.ts';
import { about } from '../operator.ts';
import { ruleType } from '../rule-type.ts';

export const subscribedAt = ruleType(
  { name: 'SubscribedAt', description: 'When the person subscribed.' },
  about(MOMENT, () => ({ moment: sql`s.subscribed_at`, calendar: TIMESTAMPS })),
);
