import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { domainName } from '../../validation/email.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record } from '../../validation/text.ts';
import { day, writtenDay } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { daysAsked } from '../days-asked.ts';
import { OWN_TRANSPORT } from './count-refusals.ts';
import { CAUSES, type Cause } from './refusal.ts';

/** How often messages were refused on a day (UTC) because of us. */
export interface RefusalCount {
  day: string;
  cause: Cause;
  sendingDomain: string | null;
  recipientDomain: string;
  transportId: string | null;
  count: number;
  reason: string;
  lastAt: Date;
}

const MAX_ROWS = 1_000;

export const refusalFilters = record({
  since: day().nullish(),
  until: day().nullish(),
  cause: oneOf(CAUSES).nullish(),
  causes: someOf(CAUSES).nullish(),
  domain: domainName().nullish(),
});

/**
 * The counts between two days, inclusive, by default the last 30 days; optionally of one cause or recipient domain. Throws
 * ValidationError.
 */
export async function readRefusals(scope: Scope, request: unknown): Promise<RefusalCount[]> {
  const { since, until, cause = null, causes = null, domain = null } = parse(refusalFilters, request);
  const { first, last } = daysAsked({ first: since, last: until }, scope.now());
  return run<RefusalCount>(
    scope.db,
    sql`select to_char(day, 'YYYY-MM-DD') as day, cause, nullif(sending_domain, '') as "sendingDomain",
               recipient_domain as "recipientDomain", nullif(transport_id, ${OWN_TRANSPORT}::uuid)::text as "transportId",
               count, reason, last_at as "lastAt"
        from refusal_counts
        where team_id = ${scope.team.id} and day between ${writtenDay(first)}::date and ${writtenDay(last)}::date
          and (${cause}::text is null or cause = ${cause}) and (${causes}::text[] is null or cause = any(${causes}::text[])) and (${domain}::text is null or recipient_domain = ${domain})
        order by refusal_counts.day desc, count desc, recipient_domain, cause, sending_domain, transport_id limit ${MAX_ROWS}`,
  );
}
