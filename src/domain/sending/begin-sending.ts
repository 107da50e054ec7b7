import { type Database, run, sql } from '../../database/connect.ts';
import { targetsOf } from '../../rules/suppression-targets.ts';
import { type Claim, keyOf } from './claim.ts';

export interface Departure {
  claim: Claim;
  /** Everybody the message goes to. */
  recipients: readonly string[];
}

/**
 * Commits that messages are about to leave: from here on they may arrive even if this process dies. Gives false for each of
 * which nothing may be sent: the lease is lost, the team suspended, a recipient suppressed by now, the one who was to
 * confirm no longer waits to be asked, the campaign stopped, or its person has left the list.
 */
export async function beginSending(
  db: Database,
  departures: readonly Departure[],
  leaseSeconds: number,
): Promise<boolean[]> {
  const given = departures.map(({ claim, recipients }, index) => ({
    ...keyOf(claim, index),
    targets: recipients.flatMap((email) => targetsOf(claim.teamId, email)),
  }));
  const rows = await run<{ index: number }>(
    db,
    sql`update messages m set state = 'sending', lease_until = now() + make_interval(secs => ${leaseSeconds})
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as g(index int, "teamId" int, id uuid, fence int, targets text[])
        where m.team_id = g."teamId" and m.id = g.id and m.fence = g.fence
          and m.state = 'claimed' and m.lease_until > now()
          and exists (select from teams t where t.id = m.team_id and t.status = 'active')
          and (m.kind <> 'confirmation' or exists (
            select from subscribers s
            where s.team_id = m.team_id and s.id = m.subscriber_id and s.status = 'unconfirmed'))
          and (m.kind <> 'campaign' or exists (
            select from campaigns c
            join subscribers s on s.team_id = c.team_id and s.list_id = c.list_id and s.person_key = m.person_key
            where c.team_id = m.team_id and c.id = m.campaign_id and c.status = 'sending' and s.status = 'subscribed'))
          and not exists (
            select from suppressions s where s.team_id = m.team_id and s.target = any(g.targets))
        returning g.index`,
  );
  const begun = new Set(rows.map(({ index }) => index));
  return departures.map((_, index) => begun.has(index));
}
