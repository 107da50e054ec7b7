import { type Sql, sql } from '../../database/connect.ts';

/** A campaign's message to a person, as expressions. `team`: a column of a joined table, by which Citus finds the shard. */
interface About {
  team: Sql;
  message: Sql;
  campaign: Sql;
  person: Sql;
}

/** A maximum of messages in a number of days, as expressions; both null for no limit. */
interface Cap {
  messages: Sql;
  days: Sql;
}

/** The cap of the team `t`. */
export const OF_TEAM: Cap = { messages: sql`t.frequency_messages`, days: sql`t.frequency_days` };

/** The cap that the person `p` chose on the preferences page. */
export const OF_PERSON: Cap = { messages: sql`p.frequency_messages`, days: sql`p.frequency_days` };

/**
 * Predicate over `t`, a team: counting its other campaigns, the person has reached the cap or will. A message that was
 * enqueued earlier goes first, so that simultaneous messages are not all withheld and not all sent. Automation e-mails do
 * not count.
 */
export const hadEnough = ({ team, message, campaign, person }: About, { messages, days }: Cap): Sql => sql`(
  ${messages} is not null and ${messages} <= (
    select count(*) from campaigns o join messages m on m.team_id = o.team_id and m.campaign_id = o.id and m.person_key = ${person}
    where o.team_id = ${team} and o.id <> ${campaign} and o.started_at is not null
      and (o.ended_at is null or o.ended_at > now() - make_interval(days => ${days}))
      and (m.state = 'sent' and m.sent_at > now() - make_interval(days => ${days})
        or m.state = 'unknown' and m.due_at > now() - make_interval(days => ${days})
        or m.state = 'sending'
        or m.state in ('queued', 'claimed', 'deferred') and m.id < ${message} and o.status = 'sending'
          and m.due_at < now() + make_interval(days => ${days}))))`;
