import { sql } from '../../../database/connect.ts';
import { MOMENT, namesDay, timestamp } from '../moment-operators.ts';
import { about } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';

export const subscribedAt = ruleType(
  { name: 'SubscribedAt', description: 'When the person subscribed.', isAboutDays: namesDay },
  about(MOMENT, (context: SegmentContext) => timestamp(sql`s.subscribed_at`, context)),
);
