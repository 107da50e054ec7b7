import { empty, type Sql, sql } from '../../../database/connect.ts';
import { oneOf } from '../../../validation/text.ts';
import { CAUSES } from '../../refusals/refusal.ts';
import { within } from '../mail-operators.ts';
import { days } from '../numbers.ts';
import { operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';
import { type Form, optional, record } from '../value.ts';

const asked = record('Bounces', {
  cause: optional({
    schema: oneOf(CAUSES),
    form: {
      is: 'choice',
      name: 'RefusalCause',
      description: 'The cause of the bounce. Default: any cause.',
    } satisfies Form,
  }),
  within_days: optional(days()),
});

interface Asked {
  cause?: string | undefined;
  within_days?: number | undefined;
}

const bounced = (context: SegmentContext, { cause, within_days: days }: Asked): Sql => sql`exists (
  select from feedback f
  where f.team_id = ${context.teamId} and f.person_key = s.person_key and f.kind <> 'complaint'
    ${cause === undefined ? empty : sql`and f.cause = ${cause}`} ${within(context, sql`f.at`, days)})`;

/** A hard bounce ends a subscription, so remaining subscribers had soft ones, or were restored. */
export const bounce = ruleType(
  { name: 'Bounce', description: 'Whether messages to the person bounced, hard or soft, and the cause.' },
  {
    bounced: operator(asked, (value, context) => bounced(context, value)),
    not_bounced: operator(asked, (value, context) => sql`(not ${bounced(context, value)})`),
  },
);
