import { sql } from '../../../database/connect.ts';
import { MOMENT, timestamps } from '../moment-operators.ts';
import { about } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import { nowOf, type SegmentContext } from '../segment-context.ts';

export const subscribedAt = ruleType(
  { name: 'SubscribedAt', description: 'When the person subscribed.' },
  about(MOMENT, (context: SegmentContext) => ({ moment: sql`s.subscribed_at`, calendar: timestamps(nowOf(context)) })),
);
