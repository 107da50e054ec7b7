import { type Sql, sql } from '../../database/connect.ts';

/** A message of a campaign to a person: expressions. `team`: a column of a table that is joined, by which Citus finds the machine. */
interface About {
  team: Sql;
  message: Sql;
  campaign: Sql;
  person: Sql;
}

/** At most so many messages in so many days: expressions, both null for any number. */
interface Cap {
  messages: Sql;
  days: Sql;
}

/** As the team `t` has set it. */
export const OF_TEAM: Cap = { messages: sql`t.frequency_messages`, days: sql`t.frequency_days` };

/** As the person `p` asked on the page of preferences. */
export const OF_PERSON: Cap = { messages: sql`p.frequency_messages`, days: sql`p.frequency_days` };

/**
 * Predicate over `t`, a team: with its other campaigns, a person had as many messages as the cap allows, or will have: a
 * message that was put into the ledger before this one goes first, so that of several at one moment not all are withheld,
 * and not all are sent. What automations sent does not count.
 */
export const hadEnough = ({ team, message, campaign, person }: About, { messages, days }: Cap): Sql => sql`(
  ${messages} is not null and ${messages} <= (
    select count(*) from campaigns o join messages m on m.team_id = o.team_id and m.campaign_id = o.id and m.person_key = ${person}
    where o.team_id = ${team} and o.id <> ${campaign} and o.started_at is not null and o.automation_id is null
      and (o.ended_at is null or o.ended_at > now() - make_interval(days => ${days}))
      and (m.state = 'sent' and m.sent_at > now() - make_interval(days => ${days})
        or m.state = 'unknown' and m.due_at > now() - make_interval(days => ${days})
        or m.state = 'sending'
        or m.state in ('queued', 'claimed', 'deferred') and m.id < ${message} and o.status = 'sending'
          and m.due_at < now() + make_interval(days => ${days}))))`;
