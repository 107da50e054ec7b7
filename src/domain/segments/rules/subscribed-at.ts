import { sql } from '../../../database/connect.ts';
import { momentOperators, TIMESTAMPS } from '../moment-operators.ts';
import { ruleType } from '../rule-type.ts';

export const subscribedAt = ruleType(momentOperators(sql`s.subscribed_at`, TIMESTAMPS));
