import { type Sql, sql } from '../../database/connect.ts';

/** A campaign's message to a person, as expressions. `team`: a column of a joined table, by which Citus finds the shard. */
interface About {
  team: Sql;
  message: Sql;
  /** Null: an automation e-mail, which no cap withholds. */
  campaign: Sql;
  person: Sql;
  /** Whether the campaign ignores the team's cap. */
  ignoresTeam: Sql;
}

/** Whose frequency cap it is: the team's, or the one that the person chose on the preferences page. */
export type CapOf = 'team' | 'person';

/**
 * Array expression over `t`, a team, and `p`, a person: the frequency caps that the person has reached, or will reach, counting
 * the team's other campaigns. A message that was enqueued earlier goes first, so that simultaneous messages are not all withheld
 * and not all sent. Automation e-mails do not count.
 */
export const capsReached = ({ team, message, campaign, person, ignoresTeam }: About): Sql => sql`array(
  select cap.of from (values ('team', t.frequency_messages, t.frequency_days), ('person', p.frequency_messages, p.frequency_days))
    as cap(of, messages, days)
  where ${campaign} is not null and (cap.of = 'person' or not ${ignoresTeam}) and cap.messages <= (
    select count(*) from campaigns o join messages m on m.team_id = o.team_id and m.campaign_id = o.id and m.person_key = ${person}
    where o.team_id = ${team} and o.id <> ${campaign} and o.started_at is not null
      and (o.ended_at is null or o.ended_at > now() - make_interval(days => cap.days))
      and (m.state = 'sent' and m.sent_at > now() - make_interval(days => cap.days)
        or m.state = 'unknown' and m.due_at > now() - make_interval(days => cap.days)
        or m.state = 'sending'
        or m.state in ('queued', 'claimed', 'deferred') and m.id < ${message} and o.status = 'sending'
          and m.due_at < now() + make_interval(days => cap.days))))`;
