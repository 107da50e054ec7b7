import { type Database, run, sql } from '../../database/connect.ts';
import { refusals as counter } from '../../metrics/metrics.ts';
import { storable } from '../../validation/text.ts';
import type { Cause } from './refusal.ts';

/** A refusal caused by our reputation or configuration. */
export interface CountedRefusal {
  teamId: number;
  /** Empty if unknown. */
  sendingDomain: string;
  recipientDomain: string;
  /** Null: the installation's own, or unknown. */
  transportId: string | null;
  cause: Cause;
  /** The server's words. */
  reason: string;
}

/** Stands for the installation's own transport in a column without null. */
export const OWN_TRANSPORT = '00000000-0000-0000-0000-000000000000';

/** Adds refusals to the counts of today (UTC), in one statement. */
export async function countRefusals(db: Database, refusals: readonly CountedRefusal[]): Promise<void> {
  if (refusals.length === 0) return;
  for (const { cause } of refusals) counter.inc({ cause });
  const rows = refusals.map((one) => ({
    ...one,
    transportId: one.transportId ?? OWN_TRANSPORT,
    reason: storable(withoutAddresses(one.reason)),
  }));
  await run(
    db,
    sql`insert into refusal_counts as c (
          team_id, day, sending_domain, recipient_domain, transport_id, cause, count, reason, last_at)
        select "teamId", (now() at time zone 'UTC')::date, "sendingDomain", "recipientDomain", "transportId", cause,
          count(*)::int, max(reason), now()
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("teamId" int, "sendingDomain" text,
          "recipientDomain" text, "transportId" uuid, cause text, reason text)
        group by 1, 3, 4, 5, 6 order by 1, 3, 4, 5, 6
        on conflict (team_id, day, sending_domain, recipient_domain, transport_id, cause) do update set
          count = c.count + excluded.count, reason = excluded.reason, last_at = excluded.last_at`,
  );
}

/** Servers repeat the refused address, and counts outlive an erased person. */
export const withoutAddresses = (reason: string): string => reason.replace(/[^\s<>:;,@]{1,128}@[^\s<>:;,]+/g, '…');
