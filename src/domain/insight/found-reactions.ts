import { type Sql, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { ReactionRow } from './record-reactions.ts';
import { MAX_OTHER_LINKS, SCANNED_WITHIN_SECONDS, TOGETHER_MS, TRAPPED_SECONDS } from './verdict.ts';

const COLUMNS = { message: 'uuid', kind: 'text', verdict: 'text', target: 'text', others: 'jsonb' } as const;

/**
 * The latest reactions to a message that are searched for its other links: a program that fetches all links repeats none
 * this often.
 */
const LATEST = 20;

/** A person's key, as `person_key` of migration 0064 computes it; that function is missing on the machines of a cluster. */
const keyFor = (teamId: number, address: Sql): Sql => sql`(
  select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid
  from substr(sha256(convert_to(${teamId}::int || ':' || ${address}, 'UTF8')), 1, 16) as hash)`;

/** Looked up by key each time: a join would read all people to find the few who opted out. */
const isTracked = (teamId: number, key: Sql): Sql => sql`(
  select p.tracked from people p where p.team_id = ${teamId}::int and p.key = ${key}) is not false`;

/**
 * Parts of a WITH that define `found`: the reactions to existing messages, with the data for their verdict. `reveals` marks
 * a reaction that shows that others came from a machine. Leaves out messages to people with tracking off, and messages to
 * several people if one of them has it off. Messages are locked by their ids: Citus cannot join locked rows with another
 * part of an inserting statement.
 */
export function foundFor(teamId: number, rows: readonly ReactionRow[]): Sql {
  const ids = [...new Set(rows.map(({ message }) => message))];
  return sql`given as materialized (
          select * from ${recordset('given', rows, COLUMNS)}
        ), locked as materialized (
          select m.id, m.mail_id, m.campaign_id, m.sent_at, m.person_key, coalesce(m.variant, 0) as variant,
                 m.kind = 'automation' as automated,
                 ${isTracked(teamId, sql`m.person_key`)} as tracked
          from messages m
          where m.team_id = ${teamId}::int and m.id = any(${ids}::uuid[]) for key share of m skip locked
        ), found as materialized (
          select given.*, m.mail_id, m.campaign_id,
                 case when m.automated then 'automation' when m.campaign_id is null then 'transactional' else 'campaign' end as sender,
                 case when m.automated then (
                   select g.automation_id from mailings g where g.team_id = ${teamId}::int and g.id = m.campaign_id)
                   else coalesce(m.campaign_id, m.mail_id) end as sender_id,
                 case when m.automated then m.campaign_id end as email_id,
                 moment.is_soon or around.others > ${MAX_OTHER_LINKS}::int or around.is_trapped is true as scanned,
                 not moment.is_soon and around.others > ${MAX_OTHER_LINKS}::int or given.kind = 'click' and given.target is null as reveals,
                 m.person_key as addressee, m.variant,
                 case when t.erased_at is null and cardinality(t.to) = 1 then t.to[1] end as email
          from given
          join locked m on m.id = given.message
          left join lateral (
            select * from transactional_mails t where t.team_id = ${teamId}::int and t.id = m.mail_id offset 0) t on true
          cross join lateral (
            select (coalesce(t.sent_at, m.sent_at) <= now() - make_interval(secs => ${SCANNED_WITHIN_SECONDS}::int)) is not true as is_soon
          ) moment
          cross join lateral (
            select count(distinct target) as others, bool_or(is_trap) as is_trapped from (
              select jsonb_array_elements_text(given.others) as target, false as is_trap
              union all
              select target, target is null from (
                select kind, target, at from reactions
                where team_id = ${teamId}::int and message_id = m.id and not moment.is_soon order by id desc limit ${LATEST}::int
              ) latest
              where kind = 'click' and (
                target <> given.target and at > now() - make_interval(secs => ${TOGETHER_MS / 1000}::int)
                or target is null and at > now() - make_interval(secs => ${TRAPPED_SECONDS}::int))
            ) seen
          ) around
          where t.campaign_id is null -- a test of a campaign counts nothing
            and m.tracked
            and (t.id is null or (select bool_and(${isTracked(teamId, keyFor(teamId, sql`given_to.address`))})
                 from unnest(t.recipients) as given_to(address)) is not false)
        )`;
}
