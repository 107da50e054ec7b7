import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import { type Fetched, type Verdict, verdictOn } from './verdict.ts';

/** A request for a pixel or a link. */
export interface Fetch extends Pick<Fetched, 'kind' | 'userAgent' | 'ahead'> {
  teamId: number;
  messageId: string;
  /** Where the link leads. */
  target?: string;
}

interface Fetchable {
  index: number;
  mailId: string | null;
  campaignId: string | null;
  /** Set for a campaign's message. */
  personKey: string | null;
  to: string[];
  secondsSinceSent: number | null;
  otherLinks: number;
}

/**
 * Records opens and clicks with their verdicts. Those by humans are counted on the mail, and are a touch of the person
 * when the mail had a single recipient in `to`: with several nobody knows who it was. Deleted messages are left out.
 * Three statements for any number of requests.
 */
export function recordReactions(db: Database, fetches: readonly Fetch[]): Promise<void> {
  return inTransaction(db, async (db) => {
    const known = await readMessages(db, fetches);
    if (known.length === 0) return;
    const rows = known.map((message) => rowOf(fetches[message.index]!, message));
    await run(
      db,
      sql`with given as materialized (
            select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
              "teamId" int, "messageId" uuid, kind text, verdict text, target text, "mailId" uuid, "campaignId" uuid,
              sender text, "senderId" uuid, person uuid, email text)
          ), noted as (
            insert into reactions (team_id, message_id, kind, verdict, target, campaign_id)
            select "teamId", "messageId", kind::"TouchKind", verdict::"Verdict", target,
                   case when kind = 'click' then "campaignId" end from given
          ), human as (
            select * from given where verdict = 'human' and "senderId" is not null
          ), counted as (
            update transactional_mails m set opens = m.opens + h.opens, clicks = m.clicks + h.clicks
            from (select "teamId", "mailId", count(*) filter (where kind = 'open')::int as opens,
                         count(*) filter (where kind = 'click')::int as clicks
                  from human where "mailId" is not null group by "teamId", "mailId") h
            where m.team_id = h."teamId" and m.id = h."mailId"
          ), filed as (
            insert into people (team_id, key, email)
            select distinct "teamId", person, email from human where person is not null and email is not null
            on conflict do nothing
          )
          insert into touches (team_id, person_key, kind, sender, sender_id, at)
          select "teamId", person, kind::"TouchKind", sender::"SenderKind", "senderId", now() from human where person is not null`,
    );
  });
}

/** Reads the messages that still exist. */
function readMessages(db: Database, fetches: readonly Fetch[]): Promise<Fetchable[]> {
  const [teams, ids] = [fetches.map(({ teamId }) => teamId), fetches.map(({ messageId }) => messageId)];
  const targets = fetches.map(({ target }) => target ?? '');
  return run<Fetchable>(
    db,
    sql`select given.index::int - 1 as index, m.mail_id::text as "mailId", m.campaign_id::text as "campaignId",
               (select p.key::text from people p
                where p.team_id = m.team_id and p.key = m.person_key and p.email is not null) as "personKey",
               case when t.erased_at is null then coalesce(t.to, '{}') else '{}' end as "to",
               extract(epoch from now() - coalesce(t.sent_at, m.sent_at))::float8 as "secondsSinceSent",
               (select count(distinct r.target) from reactions r
                where r.team_id = m.team_id and r.message_id = m.id and r.kind = 'click'
                  and r.target <> given.target and r.at > now() - interval '2 seconds')::int as "otherLinks"
        from unnest(${teams}::int[], ${ids}::uuid[], ${targets}::text[]) with ordinality
          as given(team_id, id, target, index)
        join messages m on m.team_id = given.team_id and m.id = given.id
        left join transactional_mails t on t.team_id = m.team_id and t.id = m.mail_id`,
  );
}

function rowOf({ teamId, messageId, kind, target, ...fetched }: Fetch, message: Fetchable) {
  const { mailId, campaignId, personKey: addressee, to, secondsSinceSent, otherLinks } = message;
  const verdict: Verdict = verdictOn({ ...fetched, kind, otherLinks, secondsSinceSent: secondsSinceSent ?? undefined });
  const email = to.length === 1 ? to[0]! : undefined;
  const person = addressee ?? (email && personKey(teamId, email));
  const sender = campaignId ? 'campaign' : 'transactional';
  return {
    teamId,
    messageId,
    kind,
    verdict,
    target,
    mailId,
    campaignId,
    sender,
    senderId: campaignId ?? mailId,
    email,
    person,
  };
}
